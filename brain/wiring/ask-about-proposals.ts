/** Proposals as questions of the brain itself: they block no turn and wait through restarts. */
import type { PendingAsk } from '../../protocol/index.ts';
import type { ProposalsDeps } from '../hippocampus/index.ts';
import type { AskBeside, ProposedChange, ProposedSkill } from '../regions.ts';
import { namesOf } from '../shared/origins.ts';

/** The rules that such asks name, so that windows can word them for themselves. */
const MEMORY_PROPOSAL = 'memory_proposal';
const SKILL_PROPOSAL = 'skill_proposal';

export function askAboutProposals(deps: {
  readonly ask: AskBeside;
  readonly titleOf: (sessionId: string) => string | undefined;
  readonly showSkill: (
    skill: ProposedSkill,
  ) => Promise<Pick<PendingAsk, 'title' | 'detail' | 'diff'>>;
}): ProposalsDeps['ask'] {
  return async ({ id, at, sessionId, origins, change }, problem, signal) => {
    const title = deps.titleOf(sessionId);
    const place = `From ${title === undefined ? 'a conversation' : `"${title}"`}`;
    const from =
      origins.length === 0
        ? `${place}.`
        : `${place}, which has read text from ${namesOf(origins)}.`;
    const question = {
      id,
      at,
      ...(change.kind === 'skill' ? await deps.showSkill(change) : memoryWords(change)),
      risk: problem === undefined ? from : `${from} It could not be done: ${problem}`,
      cwd: change.kind === 'skill' ? `cerebellum/${change.folder}` : '',
      rule: change.kind === 'skill' ? SKILL_PROPOSAL : MEMORY_PROPOSAL,
    };
    const decision = await deps.ask(question, { signal }).answer;
    return decision === 'deny' ? 'reject' : 'accept';
  };
}

function memoryWords(
  change: Exclude<ProposedChange, ProposedSkill>,
): Pick<PendingAsk, 'title' | 'detail'> {
  return change.kind === 'remember'
    ? { title: 'Remember this?', detail: change.fact }
    : {
        title: 'Correct this fact?',
        detail: `${change.replacement}\n\nInstead of: ${change.old}`,
      };
}
