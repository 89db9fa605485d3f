/** Asks the owner beside all conversations: the one place where the brain itself opens a question. */
import type { BrainEventBody, Decision, PendingAsk } from '../../protocol/index.ts';
import type { Approvals, AskBeside } from '../regions.ts';
import { newId } from '../shared/ids.ts';
import { type Clock, isoLocal } from '../shared/time.ts';

export function createAskBeside(deps: {
  readonly approvals: () => Approvals;
  readonly announce: (body: BrainEventBody) => void;
  readonly notify: (title: string, text: string) => void;
  readonly clock: Clock;
}): AskBeside {
  return (question, { signal = new AbortController().signal, notice, carryOut } = {}) => {
    const { id = newId('a'), at = isoLocal(deps.clock.now()), ...words } = question;
    const ask: PendingAsk = { toolCallId: id, reason: 'approval', ...words, at };
    const waiting = deps.approvals().wait(ask, signal);
    const { at: _, ...body } = ask;
    deps.announce({ type: 'yield', ...body });
    if (notice !== undefined) deps.notify(ask.title, notice);

    async function answered(): Promise<Decision> {
      // Of a question that is aborted the card goes, as if it had been denied.
      let decision: Decision = 'deny';
      try {
        decision = (await waiting).decision;
        await carryOut?.(decision);
        return decision;
      } finally {
        deps.announce({ type: 'resumed', toolCallId: id, decision });
      }
    }
    return {
      answer: answered(),
      // Answered elsewhere: an error says that it was answered here, too.
      withdraw: (decision) => void deps.approvals().decide({ toolCallId: id }, { decision }),
    };
  };
}
