import { Check, Copy } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import css from './code-block.module.css';
import { highlighterIsLoaded, highlightNow, loadHighlighter } from './highlight.ts';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string | undefined;
}

export const CodeBlock = memo(function CodeBlock({ code, language }: CodeBlockProps) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  const coloured = useHighlighted(code, language);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }

  return (
    <figure className={css.block}>
      <figcaption className={css.head}>
        <span>{language ?? t('code.plain')}</span>
        <button type="button" className={css.copy} onClick={() => void copy()}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied ? t('code.copied') : t('code.copy')}
        </button>
      </figcaption>
      <pre className={css.code} {...scrollable}>
        <code>{coloured}</code>
      </pre>
    </figure>
  );
});

function useHighlighted(code: string, language: string | undefined): ReactNode {
  const [ready, setReady] = useState(highlighterIsLoaded);
  useEffect(() => {
    if (ready || language === undefined) return;
    let gone = false;
    void loadHighlighter().then(() => {
      if (!gone) setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [ready, language]);
  return useMemo(() => {
    const tree = ready && language !== undefined ? highlightNow(code, language) : undefined;
    return tree ? tree.children.map(toReact) : code;
  }, [ready, code, language]);
}

type HighlightNode = NonNullable<ReturnType<typeof highlightNow>>['children'][number];

function toReact(node: HighlightNode, index: number): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const names = node.properties.className;
  return (
    <span key={index} className={Array.isArray(names) ? names.join(' ') : undefined}>
      {node.children.map(toReact)}
    </span>
  );
}
