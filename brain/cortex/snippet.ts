/** The part of a text around its matches, with the matched words between U+0001 and U+0002. */
import { isSpaceless, looseStem } from '../shared/words.ts';

const OPEN = '\u0001';
const CLOSE = '\u0002';
/** Characters of a snippet. */
const WIDTH = 200;

interface Mark {
  readonly from: number;
  readonly to: number;
}

export function snippetOf(text: string, terms: readonly string[]): string {
  const plain = text.replaceAll(OPEN, '').replaceAll(CLOSE, '').replace(/\s+/g, ' ').trim();
  const marks = marksOf(plain, terms);
  const start = bestStart(marks, plain.length);
  const end = Math.min(plain.length, start + WIDTH);
  const from = wordStart(plain, start);
  const to = wordEnd(plain, end);
  let result = from > 0 ? '…' : '';
  let at = from;
  for (const mark of marks) {
    if (mark.from < from || mark.to > to) continue;
    result += plain.slice(at, mark.from) + OPEN + plain.slice(mark.from, mark.to) + CLOSE;
    at = mark.to;
  }
  return result + plain.slice(at, to) + (to < plain.length ? '…' : '');
}

function marksOf(text: string, terms: readonly string[]): readonly Mark[] {
  const stems = new Set(terms.filter((term) => !isSpaceless(term)).map(looseStem));
  const parts = [...stems].filter((stem) => stem.length >= 4);
  const marks: Mark[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*/gu)) {
    const word = match[0].normalize('NFKC').toLowerCase();
    if (isSpaceless(word)) continue;
    const stem = looseStem(word);
    if (stems.has(stem) || parts.some((part) => stem.includes(part))) {
      marks.push({ from: match.index, to: match.index + match[0].length });
    }
  }
  for (const term of terms.filter(isSpaceless)) {
    for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + term.length)) {
      marks.push({ from: at, to: at + term.length });
    }
  }
  return joined(marks.toSorted((a, b) => a.from - b.from));
}

/** Overlapping pairs of one run become one mark. */
function joined(marks: readonly Mark[]): readonly Mark[] {
  const result: Mark[] = [];
  for (const mark of marks) {
    const last = result.at(-1);
    if (last !== undefined && mark.from <= last.to) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, mark.to) };
    } else {
      result.push(mark);
    }
  }
  return result;
}

/** Where a window of `WIDTH` characters sees the most matches. */
function bestStart(marks: readonly Mark[], length: number): number {
  let best = 0;
  let most = -1;
  for (const [index, first] of marks.entries()) {
    let count = 0;
    for (let i = index; i < marks.length && (marks[i]?.to ?? 0) <= first.from + WIDTH - 40; i++)
      count++;
    if (count > most) {
      most = count;
      best = first.from - 40;
    }
  }
  return Math.max(0, Math.min(best, length - WIDTH));
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at);
  if (space !== -1 && space - at <= 20) return space + 1;
  return isLowSurrogate(text, at) ? at + 1 : at;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  if (space !== -1 && at - space <= 20) return space;
  return isLowSurrogate(text, at) ? at - 1 : at;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
