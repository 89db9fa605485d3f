/** What was worked out once, kept in memory for as long as it is asked for again and again. */

export interface Kept<K, T> {
  get(key: K): T | undefined;
  put(key: K, value: T): void;
}

/** Holds at least the `most` / 2 that were used last, and never more than `most`. */
export function createKept<K, T>(most: number): Kept<K, T> {
  let young = new Map<K, T>();
  let old = new Map<K, T>();
  function put(key: K, value: T): void {
    if (young.size >= most / 2) [old, young] = [young, new Map()];
    young.set(key, value);
  }
  return {
    get(key) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const older = old.get(key);
      if (older !== undefined) put(key, older);
      return older;
    },
    put,
  };
}
