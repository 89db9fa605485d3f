import { useMemo } from 'react';
import { scrollable } from '../design/scrollable.ts';
import css from './diff.module.css';
import type { DiffLine } from './tool-words.ts';
import { type LinePiece, wordMarks } from './word-marks.ts';

const signs = { add: '+', remove: '−', same: ' ', hunk: '' } as const;

export function Diff({
  lines,
  label,
}: {
  readonly lines: readonly DiffLine[];
  readonly label: string;
}) {
  const marks = useMemo(() => wordMarks(lines), [lines]);
  return (
    // Code runs from left to right whatever the window does, and is seen from its beginning.
    <section className={css.diff} aria-label={label} dir="ltr" {...scrollable}>
      <div className={css.inner}>
        {lines.map((line) => (
          <div key={line.at} className={css[line.kind]}>
            <span className={css.sign}>{signs[line.kind]}</span>
            <Words text={line.text} pieces={marks.get(line.at)} />
          </div>
        ))}
      </div>
    </section>
  );
}

interface WordsProps {
  readonly text: string;
  readonly pieces: readonly LinePiece[] | undefined;
}

function Words({ text, pieces }: WordsProps) {
  if (pieces === undefined) return text;
  return pieces.map((piece) =>
    piece.changed ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
  );
}
