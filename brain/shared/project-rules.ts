/**
 * The rules of a project: what its file says (`.connectome/permissions.json`), and what of it counts. Only
 * the copy counts that its owner accepted and that stands in the settings: a file that changes, whoever
 * changed it, changes nothing until he has seen it.
 */
import { homedir } from 'node:os';
import { createTwoFilesPatch } from 'diff';
import { z } from 'zod';
import type { Config, ProjectRules } from '../../protocol/index.ts';
import { hashOf } from './ids.ts';
import { parseJson } from './json.ts';
import { expandHome, isInside } from './paths.ts';
import { ruleProblem } from './permission-rules.ts';
import { err, ok, type Result } from './result.ts';

/** Below the project's root. */
export const PROJECT_RULES_FILE = '.connectome/permissions.json';
const VERSION = 1;
const MAX_RULES = 200;
const DIFF_MS = 1000;

const list = z.array(z.string().max(500)).max(MAX_RULES).default([]);
const fileSchema = z.strictObject({
  version: z.literal(VERSION),
  allow: list,
  ask: list,
  deny: list,
});

/** The rules in a file; the error is a sentence for its owner. */
export function parseProjectRules(text: string): Result<ProjectRules> {
  const value = parseJson(text);
  if (value === undefined) return err('it is not JSON');
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return err(z.prettifyError(parsed.error));
  const { allow, ask, deny } = parsed.data;
  const problem = [...allow, ...ask, ...deny].map(ruleProblem).find((one) => one !== undefined);
  if (problem !== undefined) return err(problem.text);
  return ok({ allow, ask, deny, file: hashOf(text) });
}

/** For a card: what taking over these rules would change in those that count now. */
export function ruleChange(before: ProjectRules, after: ProjectRules): string | undefined {
  const [old, next] = [before, after].map((rules) => `${ruleLines(rules)}\n`);
  const shown = { context: MAX_RULES, timeout: DIFF_MS };
  return createTwoFilesPatch(
    PROJECT_RULES_FILE,
    PROJECT_RULES_FILE,
    old ?? '',
    next ?? '',
    undefined,
    undefined,
    shown,
  );
}

/** For a card: every rule with what it does. */
export function ruleLines({ allow, ask, deny }: ProjectRules): string {
  const lines = [
    ...allow.map((rule) => `allow  ${rule}`),
    ...ask.map((rule) => `ask    ${rule}`),
    ...deny.map((rule) => `deny   ${rule}`),
  ];
  return lines.length === 0 ? 'no rules' : lines.join('\n');
}

type RuleLists = Pick<Config['permissions'], 'allow' | 'ask' | 'deny'>;
const merged = new WeakMap<Config, Map<string, RuleLists>>();

/**
 * The rules of the settings and of the trusted projects that `workingDir` lies in. The same lists as long
 * as the settings are the same: they are parsed once per list.
 */
export function rulesFor(
  config: Config,
  workingDir: string,
  userHome: string = homedir(),
): RuleLists {
  const { permissions, folders } = config;
  const holds = (folder: string, path: string): boolean =>
    isInside(expandHome(folder, userHome), path);
  const roots = Object.keys(folders.rules).filter((root) => {
    const real = expandHome(root, userHome);
    return (
      isInside(real, workingDir) &&
      !folders.never.some((folder) => holds(folder, real)) &&
      [config.workingDir, ...folders.trusted].some((folder) => holds(folder, real))
    );
  });
  if (roots.length === 0) return permissions;
  const known = merged.get(config) ?? new Map<string, RuleLists>();
  merged.set(config, known);
  const key = roots.join('\0');
  const held = known.get(key);
  if (held !== undefined) return held;
  const all = (kind: keyof RuleLists): string[] => [
    ...permissions[kind],
    ...roots.flatMap((root) => folders.rules[root]?.[kind] ?? []),
  ];
  const lists = { allow: all('allow'), ask: all('ask'), deny: all('deny') };
  known.set(key, lists);
  return lists;
}
