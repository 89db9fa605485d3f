import { scrollable } from '../design/scrollable.ts';
import css from './diff.module.css';
import type { DiffLine } from './tool-words.ts';

const signs = { add: '+', remove: '−', same: ' ', hunk: '' } as const;

export function Diff({
  lines,
  label,
}: {
  readonly lines: readonly DiffLine[];
  readonly label: string;
}) {
  return (
    <section className={css.diff} aria-label={label} {...scrollable}>
      <div className={css.inner}>
        {lines.map((line) => (
          <div key={line.at} className={css[line.kind]}>
            <span className={css.sign}>{signs[line.kind]}</span>
            {line.text}
          </div>
        ))}
      </div>
    </section>
  );
}
