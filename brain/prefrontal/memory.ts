/** Finds what of the mind's notes belongs to a message and fills memory's part of the budget. */
import type { MemorySource } from '../../protocol/index.ts';
import type {
  Candidate,
  Cortex,
  CortexHit,
  FillResult,
  PreferenceDigest,
  Ras,
  ScoredCandidate,
} from '../regions.ts';
import { attribute } from '../shared/attribute.ts';
import { createKept } from '../shared/kept.ts';
import { estimateTokens } from '../shared/tokens.ts';
import { chosenOf, type Filled } from './chosen.ts';
import type { Visible } from './history.ts';
import { isSmallTalk } from './small-talk.ts';
import { MEMORY_OPENING, type MemoryPart, memoryTag } from './volatile.ts';

/** More hits than this are never looked at: far more than memory's part of a prompt holds. */
const MAX_HITS = 100;
/** Identity, instructions and skills have their own places in the prompt. */
const sources: readonly MemorySource[] = ['knowledge', 'episodes', 'sessions', 'outcomes', 'other'];

export interface MemoryInput {
  readonly text: string;
  readonly sessionId: string;
  readonly visible: Visible;
  readonly cap: number;
  readonly now: Date;
  /** What the owner denied or corrected: always in, as data. */
  readonly preferences?: PreferenceDigest | undefined;
}

export function fillMemory(
  search: Cortex['search'],
  ras: Ras,
  input: MemoryInput,
): Filled<MemoryPart> {
  // What was said in this conversation is in its history; it must not come back as a memory.
  const candidates = memoryCandidates(search, input.text, input.sessionId);
  // The tags around the notes are paid from the cap too.
  const frame = estimateTokens(memoryFrame);
  const room = Math.max(0, input.cap - frame);
  const digest = input.preferences && digestCandidate(input.preferences);
  const fits = digest !== undefined && digest.tokens <= room ? digest : undefined;
  const found = ras.fill(ras.score(candidates, input.text, input.now), room - (fits?.tokens ?? 0));
  const filled: FillResult =
    fits === undefined
      ? found
      : {
          ...found,
          included: [fits, ...found.included],
          usedTokens: found.usedTokens + fits.tokens,
        };

  const { fresh, ...rest } = chosenOf(filled, input.visible);
  return {
    ...rest,
    parts: fresh.map(({ candidate: { path, heading, text }, supersedes }) => {
      return { path, heading, text, supersedes };
    }),
    used: filled.included.length === 0 ? 0 : filled.usedTokens + frame,
  };
}

export function memoryCandidates(
  search: Cortex['search'],
  text: string,
  sessionId: string | undefined,
): readonly Candidate[] {
  return searchMemoryFor(search, text, sessionId).map(candidateOf);
}

/** What the search finds for a message, best first; without what is about `withoutSession`. */
export function searchMemoryFor(
  search: Cortex['search'],
  query: string,
  withoutSession: string | undefined,
): readonly CortexHit[] {
  if (isSmallTalk(query)) return [];
  return search({
    query,
    sources,
    limit: MAX_HITS,
    ...(withoutSession === undefined ? {} : { withoutSession }),
  });
}

function digestCandidate(digest: PreferenceDigest): ScoredCandidate {
  const tokens = digest.tokens + tokensOfTag(digest.path, digest.heading);
  return { ...digest, category: 'memory', source: 'outcomes', tokens, lexical: 1, score: 1 };
}

const memoryFrame = `${MEMORY_OPENING}\n</memory>\n`;

const bareTag = estimateTokens(memoryTag({ path: 'a', heading: 'a', text: '', supersedes: true }));

/** What the tag around a note costs, counted by its parts: no tag is made for it. */
function tokensOfTag(path: string, heading: string): number {
  return bareTag + tokensOfValue(path) + tokensOfValue(heading);
}

/** The same notes are found again and again. */
const knownValues = createKept<string, number>(16_000);

function tokensOfValue(value: string): number {
  const known = knownValues.get(value);
  if (known !== undefined) return known;
  const tokens = estimateTokens(attribute(value));
  knownValues.put(value, tokens);
  return tokens;
}

function candidateOf(hit: CortexHit): Candidate {
  const { path, heading, source, text, hash, modified } = hit;
  return {
    path,
    heading,
    category: 'memory',
    source,
    text,
    hash,
    tokens: hit.tokens + tokensOfTag(path, heading),
    lexical: hit.score,
    modified,
  };
}
