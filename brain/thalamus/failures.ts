/** From anything that a request can throw to what to do next and a sentence for people. */
import type { ProviderKind } from '../../protocol/index.ts';
import { withoutUnseen } from '../shared/invisible-characters.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { joined, type Sentence, type Spoken, say, spoken } from '../shared/say.ts';
import { clip } from '../shared/text.ts';
import type { Expired } from './deadlines.ts';
import { HttpError } from './http.ts';
import { isOllamaCloud } from './locality.ts';
import { type RefusableField, refusedFields } from './refusals.ts';

/** `message` names what is wrong and, where the owner can mend it, how. Not yet redacted. */
export interface Problem extends Spoken<'message'> {
  /** Short and stable, for `ProviderFailureSummary.code`. */
  readonly code: string;
  /**
   * retry: the same request may work in a moment. move_on: it will not. misconfigured: nothing will
   * until the owner changes key or settings. shrink: a shorter request may work. leave_out: the same
   * request may work without the fields in `refused`.
   */
  readonly action: 'retry' | 'move_on' | 'misconfigured' | 'shrink' | 'leave_out';
  readonly refused?: readonly RefusableField[];
  /** The server lacks this model and could download it. */
  readonly missingModel?: string;
  /** What the server asked for with `Retry-After`. */
  readonly retryAfterMs?: number;
  /** Opens the circuit. */
  readonly counts: boolean;
}

export interface Place {
  readonly provider: string;
  readonly kind: ProviderKind;
  readonly model: string;
  readonly baseUrl: string;
  /** Where the key came from or should come from, for messages. */
  readonly keyHint: Sentence;
}

const tooLong =
  /prompt is too long|context[ _-]?(?:length|window|size)|maximum (?:context|prompt|input)|too many (?:input )?tokens|input is too long|exceeds? the (?:model'?s? )?(?:maximum|limit|available context)|exceed context limit|reduce the length/i;

export function problemOf(thrown: unknown, place: Place, now: Date): Problem {
  const http = inChain(thrown, (error) => error instanceof HttpError);
  if (http instanceof HttpError) return ofStatus(http, place, now);
  const system = inChain(thrown, (error) => codeOf(error) !== undefined && !isApiError(error));
  const code = codeOf(system);
  if (code !== undefined) return ofSystemCode(code, place);
  return ofStreamError(thrown, place);
}

export function timeOut(which: Expired, ms: number, place: Place): Problem {
  const { provider } = place;
  const seconds = Math.round(ms / 100) / 10;
  const message =
    which === 'idle'
      ? say('provider.silent', { provider, seconds })
      : which === 'first_chunk'
        ? say('provider.nothingSaid', { provider, seconds })
        : say('provider.noAnswer', { provider, seconds });
  return { code: 'timeout', ...spoken({ message }), action: 'move_on', counts: true };
}

export function broken(place: Place): Problem {
  return {
    code: 'broken',
    ...spoken({ message: say('provider.brokeOff', { provider: place.provider }) }),
    action: 'retry',
    counts: true,
  };
}

function ofStatus(error: HttpError, place: Place, now: Date): Problem {
  const { status } = error;
  const said = readableBody(error.body);
  const tail = said === '' ? [] : [say('provider.itSaid', { words: said })];
  const told = (sentence: Sentence): Spoken<'message'> =>
    spoken({ message: joined([sentence, ...tail]) });
  const { provider, model, baseUrl } = place;
  const moveOn = (code: string, message: Sentence): Problem => ({
    code,
    ...told(message),
    action: 'move_on',
    counts: false,
  });
  const retry = (code: string, message: Sentence): Problem => {
    const retryAfterMs = retryAfter(error.headers, now);
    return {
      code,
      ...told(message),
      action: 'retry',
      counts: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  };

  if ((status === 400 || status === 413 || status === 422) && tooLong.test(error.body)) {
    return {
      code: 'context_too_large',
      ...told(say('provider.tooLong', { model })),
      action: 'shrink',
      counts: false,
    };
  }
  const refused = refusedFields(status, error.body);
  if (refused.length > 0) {
    const fields = refused.join(', ');
    const message = say('provider.refusesFields', { provider, fields, model, status });
    return { code: 'rejected', ...told(message), action: 'leave_out', refused, counts: false };
  }
  if (status < 300) {
    return moveOn('not_an_api', say('provider.webPage', { provider, place: baseUrl }));
  }
  if (status === 401) {
    return {
      code: 'misconfigured',
      ...told(say('provider.keyRefused', { provider, where: place.keyHint })),
      action: 'misconfigured',
      counts: false,
    };
  }
  if (status === 429 && /insufficient_quota|exceeded your current quota/i.test(error.body)) {
    return moveOn('quota', say('provider.noQuota', { provider }));
  }
  if (status === 429) return retry('rate_limited', say('provider.tooMany', { provider }));
  if (status === 408 || status === 409) {
    return retry('server_error', say('provider.notNow', { provider, status }));
  }
  if (status === 529 || status === 503) {
    return retry('overloaded', say('provider.overloaded', { provider, status }));
  }
  if (status >= 500)
    return retry('server_error', say('provider.internalError', { provider, status }));
  if (status >= 300 && status < 400) {
    const location = error.headers.get('location');
    const target = location === null ? say('provider.anotherAddress') : clip(location, 120);
    return moveOn('redirected', say('provider.redirects', { provider, place: target }));
  }
  if (status === 402) {
    return moveOn('quota', say('provider.wantsPay', { provider }));
  }
  if (status === 403) {
    return moveOn('forbidden', say('provider.forbidden', { provider, model }));
  }
  if (status === 404) {
    const problem = moveOn('not_found', notFound(place));
    // What the server says beside it is the same in fewer words.
    return canPull(place)
      ? { ...problem, ...spoken({ message: notFound(place) }), missingModel: place.model }
      : problem;
  }
  return moveOn('rejected', say('provider.rejected', { provider, status, model }));
}

/** Ollama's own servers on the internet have what they have. */
function canPull({ kind, baseUrl }: Place): boolean {
  return kind === 'ollama' && !isOllamaCloud(baseUrl);
}

function notFound({ kind, provider, model, baseUrl }: Place): Sentence {
  return kind === 'ollama'
    ? say('provider.ollamaLacks', { model })
    : say('provider.knowsNoModel', { provider, model, place: baseUrl });
}

export const nothingAnswers = ({ kind, place }: Record<'kind' | 'place', string>): Sentence =>
  kind === 'ollama'
    ? say('provider.nothingAnswersOllama', { place })
    : say('provider.nothingAnswers', { place });

const unreachable = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);
/** A packed answer that was cut off, or is none. */
const unreadable = /^(?:Z_|ERR_BROTLI|ERR__ERROR)/;

function ofSystemCode(code: string, place: Place): Problem {
  const { provider, kind, baseUrl } = place;
  const moveOn = (name: string, message: Sentence): Problem => ({
    code: name,
    ...spoken({ message }),
    action: 'move_on',
    counts: true,
  });
  if (code === 'ECONNREFUSED') {
    return moveOn('refused', nothingAnswers({ kind, place: baseUrl }));
  }
  if (code === 'ETIMEDOUT')
    return moveOn('timeout', say('provider.placeSilent', { place: baseUrl }));
  if (unreachable.has(code)) {
    return moveOn('unreachable', say('provider.unreachable', { place: baseUrl, code }));
  }
  if (brokenOff.has(code) || unreadable.test(code)) return broken(place);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return moveOn('tls', say('provider.badCertificate', { place: baseUrl, code }));
  }
  return moveOn('failed', say('provider.requestFailed', { provider, code }));
}

