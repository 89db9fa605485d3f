/**
 * Holds the skills' patterns against what a call does, within a time limit: a pattern is somebody
 * else's regular expression, and one that backtracks without end must not stand still the brain.
 */
import { createContext, Script } from 'node:vm';
import type { SkillPattern } from '../regions.ts';
import { codeOf } from '../shared/result.ts';
import { type Sentence, say, spoken, type Told } from '../shared/say.ts';

/** For all patterns of one call together. */
const MAX_MS = 250;

interface Held {
  /** Undefined: it cannot be compiled. Skills with such patterns are refused when they load. */
  readonly regex: RegExp | undefined;
  readonly pattern: SkillPattern;
  /** How many parts of it can take any number of characters; infinite where they are nested. */
  readonly loops: number;
}

/** The patterns that match a text. One that cannot be decided counts as matching, and says so. */
export type MatchPatterns = (text: string) => readonly MatchedPattern[];

/** `reason` is the skill's own, in its words, or why it counts all the same. */
export type MatchedPattern = SkillPattern & Told<'reason'>;

/** Compiles once per list; cerebellum hands out the same list until it changes. */
export function createPatternMatcher(): (list: readonly SkillPattern[]) => MatchPatterns {
  let last: readonly SkillPattern[] | undefined;
  let match: MatchPatterns = () => [];
  return (list) => {
    if (list === last) return match;
    const held = list.map((pattern) => ({
      pattern,
      regex: compile(pattern.pattern),
      loops: loopsIn(pattern.pattern),
    }));
    last = list;
    match = (text) => matching(held, text);
    return match;
  };
}

function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'i');
  } catch {
    // What the caller does with one that is none is said there.
    return undefined;
  }
}

/** Steps that are over at once, whatever the pattern does with them. */
const FEW_STEPS = 1e7;

function loopsIn(source: string): number {
  const bare = source.replace(/\\[^1-9k]/g, 'x').replace(/\[(?:[^\]])*\]/g, 'x');
  // A group that repeats, or one that looks around or back, can take time without end.
  if (/\)[*+{]|\\|\(\?[=!<]/.test(bare)) return Number.POSITIVE_INFINITY;
  return bare.match(/[*+{]/g)?.length ?? 0;
}

/** Watching the clock costs more than most patterns do; these need none. */
const isQuick = ({ loops }: Held, text: string): boolean =>
  (text.length + 1) ** (loops + 1) <= FEW_STEPS;

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

/** Made once: making one costs more than all the rest of a judgement. */
let context = createContext({ run: undefined });

function matching(held: readonly Held[], text: string): readonly MatchedPattern[] {
  if (held.every((one) => isQuick(one, text))) {
    return held
      .filter(({ regex }) => regex === undefined || regex.test(text))
      .map(({ pattern }) => pattern);
  }
  const run: Run = { regexes: held.map(({ regex }) => regex), text, hits: [] };
  try {
    context.run = run;
    script.runInContext(context, { timeout: MAX_MS });
  } catch (thrown) {
    // What was stopped in the middle is not used again.
    context = createContext({ run: undefined });
    if (codeOf(thrown) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
  }
  return held.flatMap(({ pattern }, index) => {
    const hit = run.hits[index];
    if (hit === undefined) return [{ ...pattern, ...spoken({ reason: undecided(pattern) }) }];
    return hit ? [pattern] : [];
  });
}

function undecided({ skill, pattern }: SkillPattern): Sentence {
  return say('safety.patternsTooSlow', { ms: MAX_MS, pattern, skill });
}
