/** Changes to the text of `config.json` that leave the owner's comments where they are. */
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  type JSONPath,
  type ModificationOptions,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import type { JsonObject, JsonValue } from '../../protocol/index.ts';

/** Token kinds of jsonc-parser; its enum cannot be imported under `isolatedModules`. */
const CLOSE_BRACE = 2;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const FIRST_TRIVIA = 12;
const LAST_TRIVIA = 15;
const END_OF_FILE = 17;

export function parses(text: string): boolean {
  const errors: ParseError[] = [];
  return (
    parseTree(text, errors, { allowTrailingComma: true })?.type === 'object' && errors.length === 0
  );
}

/** Applies a JSON merge patch (RFC 7396). `text` must parse; so does the result. */
export function mergePatch(text: string, patch: JsonObject): string {
  const plain = dropTrailingCommas(text);
  const patched = mergeAt(plain, [], patch);
  // Only when nothing was removed may the owner's trailing commas stay: see `dropTrailingCommas`.
  const kept = mergeAt(text, [], patch);
  return parses(kept) ? kept : patched;
}

function mergeAt(text: string, path: JSONPath, patch: JsonObject): string {
  let result = text;
  for (const [key, value] of Object.entries(patch)) {
    const place = [...path, key];
    if (isObject(value)) {
      const current = findNodeAtLocation(parseTree(result) ?? emptyNode, place);
      if (current?.type === 'object') result = mergeAt(result, place, value);
      else result = change(result, place, withoutNulls(value));
    } else {
      result = change(result, place, value === null ? undefined : value);
    }
  }
  return result;
}

const emptyNode: Node = { type: 'object', offset: 0, length: 0, children: [] };

/**
 * Adds a string to the list at `path`, which is made when it is missing. `undefined`: something
 * that is not a list stands there.
 */
export function appendToList(text: string, path: JSONPath, item: string): string | undefined {
  const list = findNodeAtLocation(parseTree(text) ?? emptyNode, path);
  if (list === undefined) return change(text, path, [item]);
  if (list.type !== 'array') return undefined;
  const items = list.children ?? [];
  if (items.some((node) => node.value === item)) return text;
  const insertion = { ...options(text), isArrayInsertion: true };
  return applyEdits(text, modify(text, [...path, items.length], item, insertion));
}

function change(text: string, path: JSONPath, value: JsonValue | undefined): string {
  return applyEdits(text, modify(text, path, value, options(text)));
}

function options(text: string): ModificationOptions {
  return {
    formattingOptions: {
      tabSize: 2,
      insertSpaces: !/\n\t/.test(text),
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
  };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, isObject(item) ? withoutNulls(item) : item]),
  );
}

/** jsonc-parser leaves a lone comma behind when it removes the last member before a trailing one. */
function dropTrailingCommas(text: string): string {
  const scanner = createScanner(text);
  const drop: number[] = [];
  let comma: number | undefined;
  for (let kind: number = scanner.scan(); kind !== END_OF_FILE; kind = scanner.scan()) {
    if (kind >= FIRST_TRIVIA && kind <= LAST_TRIVIA) continue;
    if ((kind === CLOSE_BRACE || kind === CLOSE_BRACKET) && comma !== undefined) drop.push(comma);
    comma = kind === COMMA ? scanner.getTokenOffset() : undefined;
  }
  return drop.reduceRight((rest, at) => rest.slice(0, at) + rest.slice(at + 1), text);
}
