/** Long output is cut in the middle for the conversation and kept whole in a file. Pure. */
import { safeSlice } from '../shared/text.ts';

const MAX_OUTPUT_BYTES = 50 * 1024;
const MAX_OUTPUT_LINES = 2000;

export function isTooLong(text: string): boolean {
  return Buffer.byteLength(text) > MAX_OUTPUT_BYTES || lineCount(text) > MAX_OUTPUT_LINES;
}

function lineCount(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/**
 * Beginning and end of `text` around a line that says what is missing and where it is.
 * `keptAt`: the file with the whole text; absent when it could not be written.
 */
export function cutMiddle(text: string, keptAt: string | undefined): string {
  const half = Math.floor(MAX_OUTPUT_BYTES / 2) - 200;
  const lines = Math.floor(MAX_OUTPUT_LINES / 2) - 2;
  const head = firstPart(text, half, lines);
  const tail = lastPart(text.slice(head.length), half, lines);
  const missing = text.length - head.length - tail.length;
  const missingLines = lineCount(text.slice(head.length, text.length - tail.length));
  const where =
    keptAt === undefined
      ? 'The whole output could not be kept.'
      : `The whole output is in ${keptAt}; Read it with offset and limit.`;
  const mark = `[... ${missingLines} lines, ${missing} characters left out. ${where} ...]`;
  return `${head}${head.endsWith('\n') ? '' : '\n'}${mark}\n${tail}`;
}

function firstPart(text: string, maxBytes: number, maxLines: number): string {
  let part = text.slice(0, maxBytes);
  if (Buffer.byteLength(part) > maxBytes) {
    part = Buffer.from(part)
      .toString('utf8', 0, maxBytes)
      .replace(/\ufffd+$/, '');
  }
  let end = -1;
  for (let line = 0; line < maxLines; line += 1) {
    const next = part.indexOf('\n', end + 1);
    if (next === -1) return wholeLines(safeSlice(part, part.length));
    end = next;
  }
  return part.slice(0, end + 1);
}

function wholeLines(part: string): string {
  const last = part.lastIndexOf('\n');
  // One enormous line is cut where the room ends.
  return last < part.length / 2 ? part : part.slice(0, last + 1);
}

function lastPart(text: string, maxBytes: number, maxLines: number): string {
  let part = text.slice(-maxBytes);
  if (Buffer.byteLength(part) > maxBytes) {
    const bytes = Buffer.from(part);
    part = bytes.toString('utf8', bytes.length - maxBytes).replace(/^\ufffd+/, '');
  }
  if (/^[\udc00-\udfff]/.test(part)) part = part.slice(1);
  let start = part.length;
  for (let line = 0; line <= maxLines; line += 1) {
    const previous = part.lastIndexOf('\n', start - 1);
    if (previous === -1 || start === 0) {
      const first = part.indexOf('\n');
      return first === -1 || first > part.length / 2 ? part : part.slice(first + 1);
    }
    start = previous;
  }
  return part.slice(start + 1);
}
