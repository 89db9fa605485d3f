import { Check, CodeXml, Copy, Download, WrapText } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { saveFile } from '../design/save-file.ts';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import css from './code-block.module.css';
import { codeFileName } from './code-file-name.ts';
import { CodeText } from './code-text.tsx';
import { DiagramPicture, useDiagram } from './diagram.tsx';
import { useCopy } from './use-copy.ts';
import { useSteadyPlace } from './use-steady-place.ts';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string | undefined;
  /** More may still be added at the end. */
  readonly growing: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, growing }: CodeBlockProps) {
  const { t } = useI18n();
  const { copied, copy } = useCopy();
  const [wrapped, setWrapped] = useState(false);
  const [asSource, setAsSource] = useState(false);
  const isDiagram = language === 'mermaid' && !growing;
  const { drawn, expected } = useDiagram(code, isDiagram);
  const picture = drawn?.kind === 'picture' && !asSource ? drawn : undefined;

  const isPicture = picture !== undefined || (expected !== undefined && !asSource);
  const figure = useRef<HTMLElement>(null);
  useSteadyPlace(figure, isPicture);

  return (
    <figure ref={figure} className={css.block}>
      <figcaption className={css.head}>
        <span>{language ?? t('code.plain')}</span>
        {isDiagram && drawn === undefined && <span>{t('diagram.drawing')}</span>}
        {drawn?.kind === 'failed' && <span title={drawn.reason}>{t('diagram.failed')}</span>}
        <span className={css.tools}>
          {drawn?.kind === 'picture' && (
            <IconButton
              className={css.tool}
              label={t('diagram.source')}
              aria-pressed={asSource}
              onClick={() => setAsSource(!asSource)}
            >
              <CodeXml aria-hidden />
            </IconButton>
          )}
          {picture === undefined && (
            <IconButton
              className={css.tool}
              label={t('code.wrap')}
              aria-pressed={wrapped}
              onClick={() => setWrapped(!wrapped)}
            >
              <WrapText aria-hidden />
            </IconButton>
          )}
          <IconButton
            className={css.tool}
            label={t('code.download')}
            onClick={() =>
              picture === undefined
                ? saveFile(codeFileName(language), new Blob([code]))
                : saveFile('diagram.svg', new Blob([picture.svg]))
            }
          >
            <Download aria-hidden />
          </IconButton>
          <button type="button" className={css.copy} onClick={() => copy(code)}>
            {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
            {copied ? t('code.copied') : t('code.copy')}
          </button>
        </span>
      </figcaption>
      {isPicture ? (
        <DiagramPicture url={picture?.url} size={picture === undefined ? expected : picture.size} />
      ) : (
        <pre className={cx(css.code, wrapped && css.wrapped)} {...scrollable}>
          <code>
            <CodeText code={code} language={language} growing={growing} />
          </code>
        </pre>
      )}
    </figure>
  );
});
