/** Which file a program's name stands for. */
import { access, constants, realpath, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

export async function programFile(name: string, cwd: string): Promise<string | undefined> {
  if (name === '') return undefined;
  const candidates = /[/\\]/.test(name)
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  for (const candidate of candidates) {
    const path = resolve(cwd, candidate);
    try {
      await access(path, constants.X_OK);
      if ((await stat(path)).isFile()) return await realpath(path);
    } catch {
      // Not a program: the shell goes on looking, and so do we.
    }
  }
  return undefined;
}
