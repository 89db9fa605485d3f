/** Fills a number of tokens with the best candidates, and says why each other one stayed out. */
import type { DroppedCandidate, FillResult, ScoredCandidate } from '../regions.ts';
import { cutToTokens, estimateTokens } from '../shared/tokens.ts';
import { RELEVANCE_FLOOR } from './score.ts';
import { createSeenTexts, shinglesOf } from './similarity.ts';

type Included = FillResult['included'][number];

/** A beginning that is shorter than this helps nobody. */
const SMALLEST_TRIM = 32;

export function fillCap(candidates: readonly ScoredCandidate[], capTokens: number): FillResult {
  const included: Included[] = [];
  const dropped: DroppedCandidate[] = [];
  const seen = createSeenTexts();
  let usedTokens = 0;
  for (const candidate of candidates.toSorted(bestFirst)) {
    if (candidate.category === 'memory' && candidate.score < RELEVANCE_FLOOR) {
      dropped.push({ candidate, reason: 'not relevant' });
      continue;
    }
    const room = capTokens - usedTokens;
    const fitting = candidate.tokens <= room ? candidate : trimmed(candidate, capTokens, room);
    if (fitting === undefined) {
      dropped.push({ candidate, reason: 'over budget' });
      continue;
    }
    const shingles = shinglesOf(candidate);
    const twin = seen.covering(shingles);
    if (twin !== undefined) {
      dropped.push({ candidate, reason: `near-duplicate of ${twin}` });
      continue;
    }
    seen.add(candidate.path, shingles);
    included.push(fitting);
    usedTokens += fitting.tokens;
  }
  return { included, dropped, usedTokens };
}

/** Equal scores are put in the order of their places, so that the same input gives the same bytes. */
function bestFirst(a: ScoredCandidate, b: ScoredCandidate): number {
  return b.score - a.score || compare(a.path, b.path) || compare(a.heading, b.heading);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Only what could never fit whole is cut; what merely comes too late is left out. */
function trimmed(candidate: ScoredCandidate, cap: number, room: number): Included | undefined {
  if (candidate.tokens <= cap || room < SMALLEST_TRIM) return undefined;
  const mark = `\n[… cut here to fit; the rest is in ${candidate.path}]`;
  // What the candidate costs beyond its text (its tag) is paid too.
  const overhead = Math.max(0, candidate.tokens - estimateTokens(candidate.text));
  const beginning = cutToTokens(candidate.text, room - overhead - estimateTokens(mark) - 1);
  if (beginning.trim() === '') return undefined;
  const text = `${beginning.trimEnd()}${mark}`;
  return {
    ...candidate,
    text,
    tokens: Math.min(room, estimateTokens(text) + overhead),
    trimmed: true,
  };
}
