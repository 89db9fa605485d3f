/**
 * What a server really sent in answer to a request for a stream: the stream, an error with status
 * 200, a web page, or the whole answer at once because it cannot stream.
 */
import { type Fetch, HttpError } from '../http.ts';
import type { Connection } from './provider.ts';

/** A line longer than this is no answer any more. Bytes. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LF = 10;
const CR = 13;
const BLANK = new Set([LF, CR, 9, 32, 0xef, 0xbb, 0xbf]);

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A fetch for streams of server-sent events or JSON lines. The SDKs look for the end of a line from
 * its beginning at every piece, which takes minutes for a long one: they get whole lines only.
 */
export function streamed(fetch: Fetch, format: 'events' | 'lines'): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const reader = response.body.getReader();
    const { read, first } = await peek(reader);
    const page = first === '<';
    const whole = format === 'events' && (first === '{' || first === '[');
    if (page || whole) {
      const text = await textOf(reader, read);
      const body = page ? undefined : wholeAnswer(text);
      if (body === undefined) throw new HttpError(statusIn(text, page), response.headers, text);
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    }
    const { status, headers } = response;
    const body = ReadableStream.from(wholeLines(reader, read));
    return new Response(body, { status, headers });
  };
}

/** The same connection for a request that is answered by server-sent events. */
export function streaming(connection: Connection): Connection {
  return { ...connection, fetch: streamed(connection.fetch, 'events') };
}

type Reader = ReadableStreamDefaultReader<Bytes>;

/** Reads up to the first character that is not blank. */
async function peek(
  reader: Reader,
): Promise<{ readonly read: readonly Bytes[]; readonly first: string | undefined }> {
  const read: Bytes[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { read, first: undefined };
    read.push(value);
    const byte = value.find((one) => !BLANK.has(one));
    if (byte !== undefined) return { read, first: String.fromCharCode(byte) };
  }
}

async function textOf(reader: Reader, read: readonly Bytes[]): Promise<string> {
  const pieces = [...read];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
    if (size > LONGEST_LINE) break;
  }
  // Closes the connection of an answer that was given up.
  await reader.cancel();
  return Buffer.concat(pieces).toString('utf8').trim();
}

async function* wholeLines(reader: Reader, read: readonly Bytes[]): AsyncGenerator<Bytes> {
  let held: Bytes[] = [];
  let size = 0;

  function* take(bytes: Bytes): Generator<Bytes> {
    const end = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
    if (end > 0) {
      yield joined([...held, bytes.subarray(0, end)]);
      held = [];
      size = 0;
    }
    if (end === bytes.length) return;
    held.push(bytes.subarray(end));
    size += bytes.length - end;
    if (size > LONGEST_LINE) throw new Error('a line of the answer does not end');
  }

  try {
    for (const bytes of read) yield* take(bytes);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield* take(value);
    }
    if (held.length > 0) yield joined(held);
  } finally {
    // Also when nobody reads on: the socket must not stay open.
    reader.cancel().catch(() => undefined);
  }
}

function joined(pieces: readonly Bytes[]): Bytes {
  const [only, ...more] = pieces;
  return only !== undefined && more.length === 0 ? only : new Uint8Array(Buffer.concat(pieces));
}

/** The answer of a server that does not stream, as a stream of one event; `undefined` for an error. */
function wholeAnswer(text: string): string | undefined {
  const body = parsed(text);
  if (body === undefined) return undefined;
  const isAnswer = 'choices' in body || 'content' in body || 'output' in body;
  if (!isAnswer || ('error' in body && body.error)) return undefined;
  return `event: message\ndata: ${JSON.stringify(body)}\n\n`;
}

const statusOfType: readonly (readonly [RegExp, number])[] = [
  [/rate.?limit|too many requests/i, 429],
  [/overloaded/i, 529],
  [/authentication|invalid.api.key|unauthorized/i, 401],
  [/invalid.request|not.found|does not exist|permission|billing/i, 400],
];

/** The status that the error should have had. */
function statusIn(text: string, page: boolean): number {
  if (page) return 200;
  const body = parsed(text);
  const error = body !== undefined && isObject(body.error) ? body.error : body;
  for (const value of [error?.code, error?.status, body?.code, body?.status]) {
    const status = Number(value);
    if (status >= 400 && status <= 599) return status;
  }
  return statusOfType.find(([sign]) => sign.test(text))?.[1] ?? 500;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const one: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(one) ? one : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
