/** One request to one provider: opened, read under its deadlines, ended in exactly one way. */
import type { LimitsConfig, Usage } from '../../protocol/index.ts';
import {
  type ModelRequest,
  type ModelTarget,
  noUsage,
  type StreamChunk,
  type WireReader,
} from '../shared/model.ts';
import { createDeadlines } from './deadlines.ts';
import { broken, type Place, type Problem, problemOf, timeOut } from './failures.ts';
import type { Connection, ProviderApi, StreamOptions } from './providers/provider.ts';
import { withoutImages } from './without-images.ts';

export type Ending =
  | { readonly kind: 'done' }
  /** The caller's signal aborted. */
  | { readonly kind: 'stopped' }
  /** `started`: something was already passed on, so nothing may be tried again. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly started: boolean };

export interface Attempt {
  readonly api: ProviderApi;
  readonly reader: WireReader;
  readonly request: ModelRequest;
  readonly target: ModelTarget;
  readonly place: Place;
  readonly options: StreamOptions;
  readonly limits: LimitsConfig;
  readonly firstChunkMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  connect(signal: AbortSignal, onBytes: () => void): Promise<Connection>;
  /** Comes before anything the provider says. */
  announce(): StreamChunk;
}

export async function* runAttempt(attempt: Attempt): AsyncGenerator<StreamChunk, Ending> {
  const { api, reader, target, place, options, signal } = attempt;
  const request = options.without.has('images') ? withoutImages(attempt.request) : attempt.request;
  await api.load();
  const deadlines = createDeadlines(attempt.limits, target.local, signal, attempt.firstChunkMs);
  const held: StreamChunk[] = [];
  let started = false;
  let broke: { readonly by: unknown } | undefined;

  /** The end of the attempt when the stream ended without its marker, or by an exception. */
  function failed(problem: () => Problem): Ending {
    // Both look like any broken connection to the SDKs, or even like a quiet end.
    if (signal.aborted) return { kind: 'stopped' };
    const expired = deadlines.expired();
    const found = expired === undefined ? problem() : timeOut(expired.which, expired.ms, place);
    return { kind: 'failed', problem: found, started };
  }

  /** What it reported and nobody will hear of otherwise. */
  function* unanswered(): Generator<StreamChunk> {
    if (started || held.length === 0) return;
    let usage: Usage = noUsage;
    for (const chunk of held) {
      if (chunk.type === 'usage') usage = { ...usage, ...chunk.usage };
    }
    yield { type: 'unanswered', provider: target.provider, model: target.model, usage };
  }

  try {
    const connection = await attempt.connect(deadlines.signal, deadlines.bytes);
    const events = await api.stream(request, target, connection, options);
    for await (const event of events) {
      // What was read ahead of a stop is nobody's any more.
      if (signal.aborted) break;
      if (reader.isComplete()) continue;
      for (const chunk of reader.read(event)) {
        if (isBlank(chunk)) continue;
        if (!started) {
          if (chunk.type === 'usage') {
            held.push(chunk);
            continue;
          }
          started = true;
          deadlines.firstChunk();
          yield attempt.announce();
          yield* held;
        }
        deadlines.pause();
        yield chunk;
        deadlines.resume();
      }
      if (reader.isComplete()) deadlines.complete();
    }
  } catch (thrown) {
    broke = { by: thrown };
  } finally {
    // Also closes whatever the SDK left open: a reader that stopped early, an unread end.
    deadlines.close();
  }
  const last = reader.end();
  // A whole answer is one, however the connection ended after it.
  if (signal.aborted || last.some(isFailure)) {
    const by = broke;
    yield* unanswered();
    return failed(() =>
      by === undefined ? broken(place) : problemOf(by.by, place, attempt.now()),
    );
  }
  if (!started) {
    started = true;
    yield attempt.announce();
    yield* held;
  }
  yield* last;
  return { kind: 'done' };
}

function isBlank(chunk: StreamChunk): boolean {
  return (chunk.type === 'text' || chunk.type === 'thinking') && chunk.text === '';
}

function isFailure(chunk: StreamChunk): boolean {
  return chunk.type === 'failed';
}
