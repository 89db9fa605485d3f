/**
 * Where a path that came from outside may lead: only to a file of the workspace, also through
 * links and folders that do not exist yet.
 */
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { ErrorCode } from '../../protocol/index.ts';
import { codeOf, err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';

export interface WorkspaceFileError {
  readonly code: ErrorCode;
  /** One sentence for people. */
  readonly message: Sentence;
}

export function failure(
  code: ErrorCode,
  message: Sentence,
): { readonly ok: false; readonly error: WorkspaceFileError } {
  return err({ code, message });
}

/** Where the truth or derived data is: neither listed nor written by hand through a window. */
const closed = ['cortex', 'hippocampus/sessions'];
const temporary = /^\..*\.tmp$/;

/** `path` is relative to the workspace, with slashes. */
export function isClosed(path: string): boolean {
  // Some file systems do not tell upper from lower case.
  const name = path.toLowerCase();
  return (
    closed.some((folder) => name === folder || name.startsWith(`${folder}/`)) ||
    name === '.shipped.json' ||
    temporary.test(basename(name))
  );
}

/** The real path behind a path from a client, and its name in the workspace; it need not exist. */
export async function insideWorkspace(
  root: string,
  path: string,
): Promise<Result<{ readonly real: string; readonly name: string }, WorkspaceFileError>> {
  const parts = path.split('/');
  const odd = parts.some((part) => part === '' || part === '.' || part === '..');
  // A colon names a drive or a hidden stream on Windows; no file of the mind needs one.
  if (odd || /[\\:\0]/.test(path) || path.length > 1000) {
    return failure('denied', say('file.outside', { path }));
  }
  const realRoot = await realpath(root);
  let existing = join(root, ...parts);
  const missing: string[] = [];
  let real: string | undefined;
  while (real === undefined) {
    try {
      real = await realpath(existing);
    } catch (thrown) {
      // A link that leads nowhere would be filled at its far end.
      const code = codeOf(thrown);
      if (code !== 'ENOENT' || (await isEntry(existing))) {
        return failure('denied', say('file.unusable', { path, why: messageOf(thrown) }));
      }
      missing.unshift(basename(existing));
      existing = dirname(existing);
    }
  }
  const inside = relative(realRoot, join(real, ...missing));
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) {
    return failure('denied', say('file.leadsOut', { path }));
  }
  return ok({ real: join(real, ...missing), name: inside.split(sep).join('/') });
}

async function isEntry(path: string): Promise<boolean> {
  const names = await readdir(dirname(path)).catch((): string[] => []);
  return names.includes(basename(path));
}
