/**
 * Text files as bytes and back, without changing what nobody asked to change: encoding, byte order
 * mark and line endings. Used for the diff that is shown and for the file that is written, so that
 * both are the same.
 */
import { err, ok, type Result } from './result.ts';
import { type Sentence, say } from './say.ts';

export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1';

export interface TextFormat {
  readonly encoding: Encoding;
  readonly bom: boolean;
  /** The line ending of most lines. */
  readonly newline: '\n' | '\r\n';
}

export interface DecodedText extends TextFormat {
  readonly text: string;
}

const plainFormat: TextFormat = { encoding: 'utf8', bom: false, newline: '\n' };

/** How to read a file, from its first bytes; undefined: it is not text. */
export function detectEncoding(
  head: Uint8Array,
): { readonly encoding: Encoding; readonly bomBytes: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) {
    return { encoding: 'utf8', bomBytes: 3 };
  }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf16le', bomBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf16be', bomBytes: 2 };
  if (head.includes(0)) return undefined;
  try {
    // `stream` lets a character be cut at the end of the sample.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return { encoding: 'utf8', bomBytes: 0 };
  } catch {
    // Old eight-bit text; control characters other than white space mean that it is none.
    const binary = head.some((byte) => byte < 0x20 && ![9, 10, 12, 13, 27].includes(byte));
    return binary ? undefined : { encoding: 'latin1', bomBytes: 0 };
  }
}

/** The text of a file, or why it is none. */
export function decodeText(bytes: Uint8Array): Result<DecodedText, Sentence> {
  const found = detectEncoding(bytes);
  if (found === undefined) return err(say('text.binary'));
  const body = Buffer.from(bytes).subarray(found.bomBytes);
  const text = decode(body, found.encoding);
  if (found.encoding === 'utf16le' || found.encoding === 'utf16be') {
    if (body.length % 2 !== 0 || !text.isWellFormed()) {
      return err(say('text.damaged'));
    }
  }
  return ok({
    text,
    encoding: found.encoding,
    bom: found.bomBytes > 0,
    newline: newlineOf(text),
  });
}

function decode(body: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'utf8':
      return body.toString('utf8');
    case 'utf16le':
      return body.toString('utf16le');
    case 'utf16be':
      return new TextDecoder('utf-16be', { ignoreBOM: true }).decode(body);
    case 'latin1':
      return body.toString('latin1');
  }
}

function newlineOf(text: string): '\n' | '\r\n' {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf += 1;
    else lf += 1;
  }
  return crlf > lf ? '\r\n' : '\n';
}

/** Bytes of `text` in a file's own encoding; line endings are written as they are in `text`. */
export function encodeText(text: string, format: TextFormat): Result<Buffer, Sentence> {
  if (!text.isWellFormed()) return err(say('text.halfCharacter'));
  const marked = format.bom ? `\ufeff${text}` : text;
  switch (format.encoding) {
    case 'utf8':
      return ok(Buffer.from(marked, 'utf8'));
    case 'utf16le':
      return ok(Buffer.from(marked, 'utf16le'));
    case 'utf16be':
      return ok(Buffer.from(marked, 'utf16le').swap16());
    case 'latin1': {
      const bytes = Buffer.from(text, 'latin1');
      if (bytes.toString('latin1') === text) return ok(bytes);
      return err(say('text.eightBit'));
    }
  }
}

/** `text` with every bare line feed in the file's own line ending. */
export function withNewlines(text: string, newline: '\n' | '\r\n'): string {
  return newline === '\n' ? text : text.replace(/\r?\n/g, '\r\n');
}

/** What `Write` puts into a file that already exists (`before`) or not (undefined). */
export function replacementFor(
  before: Uint8Array | undefined,
  content: string,
): Result<
  { readonly bytes: Buffer; readonly text: string; readonly format: TextFormat },
  Sentence
> {
  const old = before === undefined || before.length === 0 ? undefined : decodeText(before);
  // A binary file that is replaced by text takes over nothing.
  const format = old?.ok ? old.value : plainFormat;
  const text = withNewlines(content.replace(/^\ufeff/, ''), format.newline);
  const bytes = encodeText(text, format);
  return bytes.ok ? ok({ bytes: bytes.value, text, format }) : bytes;
}
