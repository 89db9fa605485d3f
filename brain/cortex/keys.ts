/**
 * The distinct terms of a chunk, packed into numbers: a candidate is scored by looking up the terms
 * of a question in it, without reading its text again.
 *
 * Each number is 26 bits of a term's hash, then 1 bit "in a heading", then 5 bits of how often. Two
 * terms in sixty-seven million share a hash; that costs a wrong place in a list, nothing more.
 */
import type { Word } from './terms.ts';

export const HASH_BITS = 26;
const IN_HEADING = 0b100000;
const COUNT = 0b011111;

export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  }
  // The low bits of this hash are its weak ones.
  return ((hash ^ (hash >>> 15)) >>> 0) >>> (32 - HASH_BITS);
}

export function packKeys(heading: readonly Word[], text: readonly Word[]): Uint8Array {
  const counts = new Map<number, number>();
  for (const { term } of text) {
    const hash = hashTerm(term);
    counts.set(hash, Math.min(COUNT, (counts.get(hash) ?? 0) + 1));
  }
  for (const { term } of heading) {
    const hash = hashTerm(term);
    const count = counts.get(hash) ?? 0;
    counts.set(hash, Math.min(COUNT, (count & COUNT) + 1) | IN_HEADING);
  }
  const keys = new Uint32Array(counts.size);
  let at = 0;
  for (const [hash, count] of counts) keys[at++] = ((hash << 6) | count) >>> 0;
  keys.sort();
  return new Uint8Array(keys.buffer);
}

/** What `packKeys` made, as numbers; copied only where SQLite's bytes do not begin where a number may. */
export function keysIn(packed: Uint8Array): Uint32Array {
  const isAligned = packed.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, byteLength } = isAligned ? packed : packed.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}

/** 0 when the term is not there, else a value for `countOf` and `isInHeading`. */
export function lookUp(keys: Uint32Array, hash: number): number {
  let low = 0;
  let high = keys.length;
  const wanted = (hash << 6) >>> 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const found = keys[low] ?? 0;
  return found >>> 6 === hash ? found & (IN_HEADING | COUNT) : 0;
}

/** The hash of the term that one of the numbers is about. */
export const hashOfKey = (key: number): number => key >>> 6;
export const countOf = (found: number): number => found & COUNT;
export const isInHeading = (found: number): boolean => (found & IN_HEADING) !== 0;

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
