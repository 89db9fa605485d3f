/** The time of a call: begins anew at each sign of life, and stands still while the owner is asked. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** It is at work. */
  again(): void;
  /** Runs `work` while the clock stands still. */
  paused<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
}

export function timeLimit(ms: number, totalMs: number): TimeLimit {
  const over = new AbortController();
  let waiting = 0;
  let left = totalMs;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function go(): void {
    clearTimeout(timer);
    if (waiting > 0 || over.signal.aborted) return;
    const now = performance.now();
    left -= now - since;
    since = now;
    timer = setTimeout(() => over.abort(), Math.max(0, Math.min(ms, left)));
  }
  go();

  return {
    signal: over.signal,
    again: go,
    async paused(work) {
      if (waiting === 0) {
        left -= performance.now() - since;
        clearTimeout(timer);
      }
      waiting += 1;
      try {
        return await work();
      } finally {
        waiting -= 1;
        if (waiting === 0) {
          since = performance.now();
          go();
        }
      }
    },
    end() {
      clearTimeout(timer);
      waiting += 1;
    },
  };
}
