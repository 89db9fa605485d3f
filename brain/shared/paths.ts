/**
 * The one path resolver for every tool.
 *
 * What is judged, what is shown and what is opened is always the same `real` path: `~` expanded,
 * `..` folded, every symbolic link followed, also dangling ones and those above a file that does
 * not exist yet. `opening.ts` opens such a path in a way that a link swapped in later cannot divert.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { classifyPath, closedPaths, type Places } from './path-classes.ts';
import { codeOf, err, ok, type Result } from './result.ts';
import { type Sentence, say } from './say.ts';

export { classifyPath, type PathAccess, type PathClass, type Places } from './path-classes.ts';

export interface ResolvedPath {
  /** As the model wrote it. */
  readonly requested: string;
  /** Realpath of the deepest existing ancestor plus the rest. */
  readonly real: string;
  readonly exists: boolean;
  /** The folder it is in, or would be in, is there. */
  readonly parentExists: boolean;
  /** Inside the working directory (or the working directory itself). */
  readonly inside: boolean;
}

const MAX_PATH = 4096;
const MAX_NAME_BYTES = 255;
const MAX_LINKS = 40;

/** `~` and `~/x` become the home folder; anything else stays. */
export function expandHome(input: string, userHome: string): string {
  if (input === '~') return userHome;
  return /^~[/\\]/.test(input) ? join(userHome, input.slice(2)) : input;
}

/** Is `path` the folder itself or something below it? Both real and absolute. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}

/** Resolves a path as a tool got it. Errors are sentences for the model. */
export async function resolvePath(
  input: string,
  workingDir: string,
  userHome: string = homedir(),
): Promise<Result<ResolvedPath, Sentence>> {
  const [target, base] = await Promise.all([
    followPath(input, workingDir, userHome),
    realOf(resolve(workingDir)),
  ]);
  if (!target.ok) return target;
  if (!base.ok) return base;
  return ok({ ...target.value, inside: isInside(base.value.real, target.value.real) });
}

/** The same from a folder whose real path is known. */
export async function followPath(
  input: string,
  realFolder: string,
  userHome: string,
): Promise<Result<Omit<ResolvedPath, 'inside'>, Sentence>> {
  const problem = spellingProblem(input);
  if (problem !== undefined) return err(problem);
  const absolute = resolve(realFolder, expandHome(input, userHome));
  const plain = withoutLinks(realFolder, absolute);
  if (plain !== undefined) return ok({ requested: input, ...plain });
  const target = await realOf(absolute);
  return target.ok ? ok({ requested: input, ...target.value }) : target;
}

/**
 * Most of what a command names is no path at all, or one in its folder without any link: told
 * at once, where asking a thread for each word costs more than all the rest of a judgement. Only
 * where names have one spelling: elsewhere the real path has the file's own.
 */
function withoutLinks(realFolder: string, absolute: string): RealPath | undefined {
  if (process.platform !== 'linux' || !isInside(realFolder, absolute)) return undefined;
  const names = relative(realFolder, absolute).split(sep);
  let current = realFolder;
  for (const [index, name] of names.entries()) {
    current = join(current, name);
    const found = lookAt(current);
    if (found === 'nothing') {
      return { real: absolute, exists: false, parentExists: index === names.length - 1 };
    }
    if (found !== 'plain') return undefined;
  }
  return { real: absolute, exists: true, parentExists: true };
}

function lookAt(path: string): 'plain' | 'link' | 'nothing' | 'unknown' {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'nothing';
    return found.isSymbolicLink() ? 'link' : 'plain';
  } catch (thrown) {
    return codeOf(thrown) === 'ENOTDIR' ? 'nothing' : 'unknown';
  }
}

/** Why no file can have this name. */
export function spellingProblem(input: string): Sentence | undefined {
  if (input.trim() === '') return say('path.empty');
  if (input.includes('\0')) return say('path.nul');
  if (Buffer.byteLength(input) > MAX_PATH) {
    return say('path.tooLong', { bytes: MAX_PATH });
  }
  if (input.split(/[/\\]/).some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) {
    return say('path.nameTooLong', { bytes: MAX_NAME_BYTES });
  }
  return undefined;
}

type RealPath = Pick<ResolvedPath, 'real' | 'exists' | 'parentExists'>;

