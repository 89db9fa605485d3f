/**
 * Opens files so that a link swapped in between check and use cannot divert them.
 *
 * Takes real paths from `resolvePath`. On Linux the opened descriptor itself is asked where it is,
 * and writing goes through the descriptor of the verified folder. Elsewhere the path is resolved
 * again after opening and must still be the same file.
 */
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Storage, StorageError } from '../storage/index.ts';
import { codeOf, err, ok, type Result } from './result.ts';
import { type Sentence, type Spoken, say, spoken, withEach } from './say.ts';
import { sentenceOfThrown } from './told-error.ts';

export type OpenFailure = Spoken<'message'> & {
  readonly kind: 'not_found' | 'permission' | 'moved' | 'not_a_file' | 'error';
};

const failureOf = (kind: OpenFailure['kind'], message: Sentence): OpenFailure => ({
  kind,
  ...spoken({ message }),
});

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const DIRECTORY = constants.O_DIRECTORY ?? 0;
// Opening a pipe nobody writes to would hang for ever.
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const hasProc = process.platform === 'linux';

function failure(thrown: unknown, real: string): OpenFailure {
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return failureOf('not_found', say('open.none', { path: real }));
    case 'ENOTDIR':
      return failureOf('not_found', say('open.noFolder', { path: real }));
    case 'EACCES':
    case 'EPERM':
      return failureOf('permission', say('open.permission', { path: real }));
    case 'ELOOP':
    case 'EMLINK':
      return moved(real);
    default:
      return failureOf('error', say('open.failed', { path: real, why: sentenceOfThrown(thrown) }));
  }
}

function moved(real: string): OpenFailure {
  return failureOf('moved', say('open.moved', { path: real }));
}

/** Is the open handle really the file that the path was judged to be? */
async function isStill(handle: FileHandle, real: string): Promise<boolean> {
  if (hasProc) {
    try {
      return (await readlink(`/proc/self/fd/${handle.fd}`)) === real;
    } catch (thrown) {
      // No /proc (a bare container): fall through to the comparison below.
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
    }
  }
  try {
    if ((await realpath(real)) !== real) return false;
    const [mine, theirs] = [await handle.stat(), await stat(real)];
    return mine.ino === theirs.ino && mine.dev === theirs.dev;
  } catch {
    // Gone or unreachable: then it is not the judged file any more.
    return false;
  }
}

async function openVerified(real: string, flags: number): Promise<Result<FileHandle, OpenFailure>> {
  let handle: FileHandle;
  try {
    handle = await open(real, flags | NO_FOLLOW | NO_WAIT);
  } catch (thrown) {
    return err(failure(thrown, real));
  }
  try {
    if (await isStill(handle, real)) return ok(handle);
  } catch (thrown) {
    await handle.close();
    return err(failure(thrown, real));
  }
  await handle.close();
  return err(moved(real));
}

/** A verified regular file for reading. The caller closes it. */
export async function openForRead(real: string): Promise<Result<FileHandle, OpenFailure>> {
  const opened = await openVerified(real, constants.O_RDONLY);
  if (!opened.ok) return opened;
  const stats = await opened.value.stat();
  if (stats.isFile()) return opened;
  await opened.value.close();
  const what = stats.isDirectory() ? 'open.folder' : 'open.notRegular';
  return err(failureOf('not_a_file', say(what, { path: real })));
}

/** The whole content of a verified file; at most `maxBytes`. */
export async function readChecked(
  real: string,
  maxBytes: number,
): Promise<Result<Buffer, OpenFailure>> {
  const opened = await openForRead(real);
  if (!opened.ok) return opened;
  try {
    const { size } = await opened.value.stat();
    if (size > maxBytes) {
      const limits = { path: real, bytes: size, limit: maxBytes };
      return err(failureOf('error', say('open.tooLarge', limits)));
    }
    return ok(await opened.value.readFile());
  } finally {
    await opened.value.close();
  }
}

/** A verified folder, with a path that keeps meaning this folder whatever is renamed or linked. */
export interface HeldFolder {
  readonly path: string;
  close(): Promise<void>;
}

export async function holdFolder(real: string): Promise<Result<HeldFolder, OpenFailure>> {
  // Windows cannot open folders; there the verified path itself is used.
  if (process.platform === 'win32') return ok({ path: real, close: async () => {} });
  const opened = await openVerified(real, constants.O_RDONLY | DIRECTORY);
  if (!opened.ok) return opened;
  const handle = opened.value;
  return ok({
    path: hasProc ? `/proc/${process.pid}/fd/${handle.fd}` : real,
    close: () => handle.close(),
  });
}

/** Makes and verifies every missing folder on the way to `real`, then holds it. */
async function holdOrMake(
  storage: Storage,
  real: string,
): Promise<Result<HeldFolder, OpenFailure>> {
  const found = await holdFolder(real);
  if (found.ok || found.error.kind !== 'not_found' || dirname(real) === real) return found;
  const parent = await holdOrMake(storage, dirname(real));
  if (!parent.ok) return parent;
  try {
    await storage.makeFolder(join(parent.value.path, basename(real)), 0o777);
  } finally {
    await parent.value.close();
  }
  return holdFolder(real);
}

/**
 * Replaces a file atomically inside its verified folder; missing folders are made. An existing
 * file's mode is kept. `modeOfNew` is subject to the umask.
 */
export async function writeChecked(
  storage: Storage,
  real: string,
  content: string | Uint8Array,
  modeOfNew = 0o666,
): Promise<Result<void, OpenFailure>> {
  try {
    const folder = await holdOrMake(storage, dirname(real));
    if (!folder.ok) return folder;
    try {
      const path = join(folder.value.path, basename(real));
      const before = await stat(path).catch(() => undefined);
      const mode = before === undefined ? modeOfNew : before.mode & 0o7777;
      await storage.write(path, content, mode);
      // The umask may have taken bits that the file had before.
      if (before !== undefined && ((await stat(path)).mode & 0o7777) !== mode) {
        await chmod(path, mode);
      }
      return ok(undefined);
    } finally {
      await folder.value.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof StorageError)) return err(failure(thrown, real));
    const kind = thrown.code === 'EACCES' || thrown.code === 'EPERM' ? 'permission' : 'error';
    // The place is a descriptor of the held folder; its owner knows it by its path.
    return err(
      failureOf(
        kind,
        withEach(sentenceOfThrown(thrown), (text) => text.replaceAll(thrown.path, real)),
      ),
    );
  }
}

/** Moves a file between two verified folders; missing ones on the way to `to` are made. Never overwrites. */
export async function moveChecked(
  storage: Storage,
  from: string,
  to: string,
): Promise<Result<void, OpenFailure>> {
  try {
    const source = await holdFolder(dirname(from));
    if (!source.ok) return source;
    try {
      const target = await holdOrMake(storage, dirname(to));
      if (!target.ok) return target;
      try {
        const place = join(target.value.path, basename(to));
        if (await isTaken(place)) {
          return err(failureOf('error', say('open.taken', { path: to })));
        }
        await storage.move(join(source.value.path, basename(from)), place);
        return ok(undefined);
      } finally {
        await target.value.close();
      }
    } finally {
      await source.value.close();
    }
  } catch (thrown) {
    return err(failure(thrown, from));
  }
}

const isTaken = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
