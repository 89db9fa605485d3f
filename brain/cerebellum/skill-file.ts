/** Reads one SKILL.md. Pure: text in, a checked skill or the exact reason out. */
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../protocol/index.ts';
import type { SkillPattern } from '../regions.ts';
import { parseFrontMatter, stripComments } from '../shared/frontmatter.ts';
import { issueWords } from '../shared/issue-words.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';

export interface SkillTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of type object; absent where the file leaves it to the plugin. */
  readonly parameters?: JsonObject;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly timeoutMs?: number;
}

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  readonly triggers: readonly string[];
  readonly tools: readonly SkillTool[];
  readonly patterns: readonly SkillPattern[];
  readonly requires: readonly string[];
  readonly allowedTools: readonly string[];
  /** What its plugin may reach; nothing where it is not said. */
  readonly permissions: DeclaredPermissions;
  /** Instructions, without the comments that are for people. */
  readonly body: string;
}

/** As written in the file: what a plugin may do besides computing. */
export interface DeclaredPermissions {
  /** Folders; `.` is the session's working directory, `workspace/...` a part of the mind. */
  readonly read: readonly string[];
  /** Folders that it may read and change. */
  readonly write: readonly string[];
  readonly hosts: readonly string[];
  /** Programs, by name. */
  readonly commands: readonly string[];
}

export interface SkillError {
  readonly line?: number;
  readonly reason: Sentence;
}

export const MAX_SKILL_BYTES = 1024 * 1024;

const text = z.string().trim().min(1);
/** A list, or one string with commas or spaces (both are in use). */
const names = z
  .union([z.array(text), z.string()])
  .transform((value) =>
    typeof value === 'string' ? value.split(/[\s,]+/).filter((name) => name !== '') : value,
  );
/** The same for rules, which may have spaces and commas in their brackets. */
const rules = z
  .union([z.array(text), z.string()])
  .transform((value) =>
    (typeof value === 'string' ? (value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []) : value).map(
      ruleText,
    ),
  );
/** `Bash(git add *)` is how others write `Bash(git add:*)`. */
function ruleText(given: string): string {
  const command = /^Bash\((.*)\)$/s.exec(given.trim())?.[1]?.trim();
  if (command === undefined) return given.trim();
  if (command === '*') return 'Bash';
  return `Bash(${command.replace(/\s+\*$/, ':*')})`;
}
const lines = z.union([z.array(text), text.transform((one) => [one])]);
const phrases = z.union([z.array(text), z.string()]).transform((value) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : value,
);
const pattern = z.union([
  text,
  z.object({
    pattern: text,
    level: z.enum(['block', 'destructive', 'confirm', 'warn']).optional(),
    reason: z.string().optional(),
  }),
]);
const tool = z.union([
  text.transform((name) => ({ name })),
  z.object({
    name: text.regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'letters, digits, "_" and "-" only'),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.json()).optional(),
    readOnly: z.boolean().optional(),
    idempotent: z.boolean().optional(),
    timeoutMs: z.int().positive().max(600_000).optional(),
  }),
]);
/** Unknown keys are mistakes: a permission that nobody understands must not be thought granted. */
const permissions = z.strictObject({
  read: lines.optional(),
  write: lines.optional(),
  hosts: z
    .array(text.regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i, 'a host such as api.example.com'))
    .optional(),
  commands: z.array(text.regex(/^[\w.+-]+$/, 'the name of a program')).optional(),
});
const frontMatter = z.looseObject({
  name: text.max(64),
  description: text.max(4096),
  version: z.union([z.string(), z.number()]).optional(),
  triggers: phrases.optional(),
  tools: z.array(tool).optional(),
  danger_patterns: z.array(pattern).optional(),
  confirm_patterns: z.array(pattern).optional(),
  requires: names.optional(),
  'allowed-tools': rules.optional(),
  permissions: permissions.optional(),
});
type FrontMatter = z.infer<typeof frontMatter>;

/** Nothing is half loaded: one bad field refuses the file. */
export function parseSkill(source: string): Result<Skill, SkillError> {
  if (Buffer.byteLength(source) > MAX_SKILL_BYTES) return err({ reason: say('skill.over1mb') });
  if (!/^\ufeff?---/.test(source)) {
    return err({
      line: 1,
      reason: say('skill.mustBegin'),
    });
  }
  const split = parseFrontMatter(source);
  if (!split.ok) return split;
  const parsed = frontMatter.safeParse(split.value.data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = issue?.path.map(String) ?? [];
    return err({
      ...lineOf(source, path[0]),
      reason: say('skill.field', {
        field: path.join('.') || 'front matter',
        why: issue === undefined ? say('skill.notValid') : issueWords(issue.message),
      }),
    });
  }
  const patterns = patternsOf(parsed.data);
  if (!patterns.ok) {
    return err({ ...lineOf(source, patterns.error.field), reason: patterns.error.reason });
  }
  const tools = toolsOf(parsed.data);
  if (!tools.ok) return err({ ...lineOf(source, 'tools'), reason: tools.error });
  const { name, description, version } = parsed.data;
  return ok({
    name,
    description,
    ...(version === undefined ? {} : { version: String(version) }),
    triggers: parsed.data.triggers ?? [],
    tools: tools.value,
    patterns: patterns.value,
    requires: parsed.data.requires ?? [],
    allowedTools: parsed.data['allowed-tools'] ?? [],
    permissions: { ...noPermissions, ...declared(parsed.data.permissions) },
    body: stripComments(split.value.body).trim(),
  });
}

