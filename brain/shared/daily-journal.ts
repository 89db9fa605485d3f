/**
 * Daily markdown journals (episodes, outcomes): one file per day, entries whose first line ends
 * with `<!-- id -->`, so that writing again after a crash adds only what is missing.
 */
import { join } from 'node:path';
import type { Storage } from '../storage/index.ts';
import type { Redactor } from './redact.ts';
import { clip } from './text.ts';
import { type Clock, localDate } from './time.ts';

export interface JournalEntry {
  /** Of the turn or tool call; stands in the entry's first line. */
  readonly id: string;
  /** The whole entry, without a newline at its end. */
  readonly text: string;
  /** When it happened: a crash may have left it in the file of that day or any day since. */
  readonly at: Date;
}

export interface JournalFormat {
  readonly folder: string;
  /** Word in the file's version comment, `<!-- connectome:<name> v1 -->`. */
  readonly name: string;
  readonly version: number;
  /** An empty line between the entries. */
  readonly spaced: boolean;
}

/** How far back an entry is looked for. */
const MAX_DAYS_BACK = 60;
/** A clock that is put right moves by hours; one day more for a change of the time zone. */
const DAYS_AHEAD = 2;

/**
 * Appends the entries that are not there yet to today's file. Returns the file's path. Rejects when
 * the file cannot be written or has a newer version. The file is replaced as a whole, so that a
 * full disk leaves no half entry that would look like a whole one.
 */
export async function appendToJournal(
  format: JournalFormat,
  entries: readonly JournalEntry[],
  deps: { readonly storage: Storage; readonly clock: Clock },
): Promise<string> {
  const { storage, clock } = deps;
  const today = localDate(clock.now());
  const path = join(format.folder, `${today}.md`);
  const older = new Set<string>();
  const others = otherDays(clock.now(), entries).map((day) => join(format.folder, `${day}.md`));
  for (const text of await Promise.all(others.map((other) => storage.read(other)))) {
    for (const id of idsIn(text ?? '')) older.add(id);
  }
  const candidates = entries.filter(({ id }) => !older.has(id));
  if (candidates.length === 0) return path;

  await storage.update(path, (current) => {
    if (current !== undefined) refuseNewer(format, path, current);
    const known = idsIn(current ?? '');
    const missing: JournalEntry[] = [];
    for (const entry of candidates) {
      if (known.has(entry.id)) continue;
      known.add(entry.id);
      missing.push(entry);
    }
    if (missing.length === 0) return undefined;
    const gap = format.spaced ? '\n\n' : '\n';
    const added = missing.map(({ text }) => text).join(gap);
    if (current === undefined || current.trim() === '') {
      return `# ${today}\n<!-- connectome:${format.name} v${format.version} -->\n\n${added}\n`;
    }
    // Hand edits stay byte for byte; only the line break that is missing is added.
    const separator = current.endsWith('\n') ? gap.slice(1) : gap;
    return `${current}${separator}${added}\n`;
  });
  return path;
}

function idsIn(text: string): Set<string> {
  const ids = new Set<string>();
  // Child lines are indented or have no time, so no text of a user or model can pass for an entry.
  for (const match of text.matchAll(/^(?:## |- )\d\d:\d\d .*<!-- (\S+) -->\r?$/gm)) {
    if (match[1] !== undefined) ids.add(match[1]);
  }
  return ids;
}

/** Days before today since the first entry, and the next ones: a clock may have been put back. */
function otherDays(now: Date, entries: readonly JournalEntry[]): readonly string[] {
  const today = localDate(now);
  const first = new Date(Math.min(now.getTime(), ...entries.map(({ at }) => at.getTime())));
  const days: string[] = [];
  const day = new Date(now);
  for (let back = 0; back < MAX_DAYS_BACK && localDate(day) > localDate(first); back += 1) {
    day.setDate(day.getDate() - 1);
    days.push(localDate(day));
  }
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead += 1) {
    const next = new Date(now);
    next.setDate(next.getDate() + ahead);
    days.push(localDate(next));
  }
  return days.filter((name) => name !== today);
}

function refuseNewer(format: JournalFormat, path: string, text: string): void {
  const found = new RegExp(`<!-- connectome:${format.name} v(\\d+) -->`).exec(text)?.[1];
  if (found !== undefined && Number(found) > format.version) {
    throw new Error(`${path} has version ${found}; this program knows up to ${format.version}`);
  }
}

/** A text as one field of an entry: masked, on one line, at most `length` characters, never empty. */
export function journalField(text: string, length: number, redactor: Redactor): string {
  return withoutCommentMarks(clip(redactor.all(text), length)) || '(empty)';
}

/** Keeps a text from opening or closing an HTML comment in the file it goes into. */
export function withoutCommentMarks(text: string): string {
  return text.replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;');
}

const NOT_REPEATED = '(not repeated: text from elsewhere was in view)';

/**
 * A field (`journalField` made it) that may repeat what others have written: it stands in a comment, for
 * people who open the file; nothing that reads the journals for a model sees it.
 */
export function apart(field: string, tainted: boolean): string {
  return tainted ? `${NOT_REPEATED} <!-- ${field} -->` : field;
}

/** A field as code may use it for a model; empty where it stands apart. */
export function withoutApart(field: string): string {
  return field.startsWith(`${NOT_REPEATED} <!--`) ? '' : field;
}
