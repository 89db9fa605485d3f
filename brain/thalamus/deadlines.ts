/**
 * The three clocks of one request: to the response's first byte, from there to the first chunk
 * (pings or not), then between bytes. A local model gets more of all three.
 */
import type { LimitsConfig } from '../../protocol/index.ts';

export type Expired = 'first_byte' | 'first_chunk' | 'idle';

export interface Deadlines {
  /** Aborts when a clock runs out, when the caller's signal does, and at the end. */
  readonly signal: AbortSignal;
  /** Which clock ran out, if one did. */
  expired(): { readonly which: Expired; readonly ms: number } | undefined;
  /** Bytes came. */
  bytes(): void;
  /** Text, reasoning or a tool call came for the first time. */
  firstChunk(): void;
  /** While the reader of the stream is busy the server cannot send: no clock runs. */
  pause(): void;
  resume(): void;
  /** The end: no clock runs any more, and whatever still listens to the signal is told to stop. */
  close(): void;
}

/** From the response's first byte to the first chunk, for a remote provider. */
export const FIRST_CHUNK_MS = 300_000;
const LOCAL_FACTOR = 5;

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
  let paused = false;
  let ranOut: { readonly which: Expired; readonly ms: number } | undefined;
  let timer: NodeJS.Timeout | undefined = setTimeout(check, limit);

  function check(): void {
    const left = limit - (performance.now() - since);
    if (paused || left > 1) {
      timer = setTimeout(check, paused ? limit : left);
      return;
    }
    ranOut = { which: phase, ms: limit };
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
      if (phase !== 'idle') enter('idle', limits.idleMs * factor);
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      if (phase === 'idle') since = performance.now();
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      controller.abort();
    },
  };
}
