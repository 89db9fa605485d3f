/**
 * What was read of chunks, kept in memory: the same ones are candidates again and again. A chunk never
 * changes and its id is never given again, so that what is kept stays right for as long as the index
 * says that the chunk is there.
 */

export interface Kept<T> {
  get(id: number): T | undefined;
  put(id: number, value: T): void;
}

/** Holds at least the `most` / 2 that were used last, and never more than `most`. */
export function createKept<T>(most: number): Kept<T> {
  let young = new Map<number, T>();
  let old = new Map<number, T>();
  function put(id: number, value: T): void {
    if (young.size >= most / 2) [old, young] = [young, new Map()];
    young.set(id, value);
  }
  return {
    get(id) {
      const known = young.get(id);
      if (known !== undefined) return known;
      const older = old.get(id);
      if (older !== undefined) put(id, older);
      return older;
    },
    put,
  };
}

const PAGE = 64 * 1024;

/** Many small lists of numbers in few large blocks: a block for each would cost more than the list. */
export function createKeyPages(): (bytes: Uint8Array) => Uint32Array {
  let page = new Uint32Array(0);
  let used = 0;
  return (bytes) => {
    const size = bytes.length / Uint32Array.BYTES_PER_ELEMENT;
    if (used + size > page.length) {
      page = new Uint32Array(Math.max(PAGE, size));
      used = 0;
    }
    const keys = page.subarray(used, used + size);
    new Uint8Array(keys.buffer, keys.byteOffset, bytes.length).set(bytes);
    used += size;
    return keys;
  };
}
