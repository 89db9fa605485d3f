/**
 * What a server really sent in answer to a request for a stream: the stream, an error with status
 * 200, a web page, or the whole answer at once because it cannot stream.
 */
import { parseJson } from '../../shared/json.ts';
import { type Fetch, HttpError } from '../http.ts';
import { createEventLines } from './event-lines.ts';
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
    const change = format === 'events' ? createEventLines() : undefined;
    return new Response(wholeLines(reader, read, change), { status, headers });
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

function wholeLines(
  reader: Reader,
  read: readonly Bytes[],
  change: (lines: Uint8Array) => Uint8Array = (lines) => lines,
): ReadableStream<Uint8Array> {
  const waiting = [...read];
  let held: Bytes[] = [];
  let size = 0;

  /** The lines that `bytes` ends, with what was held of the first of them. */
  function take(bytes: Bytes): Bytes | undefined {
    const end = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
    const rest = bytes.subarray(end);
    if (end === 0) {
      held.push(rest);
      size += rest.length;
      if (size > LONGEST_LINE) throw new Error('a line of the answer does not end');
      return undefined;
    }
    const lines = joined([...held, bytes.subarray(0, end)]);
    held = rest.length === 0 ? [] : [rest];
    size = rest.length;
    return lines;
  }

  async function next(): Promise<Bytes | undefined> {
    for (;;) {
      const first = waiting.shift();
      const { done, value } =
        first === undefined ? await reader.read() : { done: false, value: first };
      if (done || value === undefined) {
        const last = held.length === 0 ? undefined : joined(held);
        held = [];
        return last;
      }
      const lines = take(value);
      if (lines !== undefined) return lines;
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const lines = await next();
          if (lines === undefined) controller.close();
          else controller.enqueue(change(lines));
        } catch (thrown) {
          // What went wrong is thrown; the body is only let go of.
          reader.cancel().catch(() => undefined);
          throw thrown;
        }
      },
      // Also when nobody reads on: the socket must not stay open.
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
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
  const value: unknown = parseJson(text);
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(one) ? one : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
