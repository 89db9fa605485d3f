/**
 * Which chunks are to be added to which lists, until they are written: hundreds of thousands of pairs in a
 * first index. They lie in a buffer that can be resized: the system has its pages to itself and gets them
 * back at once. An ordinary large one would leave holes in the memory of all the rest, for good.
 */

/** Chunks that are added between two writings; a hash and as many beside it are exact in one number. */
const MAX_ADDED = 2 ** 27;
const PAIR_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** It grows by so many pairs at once, up to what is reserved: that takes addresses, not memory. */
const STEP = 128 * 1024;
const RESERVED = 4 * 1024 * 1024;

export interface Gathered {
  /** Chunks come with ascending ids. */
  add(hash: number, chunk: number): void;
  isEmpty(): boolean;
  /** In the order of the hashes, as the lists lie in the file, and of the ids within each. */
  each(take: (hash: number, ids: readonly number[]) => void): void;
  /** Forgets all; the room that it took is kept for the next. */
  clear(): void;
  /** Gives back that room, too. */
  shrink(): void;
}

/** What is `reserved` doubles when it is not enough. */
export function createGathered(reserved = RESERVED): Gathered {
  let buffer = new ArrayBuffer(0, { maxByteLength: reserved * PAIR_BYTES });
  /** A hash and a chunk in one number each. Is always as long as the buffer. */
  let pairs = new Float64Array(buffer);
  let count = 0;
  let first = 0;

  function grow(): void {
    if (buffer.byteLength === buffer.maxByteLength) {
      const more = new ArrayBuffer(buffer.byteLength, { maxByteLength: buffer.maxByteLength * 2 });
      const moved = new Float64Array(more);
      moved.set(pairs);
      [buffer, pairs] = [more, moved];
    }
    buffer.resize(Math.min(buffer.maxByteLength, buffer.byteLength + STEP * PAIR_BYTES));
  }

  return {
    add(hash, chunk) {
      if (count === 0) first = chunk;
      if (count === pairs.length) grow();
      pairs[count++] = hash * MAX_ADDED + (chunk - first);
    },
    isEmpty: () => count === 0,
    each(take) {
      const inOrder = pairs.subarray(0, count).sort();
      for (let at = 0; at < count; ) {
        const hash = Math.floor((inOrder[at] ?? 0) / MAX_ADDED);
        const ids: number[] = [];
        for (const end = (hash + 1) * MAX_ADDED; (inOrder[at] ?? end) < end; at += 1) {
          ids.push((inOrder[at] ?? 0) - hash * MAX_ADDED + first);
        }
        take(hash, ids);
      }
    },
    clear() {
      count = 0;
    },
    shrink() {
      count = 0;
      buffer.resize(0);
    },
  };
}
