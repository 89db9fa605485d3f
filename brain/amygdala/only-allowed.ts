/**
 * What the skills that the owner has active let be called. Each of them restricts on its own, so that
 * several intersect; none grants anything: what passes here is judged like every other call.
 */
import type { ActiveSkill } from '../regions.ts';
import { type Rules, readRules } from '../shared/rule-index.ts';
import { say } from '../shared/say.ts';
import { namedBy } from './command-order.ts';
import type { Decided } from './decided.ts';
import type { Subject } from './subject.ts';

export function refusedBySkill(
  subject: Subject,
  active: readonly ActiveSkill[],
): Decided | undefined {
  for (const { name, allowedTools } of active) {
    if (allowedTools === undefined) continue;
    // A rule that nobody understands lets nothing through.
    const { rules } = readRules(allowedTools);
    if (isCovered(subject, rules)) continue;
    return {
      level: 'block',
      source: `skill:${name}`,
      reason:
        allowedTools.length === 0
          ? say('safety.skillGone', { skill: name })
          : say('safety.skillAllowsOnly', { skill: name, tools: allowedTools.join(', ') }),
      rule: 'allowed-tools',
    };
  }
  return undefined;
}

function isCovered({ call, command, ruled }: Subject, rules: Rules): boolean {
  if (command !== undefined) {
    if (rules.tool(call.name) !== undefined) return true;
    const own = command.facts.commands.filter(
      ({ guess, words }) => !guess && !command.facts.functions.has(words[0] ?? ''),
    );
    return own.length > 0 && own.every((one) => namedBy(one, rules) !== undefined);
  }
  return rules.matching(ruled) !== undefined;
}
