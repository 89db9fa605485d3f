/** Open questions to the owner. In memory: after a restart the pipeline asks again from the transcript. */
import type { PendingAsk } from '../../protocol/index.ts';
import type { ApprovalAnswer, Approvals, Settings } from '../regions.ts';
import { ruleProblem } from '../shared/permission-rules.ts';
import { err, ok } from '../shared/result.ts';
import { say, spoken } from '../shared/say.ts';
import { type Clock, isoLocal } from '../shared/time.ts';

const nothingGranted: readonly string[] = [];
const MAX_REMEMBERED = 10_000;
/** The longest delay a timer can take; a longer wait is taken in pieces. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Waiting {
  readonly ask: PendingAsk;
  finish(answer: ApprovalAnswer, how: 'decided' | 'expired'): void;
}

export interface SessionGrants {
  /** The same list until it grows. */
  rulesOf(sessionId: string): readonly string[];
}

export function createApprovals(deps: {
  readonly clock: Clock;
  readonly settings: Settings;
}): Approvals & SessionGrants {
  const waiting = new Map<string, Waiting>();
  /** How asks ended, so that a second answer is told so. */
  const ended = new Map<
    string,
    { readonly how: 'decided' | 'expired'; readonly turnId?: string }
  >();
  const grants = new Map<string, readonly string[]>();

  function remember(ask: PendingAsk, how: 'decided' | 'expired'): void {
    ended.set(ask.toolCallId, { how, turnId: ask.turnId });
    const oldest = ended.keys().next();
    if (ended.size > MAX_REMEMBERED && !oldest.done) ended.delete(oldest.value);
  }

  function withExpiry(ask: PendingAsk): PendingAsk {
    const limit = deps.settings.get().limits.approvalMs;
    // What the brain itself asks keeps nobody waiting.
    if (ask.expiresAt !== undefined || limit === undefined || ask.turnId === undefined) return ask;
    return { ...ask, expiresAt: isoLocal(new Date(new Date(ask.at).getTime() + limit)) };
  }

  return {
    wait(given, signal) {
      const ask = withExpiry(given);
      return new Promise((resolve, reject) => {
        const stopped = (): DOMException =>
          new DOMException('The turn was stopped while it waited.', 'AbortError');
        if (signal.aborted) {
          reject(stopped());
          return;
        }
        let timer: NodeJS.Timeout | undefined;
        const release = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          if (waiting.get(ask.toolCallId)?.ask === ask) waiting.delete(ask.toolCallId);
        };
        const onAbort = (): void => {
          release();
          // An answer that comes now is too late, not wrong.
          remember(ask, 'expired');
          reject(stopped());
        };
        const finish: Waiting['finish'] = (answer, how) => {
          release();
          remember(ask, how);
          resolve(answer);
        };
        const watchClock = (): void => {
          if (ask.expiresAt === undefined) return;
          const left = new Date(ask.expiresAt).getTime() - deps.clock.now().getTime();
          if (left <= 0) {
            finish({ decision: 'deny', ...spoken({ reason: say('refused.inTime') }) }, 'expired');
            return;
          }
          timer = setTimeout(watchClock, Math.min(left, MAX_TIMER_MS));
          timer.unref();
        };
        ended.delete(ask.toolCallId);
        waiting.set(ask.toolCallId, { ask, finish });
        signal.addEventListener('abort', onAbort, { once: true });
        watchClock();
      });
    },
    decide({ turnId, toolCallId }, answer) {
      const open = waiting.get(toolCallId);
      if (open) {
        if (open.ask.turnId !== turnId) return err('not_found');
        open.finish(answer, 'decided');
        return ok(undefined);
      }
      const past = ended.get(toolCallId);
      if (past === undefined || past.turnId !== turnId) return err('not_found');
      return err(past.how === 'expired' ? 'expired' : 'already_decided');
    },
    pending(sessionId) {
      const asks = [...waiting.values()].map(({ ask }) => ask);
      return sessionId === undefined ? asks : asks.filter((ask) => ask.sessionId === sessionId);
    },
    allowForSession(sessionId, rule) {
      if (ruleProblem(rule) !== undefined) return;
      const rules = grants.get(sessionId) ?? nothingGranted;
      if (!rules.includes(rule)) grants.set(sessionId, [...rules, rule]);
    },
    rulesOf: (sessionId) => grants.get(sessionId) ?? nothingGranted,
  };
}
