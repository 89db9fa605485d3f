/**
 * A hash of everything the owner was shown, so that what runs is what was shown: the arguments, the
 * folder, where the paths lead, the file about to be changed, the script about to be run.
 */
import { createHash } from 'node:crypto';
import type { JsonValue } from '../../protocol/index.ts';
import type { SandboxOpening } from '../regions.ts';
import { hashOf } from '../shared/ids.ts';
import { openForRead } from '../shared/opening.ts';
import { followPath } from '../shared/paths.ts';
import { programOf } from './shell/line.ts';
import type { Subject } from './subject.ts';

const MAX_HASHED = 64 * 1024 * 1024;
const interpreters =
  /^(?:(?:ba|da|z|k|fi)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|lua|source|\.)$/;

export async function fingerprintOf(
  subject: Subject,
  opening: SandboxOpening | undefined,
): Promise<string> {
  const parts: string[] = [];
  const add = (label: string, value: string): void => {
    parts.push(`${label}\0${value.length}\0${value}\0`);
  };
  add('tool', subject.call.name);
  add('args', stable(subject.call.args));
  add('workingDir', subject.places.workingDir);
  if (subject.preview !== undefined) add('preview', subject.preview.identity);
  if (subject.path) {
    add('path', subject.path.real);
    if (subject.path.access === 'write') add('content', await contentHash(subject.path.real));
  }
  if (subject.command) {
    add('cwd', subject.command.cwd);
    add('confined', String(subject.command.sandbox.confined));
    for (const path of subject.command.paths) add('path', `${path.access} ${path.real}`);
    add('opening', JSON.stringify([opening?.folders ?? [], opening?.network === true]));
    if (opening?.signing !== undefined) add('signing', JSON.stringify(opening.signing));
    for (const script of await scriptsOf(subject)) add('script', script);
  }
  return hashOf(parts.join(''));
}

/** JSON with the keys in order. */
function stable(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${stable(one)}`).join(',')}}`;
}

async function contentHash(real: string): Promise<string> {
  const opened = await openForRead(real);
  if (!opened.ok) return opened.error.kind;
  try {
    const { size, mtimeMs, ino } = await opened.value.stat();
    // Too large to read for a question; its date and size must do.
    if (size > MAX_HASHED) return `${size} ${mtimeMs} ${ino}`;
    const hash = createHash('sha256');
    for await (const chunk of opened.value.createReadStream({ autoClose: false })) {
      hash.update(chunk);
    }
    return hash.digest('hex');
  } finally {
    await opened.value.close();
  }
}

/** Programs by the file they really are, and the content of scripts. */
async function scriptsOf({ command, places }: Subject): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { words } of command?.facts.commands ?? []) {
    const first = words[0] ?? '';
    const program = command?.programs.get(first);
    if (program !== undefined) {
      const own = /[/\\]/.test(first);
      found.push(own ? `${program} ${await contentHash(program)}` : program);
    }
    if (!interpreters.test(programOf(words))) continue;
    const script = words.slice(1).find((word) => !word.startsWith('-'));
    if (script === undefined) continue;
    const file = await followPath(script, command?.cwd ?? places.workingDir, places.userHome);
    if (file.ok && file.value.exists) {
      found.push(`${file.value.real} ${await contentHash(file.value.real)}`);
    }
  }
  return found;
}
