/** Which file a program's name stands for. */
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { isInside } from '../shared/paths.ts';

export async function programFile(name: string, cwd: string): Promise<string | undefined> {
  if (name === '') return undefined;
  if (/[/\\]/.test(name)) {
    const path = resolve(cwd, name);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    return isThere ? executable(path) : undefined;
  }
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const isWhole = folder.startsWith('/');
    const found = executable(isWhole ? folder + sep + name : resolve(cwd, join(folder, name)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `npx tsc` runs the project's own `tsc`, where there is one. */
export function isInstalled(words: readonly string[], cwd: string, workingDir: string): boolean {
  const [program = '', name = ''] = words;
  if (!/^(?:npx|pnpx|bunx)$/.test(program) || !/^\w[\w.-]*$/.test(name)) return false;
  for (let at = cwd; isInside(workingDir, at); at = dirname(at)) {
    if (existsSync(join(at, 'node_modules/.bin', name))) return true;
  }
  return false;
}

/**
 * Asked synchronously, of ten folders for every command: each question takes a thousandth of what a
 * thread of the pool takes to answer it.
 */
function executable(path: string): string | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    accessSync(path, constants.X_OK);
    return realpathSync.native(path);
  } catch {
    // Not a program: the shell goes on looking, and so do we.
    return undefined;
  }
}
