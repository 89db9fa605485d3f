/** A Mermaid diagram as a picture, with its source one click away. */
import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/index.ts';
import { useDark } from '../shell/use-media.ts';
import css from './code-block.module.css';
import { type Drawn, drawDiagram, knownDiagram } from './diagrams.ts';

interface DiagramState {
  readonly drawn: Drawn | undefined;
}

/** Undefined while it is being drawn. */
export function useDiagram(source: string, wanted: boolean): DiagramState {
  const dark = useDark();
  const [state, setState] = useState<{ readonly key: string; readonly drawn: Drawn }>();
  const key = `${dark} ${source}`;
  const known = wanted ? knownDiagram(source, dark) : undefined;
  useEffect(() => {
    if (!wanted || known !== undefined) return;
    let gone = false;
    void drawDiagram(source, dark).then((drawn) => {
      if (!gone) setState({ key, drawn });
    });
    return () => {
      gone = true;
    };
  }, [wanted, known, source, dark, key]);
  return { drawn: known ?? (state?.key === key ? state.drawn : undefined) };
}

export function DiagramPicture({ url }: { readonly url: string }) {
  const { t } = useI18n();
  return (
    <div className={css.picture}>
      <img src={url} alt={t('diagram.alt')} />
    </div>
  );
}
