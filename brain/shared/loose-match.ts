/**
 * Finds a text of whole lines whose white space a model did not copy exactly: blanks at the ends of
 * lines, or all lines indented by the same more or less. Only where one place fits; anything else is
 * left to an error that names what is similar. Pure.
 */

/** Fewer other characters than this could stand anywhere. */
const MIN_CHARS = 8;

export interface LooseMatch {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Indents a replacement as the found lines are; undefined where that is not clear. */
  indent(replacement: string): string | undefined;
}

interface Line {
  readonly start: number;
  /** Without its line break. */
  readonly text: string;
}

type Shift = { readonly kind: 'more' | 'less'; readonly by: string };

/** Undefined where no place, or more than one, fits. */
export function looseMatch(text: string, wanted: string): LooseMatch | undefined {
  const unix = wanted.replaceAll('\r\n', '\n');
  const isWhole = unix.endsWith('\n');
  const lines = (isWhole ? unix.slice(0, -1) : unix).split('\n');
  if (lines.join('').replace(/\s+/g, '').length < MIN_CHARS) return undefined;
  const own = linesOf(text);
  let found: LooseMatch | undefined;
  for (let at = 0; at + lines.length <= own.length; at += 1) {
    const shift = shiftOf(own, at, lines);
    if (shift === undefined) continue;
    if (found !== undefined) return undefined;
    const first = own[at];
    const last = own[at + lines.length - 1];
    if (first === undefined || last === undefined) continue;
    const next = own[at + lines.length];
    const end = isWhole && next !== undefined ? next.start : last.start + last.text.length;
    found = { start: first.start, end, indent: (replacement) => shifted(replacement, shift) };
  }
  return found;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; ; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    lines.push({ start, text: line.endsWith('\r') ? line.slice(0, -1) : line });
    if (end === -1) return lines;
    start = end + 1;
  }
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** How the text's lines from `at` on differ from the wanted ones; undefined: in more than white space. */
function shiftOf(own: readonly Line[], at: number, wanted: readonly string[]): Shift | undefined {
  let shift: Shift | undefined;
  for (const [index, line] of wanted.entries()) {
    const there = own[at + index]?.text ?? '';
    if (there.trim() !== line.trim()) return undefined;
    if (line.trim() === '') continue;
    const one = difference(indentOf(there), indentOf(line));
    if (one === undefined || (shift !== undefined && !alike(shift, one))) return undefined;
    shift ??= one;
  }
  return shift;
}

function difference(there: string, wanted: string): Shift | undefined {
  if (there.endsWith(wanted))
    return { kind: 'more', by: there.slice(0, there.length - wanted.length) };
  if (wanted.endsWith(there))
    return { kind: 'less', by: wanted.slice(0, wanted.length - there.length) };
  return undefined;
}

const alike = (a: Shift, b: Shift): boolean => a.by === b.by && (a.by === '' || a.kind === b.kind);

function shifted(replacement: string, { kind, by }: Shift): string | undefined {
  const lines = replacement.replaceAll('\r\n', '\n').split('\n');
  const result: string[] = [];
  for (const line of lines) {
    if (line.trim() === '' || by === '') result.push(line);
    else if (kind === 'more') result.push(by + line);
    else if (line.startsWith(by)) result.push(line.slice(by.length));
    else return undefined;
  }
  return result.join('\n');
}
