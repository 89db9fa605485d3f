/** Takes an archive into the home, or says what taking it in would do. */
import { join, relative } from 'node:path';
import type { HomePaths } from '../../shared/home.ts';
import { hashOf } from '../../shared/ids.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { codeOf, err, messageOf, ok } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import type { Clock } from '../../shared/time.ts';
import { sentenceOfThrown, ToldError } from '../../shared/told-error.ts';
import { bytesOf } from '../../shared/zip-entries.ts';
import type { Storage } from '../../storage/index.ts';
import { insideWorkspace } from '../inside-workspace.ts';
import { type ArchiveEntry, archiveEntries } from './entries.ts';
import { ARCHIVE_VERSION, type Manifest, manifestSchema } from './format.ts';

/** What an import does with sessions; hippocampus owns them. */
export interface ImportedSessions {
  /** Why this text cannot be the transcript of the session; undefined when it can. */
  problemOf(sessionId: string, transcript: string): Sentence | undefined;
  /** What stands behind a transcript from elsewhere, so that it does not go on here as it did there. */
  linesAtHome(sessionId: string, transcript: string): Promise<string>;
  /** Takes in a session whose transcript was just written; a sentence when it is not usable. */
  adopt(sessionId: string): Promise<Sentence | undefined>;
  /**
   * Appends to the transcript of a session that is `expectedBytes` long and at rest; false when it
   * is not.
   */
  extend(sessionId: string, expectedBytes: number, tail: string): Promise<boolean>;
}

export interface ImportResult {
  readonly manifest: Manifest;
  /** Files that are not here yet, and sessions that go on further in the archive. */
  readonly added: readonly string[];
  /** Files that are here and differ. */
  readonly changed: readonly string[];
  readonly same: number;
  /** What is not taken, and why. */
  readonly refused: readonly { readonly path: string; readonly reason: Sentence }[];
}

interface ImportDeps {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sessions: ImportedSessions;
  /** Undefined: only look. */
  readonly replace: boolean | undefined;
  /** Told the absolute path of each file that was written. */
  readonly onWritten: (path: string) => void;
}

type Verdict =
  | { readonly kind: 'added' | 'changed'; readonly written?: string }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: Sentence };

/** Throws a sentence for people when the archive as a whole cannot be used. */
export async function importArchive(archive: string, deps: ImportDeps): Promise<ImportResult> {
  const manifest = await manifestOf(archive);
  const added: string[] = [];
  const changed: string[] = [];
  const refused: { path: string; reason: Sentence }[] = [];
  let same = 0;
  // Two entries of one name, or of names that one disk takes for the same, would be a trick.
  const seen = new Set<string>();
  const stamp = deps.clock.now().getTime();

  for await (const entry of archiveEntries(archive)) {
    if (entry.place.kind === 'manifest') continue;
    const key = entry.name.normalize('NFC').toLowerCase();
    const verdict: Verdict = seen.has(key)
      ? { kind: 'refused', reason: say('archive.twice') }
      : await take(entry, deps, stamp);
    seen.add(key);
    switch (verdict.kind) {
      case 'refused':
        refused.push({ path: entry.name, reason: verdict.reason });
        break;
      case 'same':
        same += 1;
        break;
      default:
        (verdict.kind === 'added' ? added : changed).push(entry.name);
        if (verdict.written !== undefined) deps.onWritten(verdict.written);
    }
  }
  return { manifest, added, changed, same, refused };
}

async function manifestOf(archive: string): Promise<Manifest> {
  for await (const entry of archiveEntries(archive)) {
    if (entry.place.kind !== 'manifest') continue;
    if (entry.bytes > 100_000) break;
    const parsed = manifestSchema.safeParse(JSON.parse((await whole(entry)).toString('utf8')));
    if (!parsed.success) break;
    if (parsed.data.v > ARCHIVE_VERSION) {
      throw new ToldError(say('archive.newer'));
    }
    return parsed.data;
  }
  throw new ToldError(say('archive.notMind'));
}