async function realOf(absolute: string, links = 0): Promise<Result<RealPath, Sentence>> {
  if (links > MAX_LINKS) return err(say('path.links', { path: absolute }));
  try {
    return ok({ real: await realpath(absolute), exists: true, parentExists: true });
  } catch (thrown) {
    const problem = problemOf(absolute, thrown);
    if (problem !== undefined) return err(problem);
  }
  // Now that the file system has answered, however far away it is, what is above takes no thread.
  const rest: string[] = [];
  for (let current = absolute; ; ) {
    // A dangling link: what is created through it appears where it points.
    const target = linkTarget(current);
    if (target !== undefined) {
      return realOf(join(resolve(dirname(current), target), ...rest), links + 1);
    }
    const parent = dirname(current);
    if (parent === current) return err(say('path.unreachable', { path: absolute }));
    rest.unshift(basename(current));
    current = parent;
    try {
      const real = realpathSync.native(current);
      return ok({ real: join(real, ...rest), exists: false, parentExists: rest.length === 1 });
    } catch (thrown) {
      const problem = problemOf(absolute, thrown);
      if (problem !== undefined) return err(problem);
    }
  }
}

/** Why a path leads nowhere, unless it is only that nothing is there. */
function problemOf(absolute: string, thrown: unknown): Sentence | undefined {
  const code = codeOf(thrown);
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  return code === 'ELOOP'
    ? say('path.links', { path: absolute })
    : say('path.unreachableBecause', { path: absolute, code: code ?? '?' });
}

function linkTarget(path: string): string | undefined {
  try {
    return lookAt(path) === 'link' ? readlinkSync(path) : undefined;
  } catch {
    // Gone meanwhile: the caller goes on with the parent folder.
    return undefined;
  }
}

/** The three roots with their links resolved, as `classifyPath` needs them. */
export async function realPlaces(places: Places): Promise<Places> {
  const workingDir = answersAtOnce(places.workingDir) ? near(places.workingDir) : undefined;
  // Connectome writes below the homes all the time.
  const homeRoot = near(places.homeRoot) ?? (await far(places.homeRoot));
  const userHome = near(places.userHome) ?? (await far(places.userHome));
  return { workingDir: workingDir ?? (await far(places.workingDir)), homeRoot, userHome };
}

/** When file systems far away last answered for a folder. */
const answered = new Map<string, number>();
/** Within this time they are taken to be still there. */
const STILL_THERE_MS = 5000;
const MAX_ANSWERED = 200;

/**
 * A thread of the pool is asked only where the answer may take long, or never come (a disk on the network):
 * waking it costs several times what a near disk needs to answer.
 */
const answersAtOnce = (folder: string): boolean =>
  performance.now() - (answered.get(folder) ?? Number.NEGATIVE_INFINITY) < STILL_THERE_MS;

function near(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

async function far(path: string): Promise<string> {
  const found = await realOf(resolve(path));
  if (answered.size >= MAX_ANSWERED) answered.clear();
  answered.set(path, performance.now());
  return found.ok ? found.value.real : resolve(path);
}

/**
 * Checks a folder that a session wants to work in and gives its real path. Never `/`, the user's
 * home or a folder above it, Connectome's home or one above or inside it, nor a folder of secrets.
 */
export async function checkWorkingDir(
  input: string,
  places: Omit<Places, 'workingDir'>,
): Promise<Result<string, Sentence>> {
  const found = await resolvePath(input, places.userHome, places.userHome);
  if (!found.ok) return found;
  const { real, exists } = found.value;
  const roots = await realPlaces({ ...places, workingDir: real });
  if (real === parse(real).root) return err(say('folder.disk'));
  if (isInside(real, roots.userHome)) {
    return err(say('folder.home', { path: real }));
  }
  if (isInside(roots.homeRoot, real) || isInside(real, roots.homeRoot)) {
    return err(say('folder.own', { path: real }));
  }
  // In one that holds such places, what is not there yet could be made.
  const holdsStartUp = closedPaths(roots).startUp.some((path) => isInside(real, path));
  if (holdsStartUp || classifyPath(real, roots, 'write') !== 'inside') {
    return err(say('folder.protected', { path: real }));
  }
  if (!exists) return err(say('folder.missing', { path: real }));
  if (!(await stat(real)).isDirectory()) return err(say('folder.notOne', { path: real }));
  return ok(real);
}
