/** When a server that failed is tried again: after a pause that doubles, and after too many only when it is needed. */
import type { Later } from './later.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** After so many failures in a row it is left alone until somebody wants it. */
const MAX_TRIES = 8;

export interface BackOff {
  /** It failed: plans the next try. False: there is none. */
  failed(again: () => void): boolean;
  /** The next try does not come by itself. */
  cancel(): void;
  /** It is up, or somebody wants it: failures are counted anew. */
  forget(): void;
}

export function createBackOff(later: Later): BackOff {
  let tries = 0;
  let cancel = (): void => {};
  return {
    failed(again) {
      tries += 1;
      if (tries >= MAX_TRIES) return false;
      cancel();
      cancel = later(again, Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
      return true;
    },
    cancel: () => cancel(),
    forget() {
      tries = 0;
    },
  };
}