export const noPermissions: DeclaredPermissions = { read: [], write: [], hosts: [], commands: [] };

function declared(given: FrontMatter['permissions']): Partial<DeclaredPermissions> {
  const { read, write, hosts, commands } = given ?? {};
  return {
    ...(read === undefined ? {} : { read }),
    ...(write === undefined ? {} : { write }),
    ...(hosts === undefined ? {} : { hosts: hosts.map((host) => host.toLowerCase()) }),
    ...(commands === undefined ? {} : { commands }),
  };
}

function lineOf(source: string, field: string | undefined): { readonly line?: number } {
  if (field === undefined) return { line: 1 };
  const at = source.split('\n').findIndex((line) => line.startsWith(`${field}:`));
  return at === -1 ? { line: 1 } : { line: at + 1 };
}

function patternsOf(
  data: FrontMatter,
): Result<readonly SkillPattern[], { readonly field: string; readonly reason: Sentence }> {
  const found: SkillPattern[] = [];
  for (const field of ['danger_patterns', 'confirm_patterns'] as const) {
    for (const [index, entry] of (data[field] ?? []).entries()) {
      const shaped = typeof entry === 'string' ? { pattern: entry } : entry;
      const problem = patternProblem(shaped.pattern);
      if (problem !== undefined) {
        const reason = say('skill.field', { field: `${field}[${index}]`, why: problem });
        return err({ field, reason });
      }
      // A danger pattern blocks unless it says itself that asking is enough; a confirm pattern asks.
      const mild = 'level' in shaped && (shaped.level === 'confirm' || shaped.level === 'warn');
      const level = field === 'danger_patterns' && !mild ? 'block' : 'confirm';
      const reason =
        ('reason' in shaped ? shaped.reason : undefined) ??
        `The skill "${data.name}" ${level === 'block' ? 'forbids' : 'asks before'} what matches ${shaped.pattern}`;
      found.push({ pattern: shaped.pattern, level, reason, skill: data.name });
    }
  }
  return ok(found);
}

function patternProblem(source: string): Sentence | undefined {
  try {
    return new RegExp(source, 'i').test('')
      ? say('skill.matchesAll', { pattern: source })
      : undefined;
  } catch (thrown) {
    return say('skill.notRegex', { pattern: source, why: messageOf(thrown) });
  }
}

function toolsOf(data: FrontMatter): Result<readonly SkillTool[], Sentence> {
  const found: SkillTool[] = [];
  for (const entry of data.tools ?? []) {
    if (found.some(({ name }) => name === entry.name)) {
      const why = say('skill.toolTwice', { name: entry.name });
      return err(say('skill.field', { field: 'tools', why }));
    }
    const shaped: Extract<typeof entry, { parameters?: unknown }> | { name: string } = entry;
    const parameters = 'parameters' in shaped ? shaped.parameters : undefined;
    const schema = parameters === undefined ? undefined : schemaOf(parameters);
    if (schema?.ok === false) {
      const field = `tools.${entry.name}.parameters`;
      return err(say('skill.field', { field, why: schema.error }));
    }
    found.push({
      name: entry.name,
      description: ('description' in shaped ? shaped.description : undefined) ?? '',
      ...(schema === undefined ? {} : { parameters: schema.value }),
      readOnly: ('readOnly' in shaped ? shaped.readOnly : undefined) ?? false,
      idempotent: ('idempotent' in shaped ? shaped.idempotent : undefined) ?? false,
      ...('timeoutMs' in shaped && shaped.timeoutMs !== undefined
        ? { timeoutMs: shaped.timeoutMs }
        : {}),
    });
  }
  return ok(found);
}

const isMap = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON Schema as it is, or a map of parameters (required unless they say `required: false`). */
export function schemaOf(parameters: JsonObject): Result<JsonObject, Sentence> {
  if (
    parameters.type === 'object' &&
    (parameters.properties === undefined || isMap(parameters.properties))
  ) {
    return ok(parameters);
  }
  const properties: Record<string, JsonValue> = {};
  const required: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (!isMap(value)) return err(say('skill.parameterMap', { name }));
    const { required: needed, raw, ...schema } = value;
    properties[name] = isMap(raw) ? raw : schema;
    if (needed !== false) required.push(name);
  }
  return ok({ type: 'object', properties, required, additionalProperties: false });
}
