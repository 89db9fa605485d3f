/**
 * The system prompt: identity, instructions, index of skills. Pure, and a function of files, tools
 * and caps alone, so that its bytes stay the same from turn to turn and provider caches hit.
 */
import type { CandidateSummary } from '../../protocol/index.ts';
import type { SkillSummary } from '../regions.ts';
import { FENCE_RULE } from '../shared/fence.ts';
import { clip } from '../shared/text.ts';
import { cutToTokens, estimateTokens } from '../shared/tokens.ts';
import type { Source } from './sources.ts';
import { escapeTags, sourceTag } from './tags.ts';

export interface Block {
  /** Empty when there is nothing to say. */
  readonly text: string;
  readonly tokens: number;
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
}

/** A rest that is smaller than this is not begun. */
const SMALLEST_PART = 32;
const DESCRIPTION_LENGTH = 240;

/**
 * Whole files in the order given, until the cap: the file that crosses it is cut at a byte that
 * depends on the texts and the cap alone, the ones after it are left out.
 */
export function sourceBlock(
  tag: 'identity' | 'instructions',
  category: 'identity' | 'prefrontal',
  sources: readonly Source[],
  cap: number,
): Block {
  const included: CandidateSummary[] = [];
  const dropped: CandidateSummary[] = [];
  const parts: string[] = [];
  // Estimates of parts do not add up exactly; one token each covers the difference.
  let room = cap - estimateTokens(`<${tag}>\n\n</${tag}>`) - 1;
  for (const { path, text } of sources) {
    const whole = sourceTag({ path }, text);
    const tokens = estimateTokens(whole) + 1;
    if (tokens <= room) {
      parts.push(whole);
      included.push({ path, category, score: 1, tokens });
      room -= tokens;
      continue;
    }
    const cut = room >= SMALLEST_PART ? cutSource(path, text, room - 1) : undefined;
    if (cut === undefined) {
      dropped.push({ path, category, score: 1, tokens, reason: 'over budget' });
    } else {
      const cost = estimateTokens(cut) + 1;
      parts.push(cut);
      included.push({ path, category, score: 1, tokens: cost, reason: `trimmed from ${tokens}` });
    }
    room = 0;
  }
  if (parts.length === 0) return { text: '', tokens: 0, included, dropped };
  const block = `<${tag}>\n${parts.join('\n')}\n</${tag}>`;
  return { text: block, tokens: Math.min(cap, estimateTokens(block)), included, dropped };
}

/** The owner's standing instructions, and the one rule that is not theirs to lose. */
export function instructionBlock(sources: readonly Source[], cap: number): Block {
  const ruleTokens = estimateTokens(FENCE_RULE) + 1;
  const files = sourceBlock('instructions', 'prefrontal', sources, cap - ruleTokens);
  const text = files.text === '' ? FENCE_RULE : `${files.text}\n\n${FENCE_RULE}`;
  return { ...files, text, tokens: Math.min(cap, files.tokens + ruleTokens) };
}

function cutSource(path: string, text: string, room: number): string | undefined {
  const mark = `\n[… cut here to fit; the rest is in ${path}]`;
  let allowed = room - estimateTokens(sourceTag({ path }, mark));
  while (allowed > 0) {
    const beginning = cutToTokens(text, allowed).trimEnd();
    if (beginning === '') return undefined;
    const tagged = sourceTag({ path }, `${beginning}${mark}`);
    const over = estimateTokens(tagged) - room;
    if (over <= 0) return tagged;
    allowed -= over;
  }
  return undefined;
}

/** One line per skill, by name. What does not fit is counted. */
export function skillIndex(skills: readonly SkillSummary[], cap: number): Block {
  if (skills.length === 0) return { text: '', tokens: 0, included: [], dropped: [] };
  const opening = '<skills>';
  const closing = '</skills>';
  const left = (count: number): string =>
    `- … and ${count} more; memory_search finds them by what they are for`;
  const lines: string[] = [];
  const included: CandidateSummary[] = [];
  const dropped: CandidateSummary[] = [];
  let room = cap - estimateTokens(`${opening}\n${left(skills.length)}\n${closing}`) - 1;
  for (const skill of skills.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
    const description = clip(skill.description, DESCRIPTION_LENGTH);
    const line = escapeTags(`- ${clip(skill.name, 80)}: ${description}`);
    const tokens = estimateTokens(line) + 1;
    const summary = {
      path: skill.path,
      heading: 'index',
      category: 'skills',
      score: 1,
      tokens,
    } as const;
    if (tokens > room) {
      dropped.push({ ...summary, reason: 'over budget' });
      continue;
    }
    lines.push(line);
    included.push(summary);
    room -= tokens;
  }
  if (lines.length === 0) return { text: '', tokens: 0, included, dropped };
  if (dropped.length > 0) lines.push(left(dropped.length));
  const text = [opening, ...lines, closing].join('\n');
  return { text, tokens: Math.min(cap, estimateTokens(text)), included, dropped };
}

export function systemPrompt(blocks: readonly Block[]): string {
  return blocks
    .map((block) => block.text)
    .filter((text) => text !== '')
    .join('\n\n');
}
