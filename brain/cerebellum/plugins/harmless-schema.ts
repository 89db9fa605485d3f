/**
 * A schema from elsewhere without what could stand still the brain when arguments are held against it:
 * regular expressions. What they ask for is the plugin's own to check.
 */
import type { JsonObject, JsonValue } from '../../../protocol/index.ts';

/** Values are schemas by name, so that a parameter may be called `pattern`. */
const maps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const dropped = new Set(['pattern', 'patternProperties', '$ref', '$dynamicRef', '$schema', '$id']);

export function harmlessSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !dropped.has(key))
      .map(([key, value]) => [key, maps.has(key) ? eachOf(value) : harmless(key, value)]),
  );
}

function harmless(key: string, value: JsonValue): JsonValue {
  // Data, not schemas.
  if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') return value;
  if (Array.isArray(value)) return value.map((one) => harmless('', one));
  return isObject(value) ? harmlessSchema(value) : value;
}

function eachOf(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, harmless('', one)]));
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
