/** A Mermaid diagram as a picture, with its source one click away. */
import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/index.ts';
import { useDark } from '../shell/use-media.ts';
import css from './code-block.module.css';
import { type DiagramSize, sizeOfDiagram } from './diagram-sizes.ts';
import { type Drawn, drawDiagram, knownDiagram } from './diagrams.ts';

interface DiagramState {
  /** Undefined while it is being drawn for the first time. */
  readonly drawn: Drawn | undefined;
  /** The room that it will need, where it was drawn before. */
  readonly expected: DiagramSize | undefined;
}

export function useDiagram(source: string, wanted: boolean): DiagramState {
  const dark = useDark();
  const [state, setState] = useState<{ readonly source: string; readonly drawn: Drawn }>();
  const known = wanted ? knownDiagram(source, dark) : undefined;
  useEffect(() => {
    if (!wanted || known !== undefined) return;
    let gone = false;
    void drawDiagram(source, dark).then((drawn) => {
      if (!gone) setState({ source, drawn });
    });
    return () => {
      gone = true;
    };
  }, [wanted, known, source, dark]);
  // In other colours the old picture stays until the new one is drawn.
  const drawn = known ?? (wanted && state?.source === source ? state.drawn : undefined);
  return { drawn, expected: wanted && drawn === undefined ? sizeOfDiagram(source) : undefined };
}

interface DiagramPictureProps {
  /** Undefined: only its room. */
  readonly url: string | undefined;
  readonly size: DiagramSize | undefined;
}

export function DiagramPicture({ url, size }: DiagramPictureProps) {
  const { t } = useI18n();
  return (
    <div className={css.picture}>
      {url === undefined ? (
        size && <i style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }} />
      ) : (
        // With its size it has its room before the browser has read it.
        <img src={url} alt={t('diagram.alt')} width={size?.width} height={size?.height} />
      )}
    </div>
  );
}
