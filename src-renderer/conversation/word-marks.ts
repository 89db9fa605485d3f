/** Which words of a changed line are different, so that a reader need not compare letter by letter. */
import { diffWordsWithSpace } from 'diff';
import type { DiffLine } from './tool-words.ts';

export interface LinePiece {
  /** Its place in the line. */
  readonly at: number;
  readonly text: string;
  readonly changed: boolean;
}

/** Longer lines are compared as a whole: nobody reads them word by word. */
const longestLine = 600;
/** Two lines that share less than this have nothing to do with each other. */
const leastShared = 0.35;

/** For each line that was changed into its counterpart, by `at`. Lines without one are missing. */
export function wordMarks(lines: readonly DiffLine[]): ReadonlyMap<number, readonly LinePiece[]> {
  const marks = new Map<number, readonly LinePiece[]>();
  let at = 0;
  while (at < lines.length) {
    const removed = runOf(lines, at, 'remove');
    const added = runOf(lines, at + removed.length, 'add');
    // As many in as out: line for line. Otherwise what belongs together is a guess.
    if (removed.length === added.length) {
      for (const [index, before] of removed.entries()) markPair(before, added[index], marks);
    }
    at += Math.max(1, removed.length + added.length);
  }
  return marks;
}

function runOf(
  lines: readonly DiffLine[],
  from: number,
  kind: DiffLine['kind'],
): readonly DiffLine[] {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return lines.slice(from, end);
}

function markPair(
  before: DiffLine,
  after: DiffLine | undefined,
  marks: Map<number, readonly LinePiece[]>,
): void {
  if (after === undefined) return;
  if (before.text.length > longestLine || after.text.length > longestLine) return;
  const changes = diffWordsWithSpace(before.text, after.text);
  const shared = changes
    .filter((change) => !change.added && !change.removed)
    .reduce((sum, change) => sum + change.value.trim().length, 0);
  const longer = Math.max(before.text.trim().length, after.text.trim().length);
  if (longer === 0 || shared / longer < leastShared) return;
  marks.set(before.at, piecesOf(changes.filter((change) => !change.added)));
  marks.set(after.at, piecesOf(changes.filter((change) => !change.removed)));
}

type Change = ReturnType<typeof diffWordsWithSpace>[number];

function piecesOf(changes: readonly Change[]): readonly LinePiece[] {
  const pieces: LinePiece[] = [];
  let at = 0;
  for (const { value, added, removed } of changes) {
    pieces.push({ at, text: value, changed: added || removed });
    at += value.length;
  }
  return pieces;
}
