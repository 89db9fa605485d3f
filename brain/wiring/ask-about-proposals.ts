/** Proposals as questions of the brain itself: they block no turn and wait through restarts. */
import type { ProposalsDeps } from '../hippocampus/index.ts';
import type { AskBeside, ProposedChange, ProposedSkill } from '../regions.ts';
import { namesOf } from '../shared/origins.ts';
import { joined, type Sentence, say, spoken, verbatim } from '../shared/say.ts';

/** The rules that such asks name, so that windows can word them for themselves. */
const MEMORY_PROPOSAL = 'memory_proposal';
const SKILL_PROPOSAL = 'skill_proposal';

/** What is asked, and what would come of it. */
interface ProposalWords {
  readonly title: Sentence;
  readonly detail: Sentence;
  readonly diff?: string;
}

export function askAboutProposals(deps: {
  readonly ask: AskBeside;
  readonly titleOf: (sessionId: string) => string | undefined;
  readonly showSkill: (skill: ProposedSkill) => Promise<ProposalWords>;
}): ProposalsDeps['ask'] {
  return async ({ id, at, sessionId, origins, change }, problem, signal) => {
    const title = deps.titleOf(sessionId);
    const place = title === undefined ? say('proposal.aConversation') : `"${title}"`;
    const from =
      origins.length === 0
        ? say('proposal.source', { place })
        : say('proposal.taintedSource', { place, names: namesOf(origins) });
    const failed = problem === undefined ? [] : [say('proposal.notDone', { why: problem })];
    const words = change.kind === 'skill' ? await deps.showSkill(change) : memoryWords(change);
    const { title: asked, detail, diff } = words;
    const question = {
      id,
      at,
      ...(diff === undefined ? {} : { diff }),
      ...spoken({ title: asked, detail, risk: joined([from, ...failed]) }),
      cwd: change.kind === 'skill' ? `cerebellum/${change.folder}` : '',
      rule: change.kind === 'skill' ? SKILL_PROPOSAL : MEMORY_PROPOSAL,
    };
    const decision = await deps.ask(question, { signal }).answer;
    return decision === 'deny' ? 'reject' : 'accept';
  };
}

function memoryWords(change: Exclude<ProposedChange, ProposedSkill>): ProposalWords {
  return change.kind === 'remember'
    ? { title: say('proposal.remember'), detail: verbatim(change.fact) }
    : {
        title: say('proposal.correct'),
        detail: joined(
          [verbatim(change.replacement), say('proposal.insteadOf', { old: change.old })],
          '\n\n',
        ),
      };
}
