import type { JsonValue } from '../../protocol/index.ts';

/** What the text says; undefined, which no JSON is, where it is not JSON. For texts that may well be none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // It is an answer: the caller says what that means.
    return undefined;
  }
}
