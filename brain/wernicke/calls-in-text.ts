/**
 * Tool calls that a model wrote as text, as small ones do where their server does not take them
 * out: the whole text is the call (or its one fence), in one of the shapes that models are taught.
 */
import type { JsonObject, JsonValue } from '../../protocol/index.ts';
import { parseJson } from '../shared/json.ts';
import { readArguments, withoutFence } from './arguments.ts';

export interface CallInText {
  readonly name: string;
  readonly args: JsonObject;
}

/** Longer texts are answers. Characters. */
const LONGEST = 200_000;

/** All calls of the text, in their order; none when anything else stands in it. */
export function callsInText(text: string): readonly CallInText[] {
  if (text.length > LONGEST) return [];
  const trimmed = text.trim();
  const tagged = taggedCalls(trimmed);
  const source = withoutFence(trimmed).replace(/^(?:<\|python_tag\|>|\[TOOL_CALLS\])\s*/, '');
  const bodies = tagged.length > 0 ? tagged : [source];
  const calls = bodies.flatMap((body) => callsOf(parsed(body)));
  return calls.includes(undefined) ? [] : calls.filter((call) => call !== undefined);
}

/** `<tool_call>{...}</tool_call>`, any number of them and nothing else. */
function taggedCalls(text: string): readonly string[] {
  const bodies: string[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('</tool_call>');
    if (!rest.startsWith('<tool_call>') || end === -1) return [];
    bodies.push(rest.slice('<tool_call>'.length, end));
    rest = rest.slice(end + '</tool_call>'.length).trimStart();
  }
  return bodies;
}

function parsed(text: string): JsonValue | undefined {
  const trimmed = text.trim();
  return trimmed.startsWith('{') || trimmed.startsWith('[') ? parseJson(trimmed) : undefined;
}

function callsOf(value: JsonValue | undefined): readonly (CallInText | undefined)[] {
  if (Array.isArray(value)) return value.map(callOf);
  return [callOf(value)];
}

const nameKeys = ['name', 'tool', 'tool_name', 'function'] as const;
const argumentKeys = ['arguments', 'parameters', 'args', 'input', 'tool_input'] as const;

function callOf(value: JsonValue | undefined): CallInText | undefined {
  if (!isObject(value)) return undefined;
  // `{"type": "function", "function": {"name": ..., "arguments": ...}}`
  if (isObject(value.function)) return callOf(value.function);
  const name = nameKeys.map((key) => value[key]).find((one) => typeof one === 'string');
  const key = argumentKeys.find((one) => Object.hasOwn(value, one));
  if (typeof name !== 'string' || key === undefined) return undefined;
  const read = readArguments('', value[key]);
  return read.problem === undefined ? { name, args: read.args } : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
