/**
 * Holds the skills' patterns against what a call does, within a time limit: a pattern is somebody
 * else's regular expression, and one that backtracks without end must not stand still the brain.
 */
import { createContext, Script } from 'node:vm';
import type { SkillPattern } from '../regions.ts';
import { codeOf } from '../shared/result.ts';

/** For all patterns of one call together. */
const MAX_MS = 250;

interface Held {
  /** Undefined: it cannot be compiled. Skills with such patterns are refused when they load. */
  readonly regex: RegExp | undefined;
  readonly pattern: SkillPattern;
}

/** The patterns that match a text. One that cannot be decided counts as matching, and says so. */
export type MatchPatterns = (text: string) => readonly SkillPattern[];

/** Compiles once per list; cerebellum hands out the same list until it changes. */
export function createPatternMatcher(): (list: readonly SkillPattern[]) => MatchPatterns {
  let last: readonly SkillPattern[] | undefined;
  let match: MatchPatterns = () => [];
  return (list) => {
    if (list === last) return match;
    const held = list.map((pattern) => ({ pattern, regex: compile(pattern.pattern) }));
    last = list;
    match = (text) => matching(held, text);
    return match;
  };
}

function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'i');
  } catch {
    return undefined;
  }
}

interface Run {
  readonly regexes: readonly (RegExp | undefined)[];
  readonly text: string;
  readonly hits: boolean[];
}
/** Only code that runs in a context of its own can be stopped in the middle of an expression. */
const script = new Script(`
  while (run.hits.length < run.regexes.length) {
    const regex = run.regexes[run.hits.length];
    run.hits.push(regex === undefined || regex.test(run.text));
  }
`);

function matching(held: readonly Held[], text: string): readonly SkillPattern[] {
  if (held.length === 0) return [];
  const run: Run = { regexes: held.map(({ regex }) => regex), text, hits: [] };
  try {
    script.runInContext(createContext({ run }), { timeout: MAX_MS });
  } catch (thrown) {
    if (codeOf(thrown) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
  }
  return held.flatMap(({ pattern }, index) => {
    const hit = run.hits[index];
    if (hit === undefined) return [{ ...pattern, reason: undecided(pattern) }];
    return hit ? [pattern] : [];
  });
}

function undecided({ skill, pattern }: SkillPattern): string {
  return (
    `The patterns of the skills took longer than ${MAX_MS} ms on this call, so those that were ` +
    `left count as matching, among them ${pattern} of "${skill}".`
  );
}
