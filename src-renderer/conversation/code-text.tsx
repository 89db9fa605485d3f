/**
 * Coloured code. Long code is coloured in chunks of whole lines, so that a chunk that is complete is
 * coloured and drawn once while more is added below it.
 */
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { chunksOf } from './code-chunks.ts';
import { highlighterIsLoaded, highlightNow, loadHighlighter } from './highlight.ts';

interface CodeTextProps {
  readonly code: string;
  readonly language: string | undefined;
  readonly growing: boolean;
}

/** Up to here code is coloured as one piece: a comment over many lines keeps its colour. */
const wholeUpTo = 12_000;

export function CodeText({ code, language, growing }: CodeTextProps) {
  const ready = useHighlighter(language);
  if (!growing && code.length <= wholeUpTo) {
    return <Chunk code={code} language={language} ready={ready} />;
  }
  return chunksOf(code).map((chunk) => (
    <Chunk key={chunk.start} code={chunk.text} language={language} ready={ready} />
  ));
}

interface ChunkProps extends Omit<CodeTextProps, 'growing'> {
  readonly ready: boolean;
}

const Chunk = memo(function Chunk({ code, language, ready }: ChunkProps) {
  return useMemo(() => {
    const tree = ready && language !== undefined ? highlightNow(code, language) : undefined;
    return tree ? tree.children.map(toReact) : code;
  }, [ready, code, language]);
});

function useHighlighter(language: string | undefined): boolean {
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
  return ready;
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
