/** What a plugin asks for, found on this disk: real folders that it may have, or why not. */
import { join } from 'node:path';
import type { HomePaths } from '../../shared/home.ts';
import { checkWorkingDir, isInside, resolvePath } from '../../shared/paths.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { joined, type Sentence, say, verbatim } from '../../shared/say.ts';
import type { DeclaredPermissions } from '../skill-file.ts';

/** The session's working directory. */
const WORKING_DIR = '.';
/** Parts of the mind that a plugin may be given to read: what the owner and the mind have noted. */
const readableMind = [
  'hippocampus/episodes',
  'hippocampus/knowledge',
  'hippocampus/consolidated',
  'basalganglia',
];

export interface GrantedFolders {
  /** Real paths. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** It gets the session's working directory, too. */
  readonly workingDir: 'none' | 'read' | 'write';
}

export interface PermissionPlaces {
  readonly paths: Pick<HomePaths, 'root' | 'workspace'>;
  readonly userHome: string;
}

/** The error names the folder and what is wrong with it. */
export async function grantedFolders(
  declared: DeclaredPermissions,
  places: PermissionPlaces,
): Promise<Result<GrantedFolders, Sentence>> {
  const read: string[] = [];
  const write: string[] = [];
  for (const [list, target, access] of [
    [declared.read, read, 'read'],
    [declared.write, write, 'write'],
  ] as const) {
    for (const path of list) {
      if (path === WORKING_DIR) continue;
      const found = await folderFor(path, access, places);
      if (!found.ok) {
        return err(say('skill.field', { field: `permissions.${access}`, why: found.error }));
      }
      target.push(found.value);
    }
  }
  const workingDir = declared.write.includes(WORKING_DIR)
    ? 'write'
    : declared.read.includes(WORKING_DIR)
      ? 'read'
      : 'none';
  return ok({ read, write, workingDir });
}

async function folderFor(
  path: string,
  access: 'read' | 'write',
  { paths, userHome }: PermissionPlaces,
): Promise<Result<string, Sentence>> {
  const rest = /^workspace\/(.+)$/.exec(path)?.[1];
  if (rest !== undefined) {
    if (access === 'write') return err(say('permission.ofMind', { path }));
    const found = await resolvePath(rest, paths.workspace, userHome);
    if (!found.ok) return err(found.error);
    const isOffered = readableMind.some((one) =>
      isInside(join(paths.workspace, ...one.split('/')), join(paths.workspace, ...rest.split('/'))),
    );
    return isOffered && found.value.inside
      ? ok(found.value.real)
      : err(say('permission.notGiven', { path, list: readableMind.join(', ') }));
  }
  if (!/^(?:~[/\\]|\/|[A-Za-z]:[/\\])/.test(path)) {
    return err(say('permission.badPath', { path }));
  }
  const checked = await checkWorkingDir(path, { homeRoot: paths.root, userHome });
  return checked.ok ? checked : err(say('permission.badFolder', { path, why: checked.error }));
}

/** For people, a line each; empty where it may do nothing but compute. */
export function permissionWords(wanted: DeclaredPermissions): readonly Sentence[] {
  const line = (code: (typeof codes)[keyof typeof codes], list: readonly string[]) =>
    list.length === 0 ? [] : [say(code, { list: joined(list.map(shown), ', ') })];
  return [
    ...line(codes.read, wanted.read),
    ...line(codes.write, wanted.write),
    ...line(codes.hosts, wanted.hosts),
    ...line(codes.commands, wanted.commands),
  ];
}

const codes = {
  read: 'permission.read',
  write: 'permission.write',
  hosts: 'permission.hosts',
  commands: 'permission.commands',
} as const;

const shown = (path: string): Sentence =>
  path === WORKING_DIR ? say('permission.workingFolder') : verbatim(path);

/** A list, a line each. */
export const asItems = (lines: readonly Sentence[]): readonly Sentence[] =>
  lines.map((line) => joined([verbatim('- '), line], ''));

/** Does `wanted` ask for nothing that `given` does not have? */
export function isCovered(wanted: DeclaredPermissions, given: DeclaredPermissions): boolean {
  return (['read', 'write', 'hosts', 'commands'] as const).every((kind) =>
    wanted[kind].every((one) => given[kind].includes(one)),
  );
}
