/**
 * A hash of everything the owner was shown, so that what runs is what was shown: the arguments, the
 * folder, where the paths lead, the file about to be changed, the script about to be run.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { JsonValue } from '../../protocol/index.ts';
import type { SandboxOpening } from '../regions.ts';
import { hashOf } from '../shared/ids.ts';
import { followPath } from '../shared/paths.ts';
import { openForRead } from '../shared/safe-open.ts';
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
    add('outside', subject.command.sandbox.outside ?? '');
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

/** Programs that run what a file in their folder says. */
const told: readonly (readonly [program: RegExp, files: readonly string[]])[] = [
  [/^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx)$/, ['package.json']],
  [/^g?make$/, ['GNUmakefile', 'makefile', 'Makefile']],
  [/^just$/, ['justfile', 'Justfile']],
  [/^rake$/, ['Rakefile']],
];
const MAX_SCRIPTS = 20;

/** Programs by the file they really are, and the content of scripts and of what builders are told. */
async function scriptsOf({ command, places }: Subject): Promise<readonly string[]> {
  const found: string[] = [];
  const commands = command?.facts.commands ?? [];
  const cwd = command?.cwd ?? places.workingDir;
  const entered = commands.flatMap(({ words }) =>
    /^(?:cd|pushd)$/.test(words[0] ?? '') ? words.slice(1) : [],
  );
  const folders = [cwd, ...entered.map((folder) => resolve(cwd, folder))];
  const named = new Set<string>();
  for (const { words } of commands) {
    const first = words[0] ?? '';
    const program = command?.programs.get(first);
    if (program !== undefined) {
      const own = /[/\\]/.test(first);
      found.push(own ? `${program} ${await contentHash(program)}` : program);
    }
    const name = programOf(words);
    // Which word is the script depends on options that nobody here knows: any file may be it.
    const scripts = interpreters.test(name)
      ? words.slice(1).filter((word) => !word.startsWith('-'))
      : [];
    const files = told.flatMap(([program, names]) => (program.test(name) ? names : []));
    for (const folder of folders)
      for (const file of [...scripts, ...files]) named.add(resolve(folder, file));
  }
  for (const path of [...named].slice(0, MAX_SCRIPTS)) {
    const file = await followPath(path, cwd, places.userHome);
    if (file.ok && file.value.exists) {
      found.push(`${file.value.real} ${await contentHash(file.value.real)}`);
    }
  }
  return found;
}
