/**
 * Ras: decides what deserves attention.
 *
 * Takes candidates, a message and a number of tokens. Gives scores in 0..1, the candidates that fit,
 * best first, and for each of the others the reason. What must always hold: it is pure (the same
 * input gives the same output), it never goes over the cap, and every candidate comes out exactly
 * once, included or dropped.
 */
import type { Ras } from '../regions.ts';
import { fillCap } from './fill.ts';
import { scoreCandidates } from './score.ts';

export { RELEVANCE_FLOOR } from './score.ts';

export function createRas(): Ras {
  return { score: scoreCandidates, fill: fillCap };
}
