/**
 * The three clocks of one request: to the response's first byte, from there to the first chunk
 * (pings or not), then between bytes. Pings alone keep no answer alive: between two chunks there is at
 * most as long as before the first. A local model gets more of all three.
 */
import type { LimitsConfig } from '../../protocol/index.ts';

export type Expired = 'first_byte' | 'first_chunk' | 'idle' | 'after_end';

export interface Deadlines {
  /** Aborts when a clock runs out, when the caller's signal does, and at the end. */
  readonly signal: AbortSignal;
  /** Which clock ran out, if one did. */
  expired(): { readonly which: Expired; readonly ms: number } | undefined;
  /** Bytes came. */
  bytes(): void;
  /** Text, reasoning or a tool call came for the first time. */
  firstChunk(): void;
  /** While the reader of a chunk is busy the server cannot send: no clock runs. */
  pause(): void;
  /** The chunk is read, and the wait for the next one begins. */
  resume(): void;
  /** The answer is complete; the server has a moment to end its response, too. */
  complete(): void;
  /** The end: no clock runs any more, and whatever still listens to the signal is told to stop. */
  close(): void;
}

/** From the response's first byte to the first chunk, for a remote provider. */
export const FIRST_CHUNK_MS = 300_000;
const LOCAL_FACTOR = 5;
/** So that the connection can be used again; nobody waits longer for that. */
const AFTER_END_MS = 1_000;

export function createDeadlines(
  limits: Pick<LimitsConfig, 'firstByteMs' | 'idleMs'>,
  local: boolean,
  caller: AbortSignal,
  firstChunkMs = FIRST_CHUNK_MS,
): Deadlines {
  const factor = local ? LOCAL_FACTOR : 1;
  const controller = new AbortController();
  let phase: Expired = 'first_byte';
  let limit = limits.firstByteMs * factor;
  let since = performance.now();
  let lastChunk = since;
  let paused = false;
  let ranOut: { readonly which: Expired; readonly ms: number } | undefined;
  let timer: NodeJS.Timeout | undefined = setTimeout(check, limit);

  function check(): void {
    const now = performance.now();
    const left = limit - (now - since);
    const untilChunk = phase === 'idle' ? firstChunkMs * factor - (now - lastChunk) : left;
    if (paused || Math.min(left, untilChunk) > 1) {
      timer = setTimeout(check, paused ? limit : Math.min(left, untilChunk));
      return;
    }
    ranOut = { which: phase, ms: left > 1 ? firstChunkMs * factor : limit };
    controller.abort(new Error(`deadline: ${phase}`));
  }

  function enter(next: Expired, nextLimit: number): void {
    phase = next;
    limit = nextLimit;
    since = performance.now();
    clearTimeout(timer);
    if (ranOut === undefined) timer = setTimeout(check, limit);
  }

  return {
    signal: AbortSignal.any([caller, controller.signal]),
    expired: () => ranOut,
    bytes() {
      if (phase === 'first_byte') enter('first_chunk', firstChunkMs * factor);
      // Checked when the timer fires: a timer set anew for every piece would cost more.
      else if (phase === 'idle') since = performance.now();
    },
    firstChunk() {
      if (phase === 'idle') return;
      enter('idle', limits.idleMs * factor);
      lastChunk = since;
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      if (phase !== 'idle') return;
      since = performance.now();
      lastChunk = since;
    },
    complete() {
      if (phase !== 'after_end') enter('after_end', AFTER_END_MS);
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      controller.abort();
    },
  };
}
