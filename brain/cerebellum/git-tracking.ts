/**
 * Notes in a repository's settings which branch of a server a branch follows, for a command that has pushed it or
 * made it from there and could not write the note itself: the settings are closed to commands. Nothing is noted
 * but what is so: a branch that is there, a server that is configured, a branch that is known to be on it.
 */
import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Tracking } from '../regions.ts';
import { isInside } from '../shared/paths.ts';
import { readRegularFile } from '../shared/regular-file.ts';

const run = promisify(execFile);
const GIT_MS = 5000;
/** `packed-refs` of a repository with a hundred thousand branches. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;
const safeName = /^\w[\w./-]*$/;

/** What was noted, as `local` and `remote/branch`. */
export interface Noted {
  readonly local: string;
  readonly upstream: string;
}

export async function noteTracking(
  wishes: readonly Tracking[],
  workingDir: string,
): Promise<readonly Noted[]> {
  const noted: Noted[] = [];
  for (const wish of wishes) {
    const repository = await repositoryOf(wish.folder, workingDir);
    // Settings that Git cannot read or write get no note: the command itself has done its work.
    const one =
      repository === undefined ? undefined : await note(wish, repository).catch(() => undefined);
    if (one !== undefined) noted.push(one);
  }
  return noted;
}

async function note(wish: Tracking, repository: string): Promise<Noted | undefined> {
  const local = wish.local ?? (await currentBranch(repository));
  if (local === undefined || !(await hasRef(repository, `refs/heads/${local}`))) return undefined;
  const settings = settingsOf(repository);
  const before = await settings.get(`branch.${local}.remote`);
  // A branch that was made knows from what; one that follows something already keeps it.
  const from =
    wish.remote === undefined
      ? before === '' && (await settings.get('branch.autosetupmerge')) !== 'false'
        ? await madeFrom(repository, local)
        : undefined
      : { remote: wish.remote, branch: wish.branch ?? local };
  if (from === undefined) return undefined;
  const { remote, branch } = from;
  if (![local, remote, branch].every((name) => safeName.test(name))) return undefined;
  if (!(await hasRef(repository, `refs/remotes/${remote}/${branch}`))) return undefined;
  if ((await settings.get(`remote.${remote}.url`)) === '') return undefined;
  const merge = `refs/heads/${branch}`;
  if (before === remote && (await settings.get(`branch.${local}.merge`)) === merge)
    return undefined;
  await settings.set(`branch.${local}.remote`, remote);
  await settings.set(`branch.${local}.merge`, merge);
  return { local, upstream: `${remote}/${branch}` };
}

/** The `.git` folder in or above a folder, below the working folder; not one that lies elsewhere. */
async function repositoryOf(folder: string, workingDir: string): Promise<string | undefined> {
  for (let at = folder; isInside(workingDir, at); at = dirname(at)) {
    const path = join(at, '.git');
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) continue;
    const config = await lstat(join(path, 'config')).catch(() => undefined);
    return found.isDirectory() && config?.isFile() === true ? path : undefined;
  }
  return undefined;
}

/** The repository's own file, without what it includes. */
function settingsOf(repository: string) {
  const git = async (...args: string[]): Promise<string> => {
    const file = join(repository, 'config');
    const { stdout } = await run('git', ['config', '--file', file, ...args], { timeout: GIT_MS });
    return stdout.trim();
  };
  return {
    // Git answers with an exit code that there is no such setting.
    get: (name: string): Promise<string> => git('--get', name).catch(() => ''),
    set: (name: string, value: string): Promise<string> => git('--replace-all', name, value),
  };
}

/** The command may have put anything there: of a pipe or of what is too large there is nothing to read. */
const textOf = (path: string): Promise<string> =>
  readRegularFile(path, { maxBytes: MAX_RECORD_BYTES }).then(String, () => '');

async function currentBranch(repository: string): Promise<string | undefined> {
  return /^ref: refs\/heads\/(.+)$/m.exec(await textOf(join(repository, 'HEAD')))?.[1];
}

async function hasRef(repository: string, ref: string): Promise<boolean> {
  if (ref.includes('..')) return false;
  if (/^[0-9a-f]{40,64}$/m.test(await textOf(join(repository, ref)))) return true;
  const packed = await textOf(join(repository, 'packed-refs'));
  return packed.split('\n').some((line) => line.endsWith(` ${ref}`));
}

/** What the branch's own record says, if it was made just now. */
async function madeFrom(
  repository: string,
  local: string,
): Promise<{ readonly remote: string; readonly branch: string } | undefined> {
  if (local.includes('..')) return undefined;
  const record = await textOf(join(repository, 'logs/refs/heads', local));
  if (record.trim().includes('\n')) return undefined;
  const [, remote, branch] =
    /\tbranch: Created from (?:refs\/remotes\/)?([^/\s]+)\/(\S+)\s*$/.exec(record) ?? [];
  return remote === undefined || branch === undefined ? undefined : { remote, branch };
}
