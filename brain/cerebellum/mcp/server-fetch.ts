/**
 * Requests to a server at a URL, whose answers must not fill our memory. (Redirects that would take its keys
 * elsewhere are refused by the SDK.)
 */
import type { FetchLike } from '@modelcontextprotocol/client';
import { MAX_MESSAGE } from './limits.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** `maxBytes`: of one message. */
export const serverFetch =
  (maxBytes = MAX_MESSAGE): FetchLike =>
  async (address, init) =>
    bounded(await fetch(address, init), maxBytes);

function bounded(response: Response, maxBytes: number): Response {
  if (response.body === null) return response;
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  const body = response.body.pipeThrough(isStream ? limitEvents(maxBytes) : limitAll(maxBytes));
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

const tooMuch = (maxBytes: number): Error =>
  new Error(`It sent a message of more than ${maxBytes} bytes.`);

function limitAll(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > maxBytes) controller.error(tooMuch(maxBytes));
      else controller.enqueue(chunk);
    },
  });
}

/** A stream may go on for ever; one event of it, up to its empty line, may not. */
function limitEvents(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let isLineEmpty = true;
  return new TransformStream({
    transform(chunk, controller) {
      for (let start = 0; start < chunk.length; ) {
        const feed = chunk.indexOf(LINE_FEED, start);
        const end = feed === -1 ? chunk.length : feed;
        const isNothing = end === start || (end === start + 1 && chunk[start] === CARRIAGE_RETURN);
        isLineEmpty = isLineEmpty && isNothing;
        size += end - start;
        if (feed === -1) break;
        if (isLineEmpty) size = 0;
        isLineEmpty = true;
        start = feed + 1;
      }
      if (size > maxBytes) controller.error(tooMuch(maxBytes));
      else controller.enqueue(chunk);
    },
  });
}
