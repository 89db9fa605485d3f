import type { Components } from 'hast-util-to-jsx-runtime';
import { memo, useRef, useState } from 'react';
import remarkMath from 'remark-math';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { CodeBlock } from './code-block.tsx';
import { Formula } from './formula.tsx';
import css from './markdown.module.css';
import { type Block, renderableBlocks, type Split, splitBlocks } from './markdown-blocks.ts';
import { createMarkdownRenderer } from './markdown-tree.ts';
import { formulaOf, withMathMarks } from './math-marks.ts';
import { safeHref } from './safe-href.ts';

/** Headings of an answer stand below the room's own title, whatever levels the model chose. */
const components: Partial<Components> = {
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
    if (className?.includes('math-')) return <Formula {...formulaOf(text.trim())} />;
    const language = /language-(\S+)/.exec(className ?? '')?.[1];
    if (language === undefined && !text.includes('\n')) return <code>{children}</code>;
    return <CodeBlock code={text.replace(/\n$/, '')} language={language} growing={false} />;
  },
  // Columns, numbers and bullets stand where the answer's own language has them, not the window's.
  ul: ({ className, children }) => (
    <ul dir="auto" className={className}>
      {children}
    </ul>
  ),
  ol: ({ className, start, children }) => (
    <ol dir="auto" className={className} start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  table: ({ children }) => (
    <div className={css.table} dir="auto">
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

const render = createMarkdownRenderer(components);
/** With formulas between double dollars; one dollar is a dollar. */
const renderMath = createMarkdownRenderer(components, [
  [remarkMath, { singleDollarTextMath: false }],
]);

interface MarkdownBlockProps {
  readonly text: string;
  readonly growing: boolean;
}

const MarkdownBlock = memo(
  function MarkdownBlock({ text, growing }: MarkdownBlockProps) {
    const withMath = withMathMarks(text);
    return withMath === undefined ? render(text, !growing) : renderMath(withMath, !growing);
  },
  (before, after) => before.text === after.text,
);

interface MarkdownProps {
  readonly text: string;
  /** False while text may still be added. */
  readonly finished: boolean;
}

/** Blocks that are compared as one: of a long answer only the last group is drawn anew. */
const blocksPerGroup = 16;

export const Markdown = memo(function Markdown({ text, finished }: MarkdownProps) {
  const last = useRef<Split>(undefined);
  last.current = splitBlocks(text, last.current);
  const blocks = renderableBlocks(last.current, finished);
  // It was seen growing: then the browser knows how tall each block is, and may skip unseen ones.
  const [sawGrowing] = useState(!finished);
  const groups: (readonly Block[])[] = [];
  for (let at = 0; at < blocks.length; at += blocksPerGroup) {
    groups.push(blocks.slice(at, at + blocksPerGroup));
  }
  return (
    <div className={cx(css.markdown, sawGrowing && css.grown)} data-said>
      {groups.map((group, index) => (
        <BlockGroup
          key={group[0]?.start}
          blocks={group}
          growing={!finished && index === groups.length - 1}
        />
      ))}
    </div>
  );
});

interface BlockGroupProps {
  readonly blocks: readonly Block[];
  /** More may still be added to its last block. */
  readonly growing: boolean;
}

const BlockGroup = memo(
  function BlockGroup({ blocks, growing }: BlockGroupProps) {
    const shown = blocks.map((block, index) => {
      const isLast = growing && index === blocks.length - 1;
      return block.code === undefined ? (
        <MarkdownBlock key={block.start} text={block.text.trimEnd()} growing={isLast} />
      ) : (
        <CodeBlock
          key={block.start}
          code={block.code.text}
          language={block.code.language}
          growing={isLast}
        />
      );
    });
    return <div className={css.group}>{shown}</div>;
  },
  (before, after) =>
    before.growing === after.growing &&
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index]),
);
