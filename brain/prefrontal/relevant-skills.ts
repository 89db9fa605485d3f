/** Which skills a message calls for: by trigger, or because it speaks of what they are for. */
import type { Candidate, SkillSummary } from '../regions.ts';
import { hashOf } from '../shared/ids.ts';
import { isSpaceless, matchKeys } from '../shared/words.ts';

/** Without a trigger, this many words of the message must be in the skill's name or description. */
const WORDS_FOR_RELEVANCE = 2;
/** A skill that only seems to fit stands behind every skill that was called. */
const RELEVANT_AT_MOST = 0.7;

/** Is it among the skills that the owner has activated? */
export function isActive(names: readonly string[]): (skill: SkillSummary) => boolean {
  const active = new Set(names.map((name) => name.toLowerCase()));
  return ({ name }) => active.has(name.toLowerCase());
}

/** Skills whose bodies may enter the context; `lexical` is 1 where they were called for. */
export function skillCandidates(
  {
    skills,
    active,
    text: message,
  }: {
    readonly skills: readonly SkillSummary[];
    readonly active: readonly string[];
    readonly text: string;
  },
  tokensOf: (skill: SkillSummary) => number,
): readonly Candidate[] {
  const keys = matchKeys(message);
  const isWanted = isActive(active);
  const text = message.normalize('NFKC');
  const lower = text.toLowerCase();
  return skills.flatMap((skill) => {
    const called = isWanted(skill) || isTriggered(skill.triggers, text, lower);
    const lexical = called ? 1 : relevance(skill, keys);
    if (lexical === 0 || skill.body.trim() === '') return [];
    return {
      path: skill.path,
      heading: skill.name,
      category: 'skills',
      source: 'skills',
      text: skill.body.trim(),
      hash: hashOf(skill.body.trim()),
      tokens: tokensOf(skill),
      lexical,
    };
  });
}

/**
 * A trigger matches as whole words, whatever their case; `*` always does. `text` is normalized,
 * `lower` the same in small letters.
 */
function isTriggered(triggers: readonly string[], text: string, lower: string): boolean {
  return triggers.some((trigger) => {
    const phrase = trigger.normalize('NFKC').trim();
    if (phrase === '') return false;
    if (phrase === '*') return true;
    if (isSpaceless(phrase)) return lower.includes(phrase.toLowerCase());
    const [first = '', ...more] = phrase.split(/\s+/u);
    // Nearly every trigger is told apart by this; a pattern takes far longer to make and to run.
    if (!lower.includes(first.toLowerCase())) return false;
    const words = [first, ...more].map(escapeRegExp).join('\\s+');
    return new RegExp(`(?<![\\p{L}\\p{N}_])${words}(?![\\p{L}\\p{N}_])`, 'iu').test(text);
  });
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function relevance(skill: SkillSummary, message: ReadonlySet<string>): number {
  if (message.size === 0) return 0;
  let common = 0;
  for (const key of keysOf(skill)) if (message.has(key)) common++;
  if (common < WORDS_FOR_RELEVANCE) return 0;
  return Math.min(RELEVANT_AT_MOST, common / Math.min(message.size, 6));
}

/** The same skills are compared with every message. */
const knownKeys = new Map<string, ReadonlySet<string>>();
const MAX_KNOWN = 2_000;

function keysOf(skill: SkillSummary): ReadonlySet<string> {
  const text = `${skill.name} ${skill.description} ${skill.triggers.join(' ')}`;
  const known = knownKeys.get(text);
  if (known !== undefined) return known;
  const keys = matchKeys(text);
  if (knownKeys.size >= MAX_KNOWN) knownKeys.clear();
  knownKeys.set(text, keys);
  return keys;
}
