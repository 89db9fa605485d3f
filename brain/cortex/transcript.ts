/**
 * Exchanges out of a session's transcript: the owner's words and the final answer of each turn,
 * nothing else. Of turns that had text from elsewhere in view only the owner's words. Pure: bytes in, turns and the byte to go on from out.
 */
import { parseJson } from '../shared/json.ts';
import { safeSlice } from '../shared/text.ts';

export interface Exchange {
  readonly turnId: string;
  /** Byte of the file at which the turn's first record begins. */
  readonly position: number;
  readonly at: number;
  readonly userText: string;
  readonly answer: string;
}

export interface Parsed {
  readonly exchanges: readonly Exchange[];
  /** Everything before this byte is finished and need not be read again. */
  readonly next: number;
}

const NEWLINE = 0x0a;
const kinds = ['"started"', '"content"', '"taint"'];

interface Open {
  turnId: string;
  position: number;
  at: number;
  userText: string;
  answer: string;
  tainted: boolean;
}

/**
 * `bytes` begin at byte `offset` of the file, at the beginning of a line. A last line without its
 * newline is left for the next time. A turn that has no answer yet is given, but read again.
 */
export function parseTranscript(bytes: Buffer, offset: number): Parsed {
  const exchanges: Exchange[] = [];
  let open: Open | undefined;
  let start = 0;
  const close = (): void => {
    if (open !== undefined && (open.userText !== '' || open.answer !== '')) exchanges.push(open);
    open = undefined;
  };
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.subarray(start, end);
    const position = offset + start;
    start = end + 1;
    // Most records are tool output and streamed text; only these kinds are worth parsing.
    if (!kinds.some((kind) => line.includes(kind))) continue;
    const record = recordOf(line);
    if (record === undefined) continue;
    if (record.type === 'started') {
      close();
      open = {
        turnId: record.turnId,
        position,
        at: record.at,
        userText: record.text,
        answer: '',
        tainted: false,
      };
    } else if (open?.turnId === record.turnId) {
      if (record.type === 'taint') {
        open.tainted = true;
        continue;
      }
      open.answer = open.tainted ? '' : record.text;
      close();
    }
  }
  const next = open === undefined ? offset + start : open.position;
  close();
  return { exchanges, next };
}

/** A pasted book or an endless answer is found by its beginning; the transcript has all of it. */
const MAX_INDEXED_CHARS = 40_000;

interface Record_ {
  readonly type: 'started' | 'content' | 'taint';
  readonly turnId: string;
  readonly at: number;
  readonly text: string;
}

function recordOf(line: Buffer): Record_ | undefined {
  // A torn line: the hippocampus reports it; here there is nothing to index in it.
  const value = parseJson(line.toString('utf8'));
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, turnId, at, text = '' } = value as Readonly<Record<string, unknown>>;
  if (type !== 'started' && type !== 'content' && type !== 'taint') return undefined;
  if (typeof text !== 'string') return undefined;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return {
    type,
    turnId: typeof turnId === 'string' ? turnId : '',
    at: Number.isNaN(time) ? 0 : time,
    text: safeSlice(text, MAX_INDEXED_CHARS),
  };
}
