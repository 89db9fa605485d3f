/**
 * Which of the chunks that hold some of the terms are worth a closer look: those that hold the most
 * and the rarest of them. Knows only which chunks hold which term, so that it costs almost nothing.
 */

export interface Holding {
  /** In ascending order. */
  readonly ids: ArrayLike<number>;
  /** What it is worth to be among them. */
  readonly value: number;
}

export interface Choice {
  /** The `most` best ones. */
  readonly first: readonly number[];
  /** All the others: they are seldom asked for. */
  rest(): readonly number[];
}

/** Sums by id, all zero between two calls: a map of as many entries takes ten times as long. */
let sums = new Float32Array(0);

export function choose(lists: readonly Holding[], most: number): Choice {
  const { ids, values } = summed(lists);
  const all = ids.length;
  if (all <= most) return { first: [...ids], rest: () => [] };
  const least = rankedAt(values.slice(), all - most);
  let equal = most;
  for (const value of values) if (value > least) equal -= 1;
  const first: number[] = [];
  const isIn = new Uint8Array(all);
  // Of equals those that were indexed last.
  for (let at = all - 1; first.length < most; at -= 1) {
    const value = values[at] ?? 0;
    if (value < least || (value === least && equal === 0)) continue;
    if (value === least) equal -= 1;
    isIn[at] = 1;
    first.push(ids[at] ?? 0);
  }
  return { first, rest: () => [...ids.filter((_, at) => isIn[at] === 0)] };
}

/** Each id once, in the order in which the lists name them, with what it is worth. */
function summed(lists: readonly Holding[]): { ids: Uint32Array; values: Float32Array } {
  let highest = 0;
  let most = 0;
  for (const { ids } of lists) {
    highest = Math.max(highest, ids[ids.length - 1] ?? 0);
    most += ids.length;
  }
  if (sums.length <= highest) sums = new Float32Array(Math.ceil(highest * 1.25) + 1024);
  const met = new Uint32Array(most);
  let count = 0;
  for (const list of lists) {
    // Nothing that was counted is worth nothing: zero means that an id was not met before.
    const value = Math.max(list.value, Number.EPSILON);
    for (let at = 0; at < list.ids.length; at += 1) {
      const id = list.ids[at] ?? 0;
      const sum = sums[id] ?? 0;
      if (sum === 0) met[count++] = id;
      sums[id] = sum + value;
    }
  }
  const ids = met.subarray(0, count);
  const values = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const id = ids[at] ?? 0;
    values[at] = sums[id] ?? 0;
    sums[id] = 0;
  }
  return { ids, values };
}

/** The number that would be at `place` if they were sorted. Mixes them up; sorting takes ten times as long. */
function rankedAt(values: Float32Array, place: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const middle = values[(from + to) >>> 1] ?? 0;
    let low = from;
    let high = to;
    while (low <= high) {
      while ((values[low] ?? 0) < middle) low += 1;
      while ((values[high] ?? 0) > middle) high -= 1;
      if (low > high) break;
      const moved = values[low] ?? 0;
      values[low] = values[high] ?? 0;
      values[high] = moved;
      low += 1;
      high -= 1;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return values[place] ?? 0;
}
