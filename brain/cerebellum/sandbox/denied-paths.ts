/** Which existing files the path rules under `permissions.deny` name, so that a sandbox closes them too. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { expandHome, type Places } from '../../shared/paths.ts';
import {
  type PathRule,
  parseRule,
  ruleMatches,
  ruleSubject,
} from '../../shared/permission-rules.ts';
import { ripgrep } from '../ripgrep.ts';

/** More would be a rule about everything; each one is a mount. */
const MAX_DENIED = 1000;

export interface DeniedPaths {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** Throws where the rules name more than can be closed: then nothing may run. */
export async function deniedByRules(deny: readonly string[], places: Places): Promise<DeniedPaths> {
  const rules = deny.flatMap((text): PathRule[] => {
    const parsed = parseRule(text);
    return parsed.ok && parsed.value.kind === 'path' ? [parsed.value] : [];
  });
  const read: string[] = [];
  const write: string[] = [];
  for (const rule of rules) {
    const target = rule.tool === 'Edit' || rule.tool === 'Write' ? write : read;
    target.push(...(await pathsOf(rule, places)));
    if (target.length > MAX_DENIED) {
      throw new Error(
        `The rule "${rule.text}" names more than ${MAX_DENIED} files: name their folder instead, as in ${rule.tool}(folder/**).`,
      );
    }
  }
  return { read, write };
}

async function pathsOf(rule: PathRule, places: Places): Promise<readonly string[]> {
  const expanded = expandHome(rule.glob, places.userHome).replace(/^\.\//, '');
  const absolute = isAbsolute(expanded) ? expanded : join(places.workingDir, expanded);
  const whole = absolute.replace(/\/\*\*(?:\/\*)?$/, '');
  const isWild = (part: string): boolean => /[*?[\]{}()!+@|]/.test(part.replace(/\\./g, ''));
  if (!isWild(whole)) return [whole.replace(/\\(.)/g, '$1')];
  const segments = whole.split('/');
  const wild = segments.findIndex(isWild);
  // Where there is no such folder, there is nothing in it to be denied.
  const base = await realpath(segments.slice(0, wild).join('/') || '/').catch(() => undefined);
  if (base === undefined) return [];
  const found: string[] = [];
  const depth = absolute.includes('**') ? 12 : segments.length - wild;
  const run = {
    args: ['--files', '--hidden', '--no-ignore', '--null', `--max-depth=${depth}`, '--', base],
    cwd: base,
    signal: AbortSignal.timeout(5000),
    onRecord(path: string): boolean {
      const tool = rule.tool === 'Edit' ? 'Write' : rule.tool;
      if (ruleMatches(rule, ruleSubject({ tool, path, ...places }))) {
        found.push(path);
      }
      return found.length <= MAX_DENIED;
    },
  };
  const listed = await ripgrep(run, '\0');
  if (!listed.ok) throw new Error(`The rule "${rule.text}" cannot be closed: ${listed.error}`);
  return found;
}
