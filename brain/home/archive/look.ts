/** One file of an archive as its owner reads it before he takes it in, beside what is here now. */
import { join } from 'node:path';
import type { HomePaths } from '../../shared/home.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { safeSlice } from '../../shared/text.ts';
import { decodeText } from '../../shared/text-file.ts';
import { bytesOf } from '../../shared/zip-entries.ts';
import { insideWorkspace } from '../inside-workspace.ts';
import { archiveEntries } from './entries.ts';
import type { Place } from './format.ts';

export interface ArchivedFile {
  readonly bytes: number;
  /** Undefined where it is no text. */
  readonly text: string | undefined;
  /** What is here under that name; undefined where nothing is, or no text. */
  readonly before: string | undefined;
  /** One of them is longer than what is given. */
  readonly cut: boolean;
}

/** Longer texts are cut: nobody reads them to their end in a list. */
const MAX_CHARS = 200_000;

/**
 * The first entry of that name, which is the one that an import takes; undefined when there is none.
 * Throws as the reading of an archive does.
 */
export async function lookInto(
  archive: string,
  name: string,
  paths: HomePaths,
): Promise<ArchivedFile | undefined> {
  for await (const entry of archiveEntries(archive)) {
    if (entry.name !== name) continue;
    const text = textOf(await bytesOf(entry));
    const here = await pathOf(entry.place, paths);
    // What cannot be read is told by the review.
    const now = here && (await readRegularFile(here).catch(() => undefined));
    const before = now && textOf(now);
    return {
      bytes: entry.bytes,
      text: text && safeSlice(text, MAX_CHARS),
      before: before && safeSlice(before, MAX_CHARS),
      cut: [text, before].some((one) => one !== undefined && one.length > MAX_CHARS),
    };
  }
  return undefined;
}

function textOf(content: Uint8Array): string | undefined {
  const decoded = decodeText(content);
  return decoded.ok ? decoded.value.text : undefined;
}

async function pathOf(place: Place, paths: HomePaths): Promise<string | undefined> {
  if (place.kind === 'session') return join(paths.sessions, place.sessionId, 'transcript.jsonl');
  if (place.kind !== 'file') return undefined;
  const inside = await insideWorkspace(paths.workspace, place.path);
  return inside.ok ? inside.value.real : undefined;
}
