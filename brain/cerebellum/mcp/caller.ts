/** A call that is under way: whom to ask when its server asks something back. */
import type { Question } from '../../../protocol/index.ts';
import type { BesideModel, OwnersAnswer } from '../../regions.ts';

export interface Caller {
  /** Empty: it is of no conversation. */
  readonly sessionId: string;
  /** Absent: there is no model to be asked. */
  readonly model?: BesideModel;
  askOwner(questions: readonly Question[]): Promise<OwnersAnswer>;
  /** Runs `work` while the call's clock stands still. */
  paused<T>(work: () => Promise<T>): Promise<T>;
}

/** Nobody is there to answer. */
export const nobody: Caller = {
  sessionId: '',
  askOwner: async () => ({ kind: 'nobody' }),
  paused: (work) => work(),
};
