/** Fills what the index of skills has left of its budget with the bodies of the skills called for. */
import type { Ras, ScoredCandidate, SkillSummary } from '../regions.ts';
import { estimateTokens } from '../shared/tokens.ts';
import { chosenOf, type Filled } from './chosen.ts';
import type { Visible } from './history.ts';
import { isActive, skillCandidates } from './relevant-skills.ts';
import { type SkillPart, skillTag } from './volatile.ts';

/** What the owner activated himself stands before what a word of his called. */
const TRIGGERED = 0.99;

export interface SkillsInput {
  readonly skills: readonly SkillSummary[];
  /** Names of those that the owner has activated. */
  readonly active: readonly string[];
  readonly text: string;
  readonly visible: Visible;
  readonly cap: number;
  readonly now: Date;
}

export function fillSkills(ras: Ras, input: SkillsInput): Filled<SkillPart> {
  const bySkillPath = new Map(input.skills.map((skill) => [skill.path, skill]));
  const candidates = skillCandidates(input, (skill) => {
    const tag = skillTag({ ...skill, text: '', supersedes: true });
    return estimateTokens(skill.body.trim()) + estimateTokens(tag);
  });
  const triggered = new Set(
    candidates.filter((one) => one.lexical === 1).map((candidate) => candidate.path),
  );
  // A skill that was called by its trigger is wanted, whatever the words in its body.
  const active = new Set(input.skills.filter(isActive(input.active)).map(({ path }) => path));
  const scoreOf = ({ path, score }: ScoredCandidate): number => {
    if (active.has(path)) return 1;
    return triggered.has(path) ? TRIGGERED : score;
  };
  const scored = ras
    .score(candidates, input.text, input.now)
    .map((one) => ({ ...one, score: scoreOf(one) }));
  const filled = ras.fill(scored, Math.max(0, input.cap));

  const { fresh, ...rest } = chosenOf(filled, input.visible);
  return {
    ...rest,
    parts: fresh.map(({ candidate: { path, heading: name, text }, supersedes }) => {
      const { folder = '', files = [] } = bySkillPath.get(path) ?? {};
      return { path, name, text, supersedes, folder, files };
    }),
    used: filled.usedTokens,
  };
}
