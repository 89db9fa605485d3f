/**
 * The one path resolver for every tool.
 *
 * What is judged, what is shown and what is opened is always the same `real` path: `~` expanded,
 * `..` folded, every symbolic link followed, also dangling ones and those above a file that does
 * not exist yet. `opening.ts` opens such a path in a way that a link swapped in later cannot divert.
 */
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { classifyPath, type Places } from './path-classes.ts';
import { codeOf, err, ok, type Result } from './result.ts';

export { classifyPath, type PathAccess, type PathClass, type Places } from './path-classes.ts';

export interface ResolvedPath {
  /** As the model wrote it. */
  readonly requested: string;
  /** Realpath of the deepest existing ancestor plus the rest. */
  readonly real: string;
  readonly exists: boolean;
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
): Promise<Result<ResolvedPath>> {
  const problem = spellingProblem(input);
  if (problem !== undefined) return err(problem);
  const absolute = resolve(workingDir, expandHome(input, userHome));
  const target = await realOf(absolute);
  if (!target.ok) return target;
  const base = await realOf(resolve(workingDir));
  if (!base.ok) return base;
  return ok({
    requested: input,
    real: target.value.real,
    exists: target.value.exists,
    inside: isInside(base.value.real, target.value.real),
  });
}

function spellingProblem(input: string): string | undefined {
  if (input.trim() === '') return 'The path is empty.';
  if (input.includes('\0')) return 'The path contains a NUL character.';
  if (Buffer.byteLength(input) > MAX_PATH) {
    return `The path is too long (more than ${MAX_PATH} bytes).`;
  }
  if (input.split(/[/\\]/).some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) {
    return `A name in the path is too long (more than ${MAX_NAME_BYTES} bytes).`;
  }
  return undefined;
}

async function realOf(
  absolute: string,
  links = 0,
): Promise<Result<{ readonly real: string; readonly exists: boolean }>> {
  if (links > MAX_LINKS) return err(`Too many symbolic links in ${absolute}.`);
  const rest: string[] = [];
  let current = absolute;
  for (;;) {
    try {
      const real = await realpath(current);
      return ok({ real: join(real, ...rest), exists: rest.length === 0 });
    } catch (thrown) {
      const code = codeOf(thrown);
      if (code === 'ELOOP') return err(`Too many symbolic links in ${absolute}.`);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        return err(`${absolute} cannot be reached (${code ?? 'unknown error'}).`);
      }
    }
    // A dangling link: what is created through it appears where it points.
    const target = await linkTarget(current);
    if (target !== undefined) {
      return realOf(join(resolve(dirname(current), target), ...rest), links + 1);
    }
    const parent = dirname(current);
    if (parent === current) return err(`${absolute} cannot be reached.`);
    rest.unshift(basename(current));
    current = parent;
  }
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    // Not there at all: the caller goes on with the parent folder.
    return undefined;
  }
}

/** The three roots with their links resolved, as `classifyPath` needs them. */
export async function realPlaces(places: Places): Promise<Places> {
  const one = async (path: string): Promise<string> => {
    const found = await realOf(resolve(path));
    return found.ok ? found.value.real : resolve(path);
  };
  return {
    workingDir: await one(places.workingDir),
    homeRoot: await one(places.homeRoot),
    userHome: await one(places.userHome),
  };
}

/**
 * Checks a folder that a session wants to work in and gives its real path. Never `/`, the user's
 * home or a folder above it, Connectome's home or one above or inside it, nor a folder of secrets.
 */
export async function checkWorkingDir(
  input: string,
  places: Omit<Places, 'workingDir'>,
): Promise<Result<string>> {
  const found = await resolvePath(input, places.userHome, places.userHome);
  if (!found.ok) return found;
  const { real, exists } = found.value;
  const roots = await realPlaces({ ...places, workingDir: real });
  if (real === parse(real).root) return err('The working directory cannot be the whole disk.');
  if (isInside(real, roots.userHome)) {
    return err(`${real} is or contains your home folder. Choose a folder inside it.`);
  }
  if (isInside(roots.homeRoot, real) || isInside(real, roots.homeRoot)) {
    return err(`${real} belongs to Connectome itself. Choose another folder.`);
  }
  if (classifyPath(real, roots, 'write') !== 'inside') {
    return err(`${real} is protected. Choose another folder.`);
  }
  if (!exists) return err(`The folder ${real} does not exist.`);
  if (!(await stat(real)).isDirectory()) return err(`${real} is not a folder.`);
  return ok(real);
}
