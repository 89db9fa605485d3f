/** Checks a tool's arguments against its JSON Schema and says what is wrong in words. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { JsonObject } from '../../protocol/index.ts';
import type { ToolDefinition } from '../shared/model.ts';
import { messageOf } from '../shared/result.ts';

export type CheckArguments = (tool: ToolDefinition, args: JsonObject) => string | undefined;

// Schemas come from skills too: unknown keywords are theirs to have, formats are hints.
const options = { strict: false, allErrors: true, validateFormats: false };

/** Compiles the schema of schemas, which costs more than all tools of a mind together, once for all. */
const shapes = new Ajv({ ...options, code: { optimize: false } });

/** Compiles schemas that `shapes` has looked at. */
const newCompiler = (): Ajv => new Ajv({ ...options, meta: false, validateSchema: false });

function compile(ajv: Ajv, schema: JsonObject): ValidateFunction {
  shapes.validateSchema(schema, true);
  return ajv.compile(schema);
}

export function createArgumentCheck(): CheckArguments {
  const ajv = newCompiler();
  const compiled = new WeakMap<JsonObject, ValidateFunction>();

  return (tool, args) => {
    let validate = compiled.get(tool.parameters);
    if (validate === undefined) {
      validate = compile(ajv, tool.parameters);
      compiled.set(tool.parameters, validate);
    }
    if (validate(args)) return undefined;
    const problems = [...new Set((validate.errors ?? []).map(sentence))];
    return `${problems.join(' ')} ${knownParameters(tool)}`;
  };
}

/** Why a tool with this schema could not be called; undefined where it could. */
export function schemaProblem(schema: JsonObject): string | undefined {
  try {
    // One of its own: what one schema is called (`$id`) is no matter of another.
    compile(newCompiler(), schema);
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

function sentence(error: ErrorObject): string {
  const at = error.instancePath.replace(/^\//, '').replaceAll('/', '.');
  const where = at === '' ? '' : `${at}: `;
  switch (error.keyword) {
    case 'additionalProperties':
      return `${where}Unknown parameter "${String(error.params.additionalProperty)}".`;
    case 'required':
      return `${where}"${String(error.params.missingProperty)}" is missing.`;
    case 'enum':
      return `${where}must be one of ${JSON.stringify(error.params.allowedValues)}.`;
    default:
      return `${where}${error.message ?? 'is not valid'}.`;
  }
}

function knownParameters(tool: ToolDefinition): string {
  const { properties, required } = tool.parameters;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const names =
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  if (names.length === 0) return `${tool.name} takes no parameters.`;
  const listed = names.map((name) => (needed.includes(name) ? `${name} (required)` : name));
  return `${tool.name} takes: ${listed.join(', ')}.`;
}
