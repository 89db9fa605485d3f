/**
 * Careful reading of JSON that a server sent: endpoints that call themselves compatible leave
 * fields out, send null, or send another type than the SDK's types promise.
 */
import type { JsonObject, JsonValue } from '../../../protocol/index.ts';
import type { StreamChunk } from '../../shared/model.ts';
import { say, spoken } from '../../shared/say.ts';

export type Fields = Readonly<Record<string, unknown>>;

const nothing: Fields = {};

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : nothing;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The string, or '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** No request has so many tokens; a figure above it is a fault of the server, or a lie. */
const MOST_TOKENS = 100_000_000;
/** US dollars that no single answer costs. */
const MOST_USD = 1_000;

/** A believable number of tokens. */
export function countOf(value: unknown): number | undefined {
  const count = within(value, MOST_TOKENS);
  return count === undefined ? undefined : Math.round(count);
}

/** A believable price of one answer, in US dollars. */
export function moneyOf(value: unknown): number | undefined {
  return within(value, MOST_USD);
}

function within(value: unknown, most: number): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= most ? value : undefined;
}

/** What came out of `JSON.parse` is a JsonValue by construction; TypeScript cannot know it. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}

export function asJsonObject(value: Fields): JsonObject {
  return value as JsonObject;
}

/** The chunk of a stream that ended before its end marker. Thalamus fills in who and when. */
export function cutOff(started: boolean): StreamChunk {
  return {
    type: 'failed',
    failure: {
      code: 'stream_broken',
      ...spoken({ message: say('turn.brokeOff') }),
      retryable: true,
      started,
      providers: [],
    },
  };
}
