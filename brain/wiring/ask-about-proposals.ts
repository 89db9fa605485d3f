/** Proposals as questions of the brain itself: they block no turn and wait through restarts. */
import type { BrainEventBody, PendingAsk } from '../../protocol/index.ts';
import type { ProposalsDeps } from '../hippocampus/index.ts';
import type { Approvals } from '../regions.ts';
import { namesOf } from '../shared/origins.ts';

/** The rule that such an ask names, so that windows can word it for themselves. */
const MEMORY_PROPOSAL = 'memory_proposal';

export function askAboutProposals(deps: {
  readonly approvals: () => Approvals;
  readonly announce: (body: BrainEventBody) => void;
  readonly titleOf: (sessionId: string) => string | undefined;
}): ProposalsDeps['ask'] {
  return async ({ id, at, sessionId, origins, change }, problem, signal) => {
    const title = deps.titleOf(sessionId);
    const from = `From ${title === undefined ? 'a conversation' : `"${title}"`}, which has read text from ${namesOf(origins)}.`;
    const ask: PendingAsk = {
      toolCallId: id,
      reason: 'approval',
      title: change.kind === 'remember' ? 'Remember this?' : 'Correct this fact?',
      detail:
        change.kind === 'remember'
          ? change.fact
          : `${change.replacement}\n\nInstead of: ${change.old}`,
      risk: problem === undefined ? from : `${from} It could not be done: ${problem}`,
      cwd: '',
      rule: MEMORY_PROPOSAL,
      at,
    };
    const answering = deps.approvals().wait(ask, signal);
    const { at: _, ...body } = ask;
    deps.announce({ type: 'yield', ...body });
    const answer = await answering.catch((thrown: unknown) => {
      // Withdrawn: the card goes, as if it had been denied.
      deps.announce({ type: 'resumed', toolCallId: ask.toolCallId, decision: 'deny' });
      throw thrown;
    });
    const { decision } = answer;
    deps.announce({ type: 'resumed', toolCallId: ask.toolCallId, decision });
    return decision === 'deny' ? 'reject' : 'accept';
  };
}
