/**
 * One request for one URL, without following redirects. The address is checked where it counts: among
 * the answers of the name server that the connection is made with, and on the connection itself, so that
 * no name can lead to another place between check and use.
 */
import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { codeOf, err, ok, type Result } from '../../shared/result.ts';
import { type Spoken, say, spoken } from '../../shared/say.ts';
import { sentenceOfThrown, ToldError } from '../../shared/told-error.ts';
import { whyUnreached } from '../../shared/unreached.ts';

/** Bytes of a body, unpacked. */
const MAX_BODY = 5 * 1024 * 1024;

export interface WebAnswer {
  readonly status: number;
  readonly location?: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** The body was longer than what is taken. */
  readonly cut: boolean;
}

export interface WebFailure extends Spoken<'message'> {
  /** `network`: may work the next time. */
  readonly kind: 'refused' | 'network' | 'error';
}

const NOT_PUBLIC = 'ENOTPUBLIC';

function notPublic(host: string): NodeJS.ErrnoException {
  return Object.assign(new ToldError(say('web.leadsInside', { host })), { code: NOT_PUBLIC });
}

export async function requestPage(
  url: URL,
  {
    signal,
    isPublic,
    send: sent = {},
  }: {
    readonly signal: AbortSignal;
    isPublic(address: string): boolean;
    readonly send?: SentWith;
  },
): Promise<Result<WebAnswer, WebFailure>> {
  /** Every answer must be public: of two, the system would choose. */
  const lookup: LookupFunction = (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const first = found[0];
      if (first === undefined || !found.every(({ address }) => isPublic(address))) {
        callback(notPublic(hostname), '', 0);
      } else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
  try {
    const message = await send(url, { signal, lookup, isPublic, sent });
    const { headers, statusCode = 0 } = message;
    const contentType = headers['content-type'] ?? '';
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
    const wanted = !isRedirect && isReadable(contentType);
    const { body, cut } = wanted ? await bodyOf(message) : { body: Buffer.alloc(0), cut: false };
    message.destroy();
    return ok({
      status: statusCode,
      contentType,
      body,
      cut,
      ...(isRedirect ? { location: headers.location } : {}),
    });
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const code = codeOf(thrown);
    const kind =
      code === NOT_PUBLIC
        ? 'refused'
        : code === 'ECONNRESET' || code === 'EAI_AGAIN'
          ? 'network'
          : 'error';
    const message =
      whyUnreached(url, code) ??
      say('web.unread', { host: url.host, why: sentenceOfThrown(thrown) });
    return err({ kind, ...spoken({ message }) });
  }
}

/** What is not said is a plain reading of the page. */
export interface SentWith {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

interface SendOptions {
  readonly sent: SentWith;
  readonly signal: AbortSignal;
  readonly lookup: LookupFunction;
  isPublic(address: string): boolean;
}

function send(url: URL, { signal, lookup, isPublic, sent }: SendOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = make(url, {
      signal,
      lookup,
      method: sent.method ?? 'GET',
      // A connection of its own each time: a kept one would skip the check.
      agent: false,
      headers: {
        accept:
          'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/*;q=0.8, application/json;q=0.8',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'Connectome (reads single pages for its owner)',
        ...lowerCased(sent.headers),
      },
    });
    request.once('socket', (socket) => {
      const check = (): void => {
        if (!isPublic(socket.remoteAddress ?? '')) request.destroy(notPublic(url.hostname));
      };
      if (socket.connecting) socket.once('connect', check);
      else check();
    });
    request.once('error', reject);
    request.once('response', resolve);
    request.end(sent.body);
  });
}

/** The connection is ours: where it goes and how long it lasts is not for the caller to say. */
function lowerCased(headers: SentWith['headers']): Record<string, string> {
  const own = new Set([
    'host',
    'connection',
    'accept-encoding',
    'content-length',
    'upgrade',
    'expect',
  ]);
  return Object.fromEntries(
    Object.entries(headers ?? {})
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => !own.has(name)),
  );
}

/** Types whose text is taken; anything else is named and not loaded. */
export function isReadable(contentType: string): boolean {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return (
    type === '' ||
    type.startsWith('text/') ||
    /^application\/(?:json|xml|xhtml\+xml|javascript|x-ndjson|yaml|x-yaml|toml|rtf)$/.test(type) ||
    /\+(?:json|xml|yaml)$/.test(type)
  );
}

/** Unpacks while it reads, and stops at the limit: a small answer may be very large inside. */
async function bodyOf(message: IncomingMessage): Promise<{ body: Buffer; cut: boolean }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const source = unpacked(message);
  // What breaks off while it is packed must not stay unheard.
  message.once('error', (error) => source.destroy(error));
  for await (const part of source as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BODY) break;
  }
  source.destroy();
  return { body: Buffer.concat(parts).subarray(0, MAX_BODY), cut: bytes > MAX_BODY };
}

function unpacked(message: IncomingMessage): Readable {
  switch (message.headers['content-encoding']?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return message.pipe(createGunzip());
    case 'deflate':
      return message.pipe(createInflate());
    case 'br':
      return message.pipe(createBrotliDecompress());
    default:
      return message;
  }
}
