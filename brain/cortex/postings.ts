/**
 * Which of the chunks that hold some of the terms are worth a closer look: those that hold the most
 * and the rarest of them. Knows only which chunks hold which term, so that it costs almost nothing.
 */

export interface Postings {
  /** In ascending order. */
  readonly ids: readonly number[];
  /** What it is worth to be among them. */
  readonly value: number;
}

export interface Choice {
  /** The `most` best ones. */
  readonly first: readonly number[];
  /** All the others. */
  readonly rest: readonly number[];
}

/** Sums by id, all zero between two calls: a map of as many entries takes ten times as long. */
let sums = new Float32Array(0);

export function choose(lists: readonly Postings[], most: number): Choice {
  const highest = lists.reduce((top, { ids }) => Math.max(top, ids.at(-1) ?? 0), 0);
  if (sums.length <= highest) sums = new Float32Array(Math.ceil(highest * 1.25) + 1024);
  const ids: number[] = [];
  for (const list of lists) {
    // Nothing that was counted is worth nothing: zero means that an id was not met before.
    const value = Math.max(list.value, Number.EPSILON);
    for (const id of list.ids) {
      const sum = sums[id] ?? 0;
      if (sum === 0) ids.push(id);
      sums[id] = sum + value;
    }
  }
  const values = new Float32Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    values[at] = sums[id] ?? 0;
    sums[id] = 0;
  }
  if (ids.length <= most) return { first: ids, rest: [] };
  const least = values.toSorted()[ids.length - most] ?? 0;
  let above = 0;
  for (const value of values) if (value > least) above += 1;
  let equal = most - above;
  const first: number[] = [];
  const rest: number[] = [];
  // Of equals those that were indexed last.
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    const id = ids[at] ?? 0;
    const value = values[at] ?? 0;
    const isIn = value > least || (value === least && equal > 0);
    if (value === least && isIn) equal -= 1;
    (isIn ? first : rest).push(id);
  }
  return { first, rest };
}
