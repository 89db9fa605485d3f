/**
 * Brings one file of the workspace into the store. Reading and writing happen in one go, without
 * letting anything else run in between, so that an older content can never overwrite a newer one.
 */
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { hashOf } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Draft, documentOf, exchangeDrafts, markdownDrafts } from './documents.ts';
import { type Place, placeOf } from './places.ts';
import type { FileRow, KnownChunk, Store } from './store.ts';
import { parseTranscript } from './transcript.ts';

/** Notes larger than this are not notes. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** How much of a transcript is read at once; a turn that is longer makes it grow. */
const TRANSCRIPT_WINDOW = 1024 * 1024;
const MAX_TRANSCRIPT_WINDOW = 64 * 1024 * 1024;
/** Bytes before the place to go on from that must still be the same. */
const TAIL_BYTES = 256;

/** `more`: a part of the file is left for the next time. */
export type Indexed = 'unchanged' | 'changed' | 'more';

export function indexFile(store: Store, workspace: string, path: string, logger: Logger): Indexed {
  const place = placeOf(path);
  const known = store.file(path);
  const absolute = join(workspace, path);
  const seen = place === undefined ? undefined : look(workspace, absolute);
  if (place === undefined || seen === undefined) {
    if (known === undefined) return 'unchanged';
    store.removeFile(path);
    return 'changed';
  }
  const file = { path, source: place.source, size: seen.size, mtime: seen.mtime };
  if (known !== undefined && known.size === file.size && known.mtime === file.mtime) {
    const finished = place.kind === 'markdown' || known.skipped !== null || known.hash !== MORE;
    if (finished) return 'unchanged';
  }
  try {
    if (seen.refused !== undefined) throw new Refused(seen.refused);
    return place.kind === 'markdown'
      ? indexMarkdown(store, absolute, file, place, known)
      : indexTranscript(store, absolute, file, known);
  } catch (thrown) {
    if (!(thrown instanceof Refused) && !isFileError(thrown)) throw thrown;
    const reason = messageOf(thrown);
    if (known?.skipped !== reason) logger.warn('index: a file is left out', { path, reason });
    const id = store.putFile({ ...file, hash: '', offset: 0, skipped: reason });
    store.removeChunksFrom(id, 0);
    return 'changed';
  }
}

/** Hash of a transcript of which only a part has been read. */
const MORE = 'more';

class Refused extends Error {}

/** Trouble with the file itself, as opposed to trouble with the index. */
function isFileError(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code !== undefined && /^E[A-Z]+$/.test(code);
}

interface Seen {
  readonly size: number;
  readonly mtime: number;
  readonly refused?: string;
}

/** What is at a path; undefined when nothing is. */
function look(workspace: string, absolute: string): Seen | undefined {
  let stats: Stats;
  try {
    const link = lstatSync(absolute);
    stats = link.isSymbolicLink() ? statSync(absolute) : link;
    const seen = { size: stats.size, mtime: stats.mtimeMs };
    if (!stats.isFile()) return undefined;
    if (link.isSymbolicLink() && !isInside(realpathSync(workspace), realpathSync(absolute))) {
      return { ...seen, refused: 'a symbolic link that leads out of the workspace' };
    }
    return seen;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    return { size: 0, mtime: 0, refused: messageOf(thrown) };
  }
}

function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

type FileState = Pick<FileRow, 'path' | 'source' | 'size' | 'mtime'>;

function indexMarkdown(
  store: Store,
  absolute: string,
  file: FileState,
  place: Place,
  known: FileRow | undefined,
): Indexed {
  if (file.size > MAX_FILE_BYTES) {
    throw new Refused(`larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
  }
  const bytes = readFileSync(absolute);
  const hash = hashOf(bytes);
  const row = { ...file, hash, offset: 0, skipped: null };
  if (known !== undefined && known.hash === hash && known.skipped === null) {
    store.putFile(row);
    return 'unchanged';
  }
  if (bytes.includes(0) || !isUtf8(bytes)) throw new Refused('not UTF-8 text');
  const id = store.putFile(row);
  const markdown = bytes.toString('utf8');
  replaceChunks(store, id, markdownDrafts(file.path, place.source, markdown, file.mtime));
  return 'changed';
}

/**
 * What is in the index already stays: a day's journal grows with each turn, and to index all of it each
 * time takes a quarter of a second by the evening.
 */
function replaceChunks(store: Store, file: number, drafts: readonly Draft[]): void {
  const known = new Map(store.chunksOf(file).map((chunk) => [identityOf(chunk), chunk.id]));
  const added = drafts.filter(({ chunk, origin }) => {
    return !known.delete(identityOf({ ...origin, heading: chunk.heading, hash: chunk.hash }));
  });
  store.removeChunks([...known.values()]);
  for (const draft of added) addDraft(store, file, draft);
}

/** Two with the same are the same in all that is kept of them. */
function identityOf({ position, at, turn, heading, hash }: Omit<KnownChunk, 'id'>): string {
  return `${position} ${at} ${turn} ${hash} ${heading}`;
}

function addDraft(store: Store, file: number, draft: Draft): void {
  const { chunk, terms } = documentOf(draft);
  store.addChunk(file, chunk, terms);
}

/** Transcripts only grow: what was finished is not read again, unless its end has changed. */
function indexTranscript(
  store: Store,
  absolute: string,
  file: FileState,
  known: FileRow | undefined,
): Indexed {
  const handle = openSync(absolute, 'r');
  try {
    const from = resumeAt(handle, file.size, known);
    let window = TRANSCRIPT_WINDOW;
    let parsed = parseTranscript(readPart(handle, from, window), from);
    while (parsed.next === from && from + window < file.size && window < MAX_TRANSCRIPT_WINDOW) {
      window *= 4;
      parsed = parseTranscript(readPart(handle, from, window), from);
    }
    const atEnd = from + window >= file.size;
    // A single turn beyond all measure: what could be read of it counts, the search goes on behind it.
    const next =
      parsed.next === from && !atEnd ? nextLine(handle, from + window, file.size) : parsed.next;
    const more = !atEnd && next < file.size;
    const id = store.putFile({
      ...file,
      hash: more ? MORE : tailHash(handle, next),
      offset: next,
      skipped: null,
    });
    store.removeChunksFrom(id, from);
    for (const exchange of parsed.exchanges) {
      if (more && exchange.position >= next) continue;
      for (const draft of exchangeDrafts(exchange)) addDraft(store, id, draft);
    }
    return more ? 'more' : 'changed';
  } finally {
    closeSync(handle);
  }
}

function resumeAt(handle: number, size: number, known: FileRow | undefined): number {
  if (known === undefined || known.skipped !== null || known.offset > size) return 0;
  if (known.hash === MORE) return known.offset;
  return tailHash(handle, known.offset) === known.hash ? known.offset : 0;
}

function tailHash(handle: number, offset: number): string {
  const from = Math.max(0, offset - TAIL_BYTES);
  return hashOf(readPart(handle, from, offset - from));
}

function readPart(handle: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const count = readSync(handle, buffer, done, length - done, from + done);
    if (count === 0) break;
    done += count;
  }
  return buffer.subarray(0, done);
}

function nextLine(handle: number, from: number, size: number): number {
  for (let at = from; at < size; at += TRANSCRIPT_WINDOW) {
    const newline = readPart(handle, at, TRANSCRIPT_WINDOW).indexOf(0x0a);
    if (newline !== -1) return at + newline + 1;
  }
  return size;
}
