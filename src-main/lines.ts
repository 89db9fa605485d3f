/** Splits a byte stream into lines of text, with a limit on each line. */
import { decodeUtf8 } from './pipes.ts';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** For lines from a brain: answers may be larger than requests, a long session comes in one piece. */
export const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

export interface LineHandlers {
  onLine(text: string): void;
  /** Called once per line that is too long, as soon as that is known; the line is skipped. */
  onTooLarge(): void;
  onNotText(): void;
}

/** Returns the function to feed with chunks. Empty lines are ignored. */
export function createLineReader(
  maxBytes: number,
  handlers: LineHandlers,
): (chunk: Uint8Array) => void {
  let parts: Uint8Array[] = [];
  let size = 0;
  let skipping = false;

  function add(part: Uint8Array): void {
    if (skipping || part.length === 0) return;
    size += part.length;
    if (size > maxBytes) {
      skipping = true;
      parts = [];
      handlers.onTooLarge();
      return;
    }
    parts.push(part);
  }

  function endLine(): void {
    const skipped = skipping;
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    parts = [];
    size = 0;
    skipping = false;
    if (skipped) return;
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    if (end === 0) return;
    const text = decodeUtf8(bytes.subarray(0, end));
    if (text === undefined) handlers.onNotText();
    else handlers.onLine(text);
  }

  return (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, at));
      endLine();
      start = at + 1;
    }
    // A copy, because a socket may reuse its buffer after this call.
    add(chunk.slice(start));
  };
}