async function take(entry: ArchiveEntry, deps: ImportDeps, stamp: number): Promise<Verdict> {
  const { place } = entry;
  const { paths } = deps;
  switch (place.kind) {
    case 'session':
      return takeSession(entry, place.sessionId, deps);
    case 'attachment': {
      const path = join(paths.attachments, place.name);
      const isContent = !place.name.endsWith('.json');
      const content = await whole(entry);
      if (isContent && hashOf(content) !== place.name) {
        return { kind: 'refused', reason: say('archive.notItsName') };
      }
      // Kept under the hash of its content: what is here is the same.
      return (await exists(path)) ? { kind: 'same' } : put(path, content, deps, 'added');
    }
    case 'file': {
      const inside = await insideWorkspace(paths.workspace, place.path);
      if (!inside.ok) return { kind: 'refused', reason: inside.error.message };
      const { real } = inside.value;
      const content = await whole(entry);
      const current = await readIfThere(real).then(ok, (thrown: unknown) =>
        // A folder, a pipe, or not ours to read: whatever it is, it is no file of the mind.
        err(sentenceOfThrown(thrown)),
      );
      if (!current.ok) return { kind: 'refused', reason: current.error };
      const before = current.value;
      if (before === undefined) return put(real, content, deps, 'added');
      if (before.equals(content)) return { kind: 'same' };
      if (deps.replace !== true) return { kind: 'changed' };
      const copy = join(paths.trash, `import-${stamp}`, relative(paths.workspace, real));
      await deps.storage.write(copy, before);
      return put(real, content, deps, 'changed');
    }
    default:
      return { kind: 'refused', reason: say('archive.notOfMind') };
  }
}

async function put(
  path: string,
  content: Uint8Array,
  { storage, replace }: ImportDeps,
  kind: 'added' | 'changed',
): Promise<Verdict> {
  if (replace === undefined) return { kind };
  await storage.write(path, content);
  return { kind, written: path };
}

async function takeSession(
  entry: ArchiveEntry,
  sessionId: string,
  { paths, storage, sessions, replace }: ImportDeps,
): Promise<Verdict> {
  const path = join(paths.sessions, sessionId, 'transcript.jsonl');
  const content = await whole(entry);
  const transcript = content.toString('utf8');
  const problem = sessions.problemOf(sessionId, transcript);
  if (problem !== undefined) return { kind: 'refused', reason: problem };
  const current = await readIfThere(path);
  if (current === undefined) {
    if (replace === undefined) return { kind: 'added' };
    const lines = await sessions.linesAtHome(sessionId, transcript);
    await storage.write(path, Buffer.concat([content, Buffer.from(lines)]));
    const unusable = await sessions.adopt(sessionId);
    if (unusable === undefined) return { kind: 'added', written: path };
    await storage.move(join(paths.sessions, sessionId), join(paths.trash, 'sessions', sessionId));
    return { kind: 'refused', reason: unusable };
  }
  const isOlder = content.length <= current.length;
  const [shorter, longer] = isOlder ? [content, current] : [current, content];
  if (!longer.subarray(0, shorter.length).equals(shorter)) {
    return { kind: 'refused', reason: say('archive.wentOnDifferently') };
  }
  if (isOlder) return { kind: 'same' };
  // It went on elsewhere: the same conversation, a few turns further.
  if (replace === undefined) return { kind: 'added' };
  const tail = content.subarray(current.length).toString('utf8');
  const lines = await sessions.linesAtHome(sessionId, transcript);
  const extended = await sessions.extend(sessionId, current.length, tail + lines);
  if (!extended) return { kind: 'refused', reason: say('archive.inUse') };
  return { kind: 'added', written: path };
}

async function whole(entry: ArchiveEntry): Promise<Buffer> {
  try {
    return await bytesOf(entry);
  } catch (thrown) {
    throw new ToldError(say('archive.damaged', { name: entry.name, why: messageOf(thrown) }));
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readRegularFile(path);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

const exists = async (path: string): Promise<boolean> => (await readIfThere(path)) !== undefined;
