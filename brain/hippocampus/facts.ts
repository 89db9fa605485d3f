/** The facts of a knowledge file and where each one stands in it. Pure. */
import type { Fact } from '../regions.ts';
import { oneLine } from '../shared/text.ts';

export interface PlacedFact extends Omit<Fact, 'path'> {
  /** The whole item: its lines, with their ends, and its history. Offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** What the item begins with, such as `- `. */
  readonly mark: string;
  /** The lines that keep what it said before. */
  readonly history: string;
}

const item = /^([ \t]*[-*+][ \t]+)(.*)$/;
const ownComment = /<!--\s*(\d{4}-\d\d-\d\d)(?:,\s*([a-z]+_[0-9a-z]+))?\s*-->\s*$/;
const until =
  /^[ \t]+<!-- until (\d{4}-\d\d-\d\d): (.*?)(?: \((\d{4}-\d\d-\d\d)?(?:, )?([a-z]+_[0-9a-z]+)?\))? -->\s*$/;

/** Offsets into the text; `end` is behind its line break. */
interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Not in a code fence, nor inside a longer comment. */
  readonly visible: boolean;
}

export function factsIn(text: string): readonly PlacedFact[] {
  const found: PlacedFact[] = [];
  const lines = linesOf(text);
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at];
    const [, mark, begun] = (first?.visible === true && item.exec(first.text)) || [];
    if (first === undefined || mark === undefined || begun === undefined) continue;
    const said = [begun];
    const before: Fact['before'][number][] = [];
    let end = first.end;
    let history = '';
    for (let next = lines[at + 1]; next !== undefined; next = lines[at + 1]) {
      const old = until.exec(next.text);
      if (old !== null) {
        const [, day = '', words = ''] = old;
        before.push({ text: words, until: day });
        history += text.slice(next.start, next.end);
      } else if (next.visible && /^[ \t]+[^\s<]/.test(next.text) && !item.test(next.text)) {
        said.push(next.text);
      } else break;
      end = next.end;
      at += 1;
    }
    const whole = said.join(' ').trim();
    const [, learned, sessionId] = ownComment.exec(whole) ?? [];
    const plain = oneLine(whole.replace(/<!--.*?-->/g, ' '));
    if (plain === '') continue;
    found.push({
      text: plain,
      before,
      ...(learned === undefined ? {} : { learned }),
      ...(sessionId === undefined ? {} : { sessionId }),
      start: first.start,
      end,
      mark,
      history,
    });
  }
  return found;
}

export function linesOf(text: string): readonly Line[] {
  return read(text).lines;
}

/** A code fence or a comment has begun and does not end: nothing behind it would be found. */
export function endsHidden(text: string): boolean {
  return read(text).isHidden;
}

function read(text: string): { readonly lines: readonly Line[]; readonly isHidden: boolean } {
  const lines: Line[] = [];
  let start = 0;
  let fence: string | undefined;
  let comment = false;
  for (const raw of text.split('\n')) {
    const end = Math.min(text.length, start + raw.length + 1);
    const mark = /^\s*(```|~~~)/.exec(raw)?.[1];
    const visible = !comment && fence === undefined && mark === undefined;
    if (comment) comment = !raw.includes('-->');
    else if (mark !== undefined)
      fence = fence === undefined ? mark : mark === fence ? undefined : fence;
    else if (fence === undefined) comment = raw.lastIndexOf('<!--') > raw.lastIndexOf('-->');
    lines.push({ text: raw.replace(/\r$/, ''), start, end, visible });
    start = end;
  }
  return { lines, isHidden: comment || fence !== undefined };
}

/** The same fact in other capitals, spacing or with another full stop is the same fact. */
export function comparable(fact: string): string {
  return oneLine(fact)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.!。]+$/u, '');
}

export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/**
 * The item with other words: what it said stands below it in a comment, the newest first.
 * `today` and `sessionId` say since when and from where.
 */
export function correctedItem(
  fact: PlacedFact,
  words: string,
  source: { readonly today: string; readonly sessionId: string | undefined; readonly eol: string },
): string {
  const { today, sessionId, eol } = source;
  const indent = /^[ \t]*/.exec(fact.mark)?.[0] ?? '';
  const origin = [fact.learned, fact.sessionId].filter((part) => part !== undefined).join(', ');
  const old = `${fact.text}${origin === '' ? '' : ` (${origin})`}`;
  return [
    `${fact.mark}${words} <!-- ${commentOf(today, sessionId)} -->${eol}`,
    `${indent}  <!-- until ${today}: ${old} -->${eol}`,
    fact.history === '' || fact.history.endsWith('\n') ? fact.history : `${fact.history}${eol}`,
  ].join('');
}

export function commentOf(today: string, sessionId: string | undefined): string {
  return sessionId === undefined ? today : `${today}, ${sessionId}`;
}
