/**
 * Ids of chunks, packed: ascending numbers as the steps from one to the next, in as few bytes as each
 * step needs (seven bits to a byte, the eighth says that more follow). The first id stands outside.
 */

/** More than this becomes a piece of its own: a change of one id writes no more than one piece. */
export const PIECE_BYTES = 900;

/** Some ids in a row, as they lie in the index. */
export type Piece = readonly [first: number, steps: Uint8Array];

const scratch = new Uint8Array(PIECE_BYTES + 8);

/**
 * In pieces that are as large as they may be; all but the last, which may grow. The steps that `take` gets
 * are its own only until it returns: a copy of each would be most of what a large commit takes of memory.
 */
export function packIds(
  ids: ArrayLike<number>,
  take: (first: number, steps: Uint8Array) => void,
): void {
  let first = ids[0];
  if (first === undefined) return;
  let before = first;
  let used = 0;
  for (let at = 1; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    if (used >= PIECE_BYTES) {
      take(first, scratch.subarray(0, used));
      first = id;
      used = 0;
    } else {
      let step = id - before;
      while (step > 0x7f) {
        scratch[used++] = (step & 0x7f) | 0x80;
        step = Math.floor(step / 0x80);
      }
      scratch[used++] = step;
    }
    before = id;
  }
  take(first, scratch.subarray(0, used));
}

/** Many pieces of one list become one again; they come in order. */
export function unpackIds(pieces: readonly Piece[]): Uint32Array {
  // No step is shorter than a byte.
  const most = pieces.reduce((total, [, steps]) => total + steps.length + 1, 0);
  const ids = new Uint32Array(most);
  let count = 0;
  for (const [first, steps] of pieces) {
    let id = first;
    ids[count++] = id;
    for (let at = 0; at < steps.length; ) {
      let byte = steps[at++] ?? 0;
      let step = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = steps[at++] ?? 0;
        step += (byte & 0x7f) * 2 ** shift;
      }
      id += step;
      ids[count++] = id;
    }
  }
  return ids.subarray(0, count);
}
