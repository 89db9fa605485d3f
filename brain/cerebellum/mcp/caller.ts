/** A call that is under way: whom to ask when its server asks something back. */

import type { Question } from '../../../protocol/index.ts';
import type { OwnersAnswer } from '../../regions.ts';

export interface Caller {
  askOwner(questions: readonly Question[]): Promise<OwnersAnswer>;
  /** Runs `work` while the call's clock stands still. */
  paused<T>(work: () => Promise<T>): Promise<T>;
}

/** Nobody is there to answer. */
export const nobody: Caller = {
  askOwner: async () => ({ kind: 'nobody' }),
  paused: (work) => work(),
};
