/** Fills what the index of skills has left of its budget with the bodies of the skills called for. */
import type { Ras, SkillSummary } from '../regions.ts';
import { estimateTokens } from '../shared/tokens.ts';
import { chosenOf, type Filled } from './chosen.ts';
import type { Visible } from './history.ts';
import { skillCandidates } from './relevant-skills.ts';
import { type SkillPart, skillTag } from './volatile.ts';

export interface SkillsInput {
  readonly skills: readonly SkillSummary[];
  readonly text: string;
  readonly visible: Visible;
  readonly cap: number;
  readonly now: Date;
}

export function fillSkills(ras: Ras, input: SkillsInput): Filled<SkillPart> {
  const candidates = skillCandidates(input.skills, input.text, (skill) => {
    const tag = skillTag({ path: skill.path, name: skill.name, text: '', supersedes: true });
    return estimateTokens(skill.body.trim()) + estimateTokens(tag);
  });
  const triggered = new Set(
    candidates.filter((one) => one.lexical === 1).map((candidate) => candidate.path),
  );
  // A skill that was called by its trigger is wanted, whatever the words in its body.
  const scored = ras
    .score(candidates, input.text, input.now)
    .map((one) => (triggered.has(one.path) ? { ...one, score: 1 } : one));
  const filled = ras.fill(scored, Math.max(0, input.cap));

  const { fresh, ...rest } = chosenOf(filled, input.visible);
  return {
    ...rest,
    parts: fresh.map(({ candidate: { path, heading: name, text }, supersedes }) => {
      return { path, name, text, supersedes };
    }),
    used: filled.usedTokens,
  };
}
