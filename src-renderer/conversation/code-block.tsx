import { Check, Copy, Download, WrapText } from 'lucide-react';
import { memo, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { saveFile } from '../design/save-file.ts';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import css from './code-block.module.css';
import { codeFileName } from './code-file-name.ts';
import { CodeText } from './code-text.tsx';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string | undefined;
  /** More may still be added at the end. */
  readonly growing: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, growing }: CodeBlockProps) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  const [wrapped, setWrapped] = useState(false);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }

  return (
    <figure className={css.block}>
      <figcaption className={css.head}>
        <span>{language ?? t('code.plain')}</span>
        <span className={css.tools}>
          <IconButton
            className={css.tool}
            label={t('code.wrap')}
            aria-pressed={wrapped}
            onClick={() => setWrapped(!wrapped)}
          >
            <WrapText aria-hidden />
          </IconButton>
          <IconButton
            className={css.tool}
            label={t('code.download')}
            onClick={() => saveFile(codeFileName(language), new Blob([code]))}
          >
            <Download aria-hidden />
          </IconButton>
          <button type="button" className={css.copy} onClick={() => void copy()}>
            {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
            {copied ? t('code.copied') : t('code.copy')}
          </button>
        </span>
      </figcaption>
      <pre className={cx(css.code, wrapped && css.wrapped)} {...scrollable}>
        <code>
          <CodeText code={code} language={language} growing={growing} />
        </code>
      </pre>
    </figure>
  );
});