/** An error event inside a stream that began well, or an exception of an SDK. */
function ofStreamError(thrown: unknown, place: Place): Problem {
  const text = `${fieldOf(thrown, 'type')} ${fieldOf(thrown, 'code')} ${messageOf(thrown)}`;
  const said = readableBody(messageOf(thrown));
  const message = spoken({
    message: say('provider.reported', { provider: place.provider, words: said }),
  });
  if (tooLong.test(text)) {
    return { code: 'context_too_large', ...message, action: 'shrink', counts: false };
  }
  if (canPull(place) && /^model .*not found/i.test(messageOf(thrown))) {
    const { model } = place;
    return {
      code: 'not_found',
      ...spoken({ message: notFound(place) }),
      action: 'move_on',
      counts: false,
      missingModel: model,
    };
  }
  if (/authentication_error|invalid_api_key/.test(text)) {
    return { code: 'misconfigured', ...message, action: 'misconfigured', counts: false };
  }
  if (/invalid_request_error|not_found_error|permission_error|billing_error/.test(text)) {
    return { code: 'rejected', ...message, action: 'move_on', counts: false };
  }
  if (/overloaded/.test(text)) {
    return { code: 'overloaded', ...message, action: 'retry', counts: true };
  }
  if (thrown instanceof SyntaxError) {
    const unreadable = say('provider.noJson', { provider: place.provider });
    return { code: 'broken', ...spoken({ message: unreadable }), action: 'retry', counts: true };
  }
  // What the SDK made of an answer in a shape that it did not expect; its words help nobody.
  if (thrown instanceof TypeError || thrown instanceof RangeError) {
    const odd = say('provider.noSense', { provider: place.provider });
    return { code: 'broken', ...spoken({ message: odd }), action: 'retry', counts: true };
  }
  return { code: 'server_error', ...message, action: 'retry', counts: true };
}

/** The message inside an error body: JSON of any of the usual shapes, or a page's words. */
export function readableBody(body: string): string {
  const start = body.indexOf('{');
  if (start !== -1) {
    try {
      const found = messageIn(JSON.parse(body.slice(start)));
      if (found !== '') return clip(plain(found), 300);
    } catch {
      // Not JSON after all; the text itself is shown.
    }
  }
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1];
  const words =
    title ?? body.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
  return clip(plain(words), 200);
}

/** A server's words end up in windows and terminals: nothing in them is an order to those. */
function plain(words: string): string {
  return withoutUnseen(words).toWellFormed();
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  for (const name of ['error', 'message', 'detail', 'errors']) {
    const inner: unknown = Reflect.get(value, name);
    const found = messageIn(Array.isArray(inner) ? inner[0] : inner);
    if (found !== '') return found;
  }
  return '';
}

/** `Retry-After` in seconds or as a date, and OpenAI's `retry-after-ms`. */
function retryAfter(headers: Headers, now: Date): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers.get('retry-after');
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

function inChain(thrown: unknown, wanted: (error: unknown) => boolean): unknown {
  let error = thrown;
  for (let depth = 0; depth < 6 && error !== undefined && error !== null; depth += 1) {
    if (wanted(error)) return error;
    // Happy Eyeballs fails with one error per address; the first speaks for all.
    if (error instanceof AggregateError && error.errors.length > 0) error = error.errors[0];
    else error = error instanceof Error ? error.cause : undefined;
  }
  return undefined;
}

/** SDK errors may carry the provider's own `code`, which is no system error. */
function isApiError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'requestID' in error;
}

function fieldOf(thrown: unknown, name: string): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  const value: unknown = Reflect.get(thrown, name);
  return typeof value === 'string' ? value : '';
}
