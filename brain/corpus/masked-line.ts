import type { Redactor } from '../shared/redact.ts';

export const CORPUS_VERSION = 1;

/** News is small; what is not (ten thousand changed paths) must not fill the disk. */
const MAX_LIST = 100;
const MAX_TEXT = 2000;

/**
 * One event as a line of JSON. Every text in it is masked by itself: masking the finished line
 * could tear its quotes.
 */
export function maskedLine(at: string, name: string, payload: object, redactor: Redactor): string {
  function masked(value: unknown): unknown {
    if (typeof value === 'string') return redactor.all(value).slice(0, MAX_TEXT);
    if (Array.isArray(value)) {
      const kept = value.slice(0, MAX_LIST).map(masked);
      return value.length > MAX_LIST ? [...kept, `... ${value.length - MAX_LIST} more`] : kept;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]));
  }
  const fields = Object.entries(payload).map(([key, value]) => [key, masked(value)]);
  return `${JSON.stringify({ v: CORPUS_VERSION, at, name, ...Object.fromEntries(fields) })}\n`;
}
