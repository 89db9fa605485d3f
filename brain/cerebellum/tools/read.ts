import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { ToolResult } from '../../regions.ts';
import { hashOf } from '../../shared/ids.ts';
import { openForRead } from '../../shared/safe-open.ts';
import { joined, type Sentence, say, sayCount, sentenceOf } from '../../shared/say.ts';
import { safeSlice } from '../../shared/text.ts';
import { detectEncoding, type Encoding } from '../../shared/text-file.ts';
import { IMAGE_HEAD_BYTES, imageTypeOf, MAX_IMAGE_BYTES } from '../image-file.ts';
import { openFailed, reach } from '../reach.ts';
import { stampOf } from '../read-registry.ts';
import { defineTool, done, doneWith, failed } from '../tool.ts';

const DEFAULT_LINES = 2000;
const MAX_BYTES = 48 * 1024;
const MAX_LINE = 2000;
const SAMPLE = 64 * 1024;
/** Files up to here are hashed, so that a mere touch does not count as a change. */
const MAX_HASHED = 4 * 1024 * 1024;

export const readTool = defineTool({
  spec: {
    name: 'Read',
    description:
      'Reads a text file, or shows a picture (PNG, JPEG, GIF, WebP). Every line comes with its number and a tab in front; these are not part ' +
      'of the file. Long files come in parts: use offset (first line, from 1) and limit (lines).',
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'files',
  },
  parameters: z.strictObject({
    file_path: z.string().describe('Absolute, or relative to the working folder.'),
    offset: z.int().min(1).optional().describe('First line to read, from 1.'),
    limit: z.int().min(1).optional().describe('How many lines; 2000 without it.'),
  }),
  async run(args, run, deps) {
    const target = await reach(args.file_path, 'read', run, deps);
    if (!target.ok) return target.error;
    const { real } = target.value;
    const opened = await openForRead(real);
    if (!opened.ok) {
      if (opened.error.kind === 'not_a_file') {
        return failed(
          'validation',
          say('read.useGlob', { why: sentenceOf(opened.error, 'message') }),
        );
      }
      return openFailed(opened.error);
    }
    const file = opened.value;
    try {
      const stats = await file.stat({ bigint: true });
      const picture = await readImage(file, Number(stats.size));
      if (picture !== undefined) return picture;
      const result = await readPart(file, args.offset ?? 1, args.limit ?? DEFAULT_LINES);
      if (result.ok) {
        const hash = stats.size <= MAX_HASHED ? hashOf(await wholeOf(file, stats.size)) : undefined;
        deps.reads.note(run.turn.sessionId, real, { stamp: stampOf(stats), hash });
      }
      return result;
    } finally {
      await file.close();
    }
  },
});

/** Undefined for a file that is none. */
async function readImage(file: FileHandle, size: number): Promise<ToolResult | undefined> {
  const head = Buffer.alloc(IMAGE_HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const mediaType = imageTypeOf(head.subarray(0, bytesRead));
  if (mediaType === undefined) return undefined;
  if (size > MAX_IMAGE_BYTES) {
    return failed(
      'validation',
      say('read.pictureTooLarge', { bytes: size, limit: MAX_IMAGE_BYTES }),
    );
  }
  const data = (await wholeOf(file, BigInt(size))).toString('base64');
  const told = done(say('read.picture', { type: mediaType, bytes: size }));
  return { ...told, images: [{ mediaType, data }] };
}

async function wholeOf(file: FileHandle, size: bigint): Promise<Buffer> {
  const bytes = Buffer.alloc(Number(size));
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

async function readPart(file: FileHandle, offset: number, limit: number): Promise<ToolResult> {
  const sample = Buffer.alloc(SAMPLE);
  const { bytesRead } = await file.read(sample, 0, SAMPLE, 0);
  if (bytesRead === 0) return done(say('read.empty'));
  const found = detectEncoding(sample.subarray(0, bytesRead));
  if (found === undefined) {
    return failed('validation', say('read.binary'));
  }
  const lines = new LineCollector(offset, limit);
  const decoder = new TextDecoder(labelOf(found.encoding), { ignoreBOM: true });
  const stream = file.createReadStream({ start: found.bomBytes, autoClose: false });
  for await (const chunk of stream) {
    lines.add(decoder.decode(chunk, { stream: true }));
    if (lines.full) break;
  }
  if (!lines.full) lines.end(decoder.decode());
  return doneWith(lines.text, noteOf(lines, offset, found.encoding));
}

function labelOf(encoding: Encoding): string {
  const labels = { utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be', latin1: 'latin1' };
  return labels[encoding];
}

function noteOf(lines: LineCollector, offset: number, encoding: Encoding): Sentence | undefined {
  const notes: Sentence[] = [];
  if (lines.full) {
    notes.push(say('read.more', { line: offset + lines.taken }));
  } else if (lines.taken === 0) {
    notes.push(say('read.onlyLines', { lines: sayCount('count.lines', lines.seen) }));
  }
  if (encoding !== 'utf8') notes.push(say('read.encoding', { name: encoding }));
  return notes.length === 0 ? undefined : say('tool.note', { what: joined(notes, '; ') });
}

/** Takes lines from `offset` on until the room is used, without holding the rest of the file. */
class LineCollector {
  full = false;
  seen = 0;
  taken = 0;
  readonly #offset: number;
  readonly #limit: number;
  readonly #parts: string[] = [];
  #bytes = 0;
  #rest = '';
  /** How much of the current line was dropped because it is too long to be shown. */
  #dropped = 0;

  constructor(offset: number, limit: number) {
    this.#offset = offset;
    this.#limit = limit;
  }

  get text(): string {
    return this.#parts.join('\n');
  }

  add(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      this.#extend(text.slice(from, at));
      this.#line();
      if (this.full) return;
      from = at + 1;
    }
    this.#extend(text.slice(from));
  }

  end(text: string): void {
    this.add(text);
    if (!this.full && (this.#rest !== '' || this.#dropped > 0)) this.#line();
  }

  #extend(text: string): void {
    const room = MAX_LINE + 1 - this.#rest.length;
    this.#rest += text.slice(0, Math.max(0, room));
    this.#dropped += Math.max(0, text.length - Math.max(0, room));
  }

  #line(): void {
    this.seen += 1;
    const line = this.#rest.replace(/\r$/, '');
    const length = line.length + this.#dropped;
    this.#rest = '';
    this.#dropped = 0;
    if (this.seen < this.#offset) return;
    const shown = length > MAX_LINE ? `${safeSlice(line, MAX_LINE)}… [${length} characters]` : line;
    const numbered = `${String(this.seen).padStart(6)}\t${shown}`;
    this.#bytes += Buffer.byteLength(numbered) + 1;
    if (this.taken >= this.#limit || (this.taken > 0 && this.#bytes > MAX_BYTES)) {
      this.full = true;
      return;
    }
    this.#parts.push(numbered);
    this.taken += 1;
  }
}
