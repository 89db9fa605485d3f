/** The skills that a session has active, with what each lets be called. */
import type { ActiveSkill, SkillSummary } from '../regions.ts';

/**
 * A skill that is not there any more (deleted, broken, switched off) lets nothing be called: what it
 * restricted is not known, and its owner has not ended it.
 */
export function activeSkills(
  names: readonly string[] | undefined,
  skills: readonly SkillSummary[],
): readonly ActiveSkill[] {
  return (names ?? []).map((name) => {
    const found = skills.find((skill) => skill.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) return { name, allowedTools: [] };
    return found.allowedTools.length === 0 ? { name } : { name, allowedTools: found.allowedTools };
  });
}
