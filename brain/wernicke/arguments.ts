/** Arguments of a tool call: from the text that a model wrote to an object that may be run. */
import type { JsonObject, JsonValue } from '../../protocol/index.ts';
import { parseJson } from '../shared/json.ts';
import { isDeeperThan } from '../shared/json-depth.ts';
import { messageOf } from '../shared/result.ts';
import { clip } from '../shared/text.ts';

export interface ReadArguments {
  readonly args: JsonObject;
  /** What is wrong, told to the model. The call must not run. */
  readonly problem?: string;
}

/** `whole` is what a provider sent already parsed; otherwise `text` is the concatenated pieces. */
export function readArguments(text: string, whole: JsonValue | undefined): ReadArguments {
  if (whole !== undefined && typeof whole !== 'string') return asObject(whole);
  const source = withoutFence(text !== '' ? text : (whole ?? ''));
  if (source === '') return { args: {} };
  try {
    const parsed: JsonValue = JSON.parse(source);
    return asObject(typeof parsed === 'string' ? twiceEncoded(parsed) : parsed);
  } catch (thrown) {
    return {
      args: {},
      problem:
        `The arguments are not valid JSON (${clip(messageOf(thrown), 160)}). ` +
        'Nothing was run. Call the tool again with one complete JSON object.',
    };
  }
}

/** Small models write the object as they would in a text: between three backquotes. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```') || trimmed.length < 6) return trimmed;
  const inside = trimmed.slice(3, -3);
  const label = /^[a-z_]*\s/i.exec(inside)?.[0] ?? '';
  return inside.slice(label.length).trim();
}

/** Some servers put the JSON text of the arguments into a JSON string. */
function twiceEncoded(text: string): JsonValue {
  if (!text.trim().startsWith('{')) return text;
  return parseJson(text) ?? text;
}

function asObject(value: JsonValue): ReadArguments {
  if (isDeeperThan(value)) {
    return { args: {}, problem: 'The arguments are nested too deeply. Nothing was run.' };
  }
  if (typeof value === 'object' && value !== null && !isList(value)) return { args: value };
  const kind = value === null ? 'null' : isList(value) ? 'a list' : `a ${typeof value}`;
  return {
    args: {},
    problem: `The arguments must be one JSON object, not ${kind}. Nothing was run.`,
  };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
