/**
 * Rules sorted by what they can match, so that five hundred cost a judgement as little as five: for a
 * command only those are looked at that begin with its program, for a path those of its tool.
 */
import {
  coveringRules,
  parseRule,
  type Rule,
  type RuleSubject,
  ruleMatches,
} from './permission-rules.ts';

type CommandRule = Extract<Rule, { kind: 'command' }>;

/** Each answer is the first such rule as they are written; undefined: none. */
export interface Rules {
  /** Any that matches. */
  matching(subject: RuleSubject): Rule | undefined;
  /** The same without rules for a whole tool. */
  naming(subject: RuleSubject): Rule | undefined;
  /** About a path. */
  path(subject: RuleSubject): Rule | undefined;
  /** About a command of these words; `exact`: of no more than these. */
  command(words: readonly string[], how: 'any' | 'exact'): Rule | undefined;
  /** For every call of this tool. */
  tool(name: string): Rule | undefined;
  has(rule: Rule): boolean;
}

export function indexed(rules: readonly Rule[]): Rules {
  const position = new Map(rules.map((rule, index) => [rule, index]));
  const commands = new Map<string, CommandRule[]>();
  const paths = new Map<string, Rule[]>();
  const tools = new Map<string, Rule>();
  const rest: Rule[] = [];
  const add = <T>(map: Map<string, T[]>, key: string, rule: T): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [rule]);
    else list.push(rule);
  };
  for (const rule of rules) {
    if (rule.kind === 'command') add(commands, rule.words[0] ?? '', rule);
    else if (rule.kind === 'path') for (const tool of coveringRules(rule)) add(paths, tool, rule);
    else if (rule.kind === 'tool') {
      for (const tool of coveringRules(rule)) if (!tools.has(tool)) tools.set(tool, rule);
    } else rest.push(rule);
  }

  const first = (found: readonly (Rule | undefined)[]): Rule | undefined => {
    const at = (rule: Rule): number => position.get(rule) ?? 0;
    return found.reduce((best, rule) =>
      best === undefined || (rule !== undefined && at(rule) < at(best)) ? rule : best,
    );
  };
  const about = (words: readonly string[], how: 'any' | 'exact'): Rule | undefined => {
    const subject: RuleSubject = { tool: 'Bash', commands: [words], userHome: '' };
    return commands
      .get(words[0] ?? '')
      ?.find((rule) => (how === 'any' || !rule.prefix) && ruleMatches(rule, subject));
  };
  const byPath = (subject: RuleSubject): Rule | undefined =>
    subject.path && paths.get(subject.tool)?.find((rule) => ruleMatches(rule, subject));
  const naming = (subject: RuleSubject): Rule | undefined =>
    first([
      byPath(subject),
      rest.find((rule) => ruleMatches(rule, subject)),
      ...(subject.commands ?? []).map((words) => about(words, 'any')),
    ]);
  return {
    naming,
    matching: (subject) => first([tools.get(subject.tool), naming(subject)]),
    path: byPath,
    command: about,
    tool: (name) => tools.get(name),
    has: (rule) => position.has(rule),
  };
}

/** Several lists as one, those in front first. */
export function together(...lists: readonly Rules[]): Rules {
  const ask = (question: (rules: Rules) => Rule | undefined): Rule | undefined => {
    for (const list of lists) {
      const found = question(list);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    matching: (subject) => ask((rules) => rules.matching(subject)),
    naming: (subject) => ask((rules) => rules.naming(subject)),
    path: (subject) => ask((rules) => rules.path(subject)),
    command: (words, how) => ask((rules) => rules.command(words, how)),
    tool: (name) => ask((rules) => rules.tool(name)),
    has: (rule) => lists.some((list) => list.has(rule)),
  };
}

export const noRules: Rules = indexed([]);

export interface ReadRules {
  readonly rules: Rules;
  /** One of them is none. */
  readonly malformed: boolean;
}

/** The settings hand out the same list until it changes. */
const known = new WeakMap<readonly string[], ReadRules>();

export function readRules(texts: readonly string[]): ReadRules {
  const read = known.get(texts);
  if (read !== undefined) return read;
  const results = texts.map(parseRule);
  const fresh: ReadRules = {
    rules: indexed(results.flatMap((result) => (result.ok ? [result.value] : []))),
    malformed: results.some((result) => !result.ok),
  };
  known.set(texts, fresh);
  return fresh;
}
