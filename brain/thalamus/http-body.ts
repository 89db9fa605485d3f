/** What comes after the headers of a response: as a stream for the SDKs, or the little that an error says. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const MAX_ERROR_BODY = 16_384;
/** An error is known by its status; its words are not worth a longer wait. */
const ERROR_BODY_MS = 3_000;

const unpackers = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Nobody asks for packed answers, but some gateways pack them all the same. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const create = unpackers.get(encoding);
  if (create === undefined) return response;
  // Ends both when either breaks; who reads is told by the last one's own events.
  return pipeline(response, create(), () => undefined);
}

/** Bytes that may wait for whoever reads; beyond them the server waits. */
const READ_AHEAD = 65_536;

/** By hand: Node's own bridge between the two kinds of stream costs more than reading the answer. */
export function bodyStream(
  response: IncomingMessage,
  onBytes: () => void,
): ReadableStream<Uint8Array> {
  const body = unpacked(response);
  let over = false;
  const once = (end: () => void) => (): void => {
    if (!over) end();
    over = true;
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        response.on('data', onBytes);
        body.on('data', (piece: Buffer) => {
          if (over) return;
          controller.enqueue(piece);
          if ((controller.desiredSize ?? 0) <= 0) body.pause();
        });
        body.once(
          'end',
          once(() => controller.close()),
        );
        body.on('error', (error) => once(() => controller.error(error))());
        body.once(
          'close',
          once(() => controller.error(new Error('the connection closed'))),
        );
      },
      pull() {
        body.resume();
      },
      // Whoever stops reading (break, abort) must not leave the socket open.
      cancel() {
        over = true;
        response.destroy();
        body.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
  );
}

export async function readSome(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), ERROR_BODY_MS);
  try {
    for await (const piece of unpacked(response)) {
      const bytes = Buffer.from(piece);
      pieces.push(bytes);
      size += bytes.length;
      if (size >= MAX_ERROR_BODY) break;
    }
  } catch {
    // The body of an error is a courtesy: what came of it is enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces).toString('utf8');
}
