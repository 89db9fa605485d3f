import { memo, useRef } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useI18n } from '../i18n/index.ts';
import { CodeBlock } from './code-block.tsx';
import css from './markdown.module.css';
import { renderableBlocks, type Split, splitBlocks } from './markdown-blocks.ts';
import { safeHref } from './safe-href.ts';

const plugins = [remarkGfm];

/** Headings of an answer stand below the room's own title, whatever levels the model chose. */
const components: Components = {
  a({ href, children }) {
    const safe = safeHref(href);
    if (safe === undefined) return <span>{children}</span>;
    return (
      <a href={safe} target="_blank" rel="noreferrer noopener" title={safe}>
        {children}
      </a>
    );
  },
  // Nothing remote is loaded: loading a picture would tell its server who reads this and when.
  img({ src, alt }) {
    const safe = safeHref(typeof src === 'string' ? src : undefined);
    const words = alt || safe || '';
    if (safe === undefined) return <span>{words}</span>;
    return (
      <a href={safe} target="_blank" rel="noreferrer noopener" title={safe}>
        {words}
      </a>
    );
  },
  h1: ({ children }) => <h2 data-level="1">{children}</h2>,
  h2: ({ children }) => <h2 data-level="2">{children}</h2>,
  h3: ({ children }) => <h2 data-level="3">{children}</h2>,
  h4: ({ children }) => <h2 data-level="4">{children}</h2>,
  h5: ({ children }) => <h2 data-level="4">{children}</h2>,
  h6: ({ children }) => <h2 data-level="4">{children}</h2>,
  pre: ({ children }) => <>{children}</>,
  code({ className, children }) {
    const text = String(children ?? '');
    const language = /language-(\S+)/.exec(className ?? '')?.[1];
    if (language === undefined && !text.includes('\n')) return <code>{children}</code>;
    return <CodeBlock code={text.replace(/\n$/, '')} language={language} />;
  },
  table: ({ children }) => (
    <div className={css.table}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => <TaskMark done={checked ?? false} />,
};

function TaskMark({ done }: { readonly done: boolean }) {
  const { t } = useI18n();
  return (
    <input
      type="checkbox"
      checked={done}
      readOnly
      disabled
      aria-label={t(done ? 'markdown.done' : 'markdown.open')}
    />
  );
}

const MarkdownBlock = memo(function MarkdownBlock({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={keepUrl}>
      {text}
    </ReactMarkdown>
  );
});

/** The address is judged where it is used. */
const keepUrl = (url: string): string => url;

interface MarkdownProps {
  readonly text: string;
  /** False while text may still be added. */
  readonly finished: boolean;
}

export const Markdown = memo(function Markdown({ text, finished }: MarkdownProps) {
  const last = useRef<Split>(undefined);
  last.current = splitBlocks(text, last.current);
  return (
    <div className={css.markdown}>
      {renderableBlocks(last.current, finished).map((block) => (
        <MarkdownBlock key={block.start} text={block.text} />
      ))}
    </div>
  );
});
