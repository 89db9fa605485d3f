/**
 * What a server says about its tools, made fit for a prompt. Untrusted text: without invisible
 * characters, cut, and its schema reduced to what our own check and every provider can read. Pure.
 */
import type { JsonObject, JsonValue } from '../../../protocol/index.ts';
import { hashOf } from '../../shared/ids.ts';
import { safeSlice } from '../../shared/text.ts';

const MAX_DESCRIPTION = 1500;
const MAX_PARAMETER_TEXT = 400;
const MAX_SCHEMA_BYTES = 10_000;
const MAX_DEPTH = 10;
const MAX_KEYS = 100;

export interface Described {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** Of everything the server said about it, uncut. */
  readonly hash: string;
}

/** As a server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly annotations?: unknown;
}

export function described(tool: ListedTool): Described {
  const { name, title, description, inputSchema, annotations } = tool;
  const said = [title, description].filter((text) => text !== undefined && text !== '').join('\n');
  return {
    name,
    description: cleaned(said, MAX_DESCRIPTION),
    parameters: parametersOf(inputSchema),
    hash: hashOf(JSON.stringify([name, title, description, inputSchema, annotations])),
  };
}

/** Readable text: no control, no invisible and no direction characters, at most `max` long. */
export function cleaned(text: string, max: number): string {
  const visible = safeSlice(text, max * 4)
    .normalize('NFC')
    // Tabs and line breaks stay; everything that cannot be seen goes.
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u115F\u1160\u3164\uFFA0]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return visible.length <= max && text.length <= max * 4
    ? visible
    : `${safeSlice(visible, max - 1).trimEnd()}…`;
}

const kept = new Set([
  ...['type', 'enum', 'const', 'default', 'required', 'properties', 'items', 'prefixItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'format'],
  ...['additionalProperties', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'definitions'],
  ...['title', 'description'],
]);
/** Maps of names to schemas; their keys are the tool's own. */
const maps = new Set(['properties', '$defs', 'definitions']);
/** Values as they are. */
const values = new Set(['enum', 'const', 'default', 'required', 'type']);

function parametersOf(schema: unknown): JsonObject {
  for (const withText of [true, false]) {
    const clean = schemaOf(schema, 0, withText);
    // Not all providers take choices at the top; the server checks them anyway.
    const { anyOf: _a, oneOf: _o, allOf: _l, $ref: _r, ...rest } = clean;
    const top: JsonObject = { ...rest, type: 'object', properties: asObject(rest.properties) };
    if (JSON.stringify(top).length <= MAX_SCHEMA_BYTES) return top;
  }
  // Too large even without words: the model goes by the description, the server checks.
  return { type: 'object', properties: {} };
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

function schemaOf(schema: unknown, depth: number, withText: boolean): JsonObject {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return {};
  if (depth > MAX_DEPTH) return {};
  const result: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(schema).slice(0, MAX_KEYS)) {
    const next = kept.has(key) ? keywordOf(key, value, depth, withText) : undefined;
    if (next !== undefined) result[key] = next;
  }
  return result;
}

function keywordOf(
  key: string,
  value: unknown,
  depth: number,
  withText: boolean,
): JsonValue | undefined {
  if (key === 'title' || key === 'description') {
    if (!withText || typeof value !== 'string') return undefined;
    return cleaned(value, MAX_PARAMETER_TEXT);
  }
  // Only what is in the schema itself.
  if (key === '$ref') return typeof value === 'string' && value.startsWith('#') ? value : undefined;
  if (values.has(key)) return plainValue(value);
  if (maps.has(key)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const entries = Object.entries(value).slice(0, MAX_KEYS);
    return Object.fromEntries(
      entries
        .filter(([name]) => name !== '__proto__' && cleaned(name, 100) === name)
        .map(([name, one]) => [name, schemaOf(one, depth + 1, withText)]),
    );
  }
  if (Array.isArray(value)) {
    return value.slice(0, MAX_KEYS).map((one) => schemaOf(one, depth + 1, withText));
  }
  if (typeof value === 'object' && value !== null) return schemaOf(value, depth + 1, withText);
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string'
    ? value
    : undefined;
}

/** Names and choices, without what cannot be seen in them. */
function plainValue(value: unknown): JsonValue | undefined {
  const text = JSON.stringify(value);
  if (text === undefined || text.length > 4000) return undefined;
  if (cleaned(text, 4000) !== text.replace(/[^\S\n]+/g, ' ').trim()) return undefined;
  return JSON.parse(text) as JsonValue;
}
