/**
 * How near is near: cosines of one model say little by themselves, since every model has its own range
 * of them. What counts is how far a text stands out from all the others. Pure.
 */

/** The cosines of all texts with one question. */
export interface Spread {
  readonly count: number;
  readonly least: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Fewer texts have no usual distance: they are compared with the one that is farthest off. */
const MANY = 30;
const FEW_GAP = 0.1;
const FEW_FULL = 0.3;
/** Of many texts the nearest is so many deviations away by mere chance; less is nothing. */
const chanceOf = (count: number): number => 0.85 * Math.sqrt(2 * Math.log(count));
const FULL_DEVIATIONS = 2;

/** 0: no nearer than any other text; 1: as near as can be told. */
export function standsOut(cosine: number, { count, least, mean, deviation }: Spread): number {
  const part =
    count < MANY
      ? (cosine - least - FEW_GAP) / FEW_FULL
      : ((cosine - mean) / deviation - chanceOf(count)) / FULL_DEVIATIONS;
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0;
}
