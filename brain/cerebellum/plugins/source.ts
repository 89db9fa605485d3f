/** A plugin's files: where it begins, and a hash that changes with any of them. */
import { createHash } from 'node:crypto';
import { readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readableNames } from '../../shared/folder.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { say } from '../../shared/say.ts';
import { ToldError } from '../../shared/told-error.ts';

/** In this order; TypeScript runs as it is, its types are stripped. */
const entries = ['index.mjs', 'index.ts', 'index.js', 'index.cjs', 'index.mts'];
const MAX_FILES = 2_000;
const MAX_BYTES = 32 * 1024 * 1024;

export interface PluginSource {
  /** The skill's folder, real. */
  readonly folder: string;
  /** Absolute. */
  readonly entry: string;
  /** Of all its files but installed packages. */
  readonly hash: string;
  /** Names and versions of the packages that it wants. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The packages are there. */
  readonly installed: boolean;
}

/** Undefined: the skill has no plugin. Throws a sentence where its files cannot be taken in. */
export async function pluginSource(skillFolder: string): Promise<PluginSource | undefined> {
  const plugin = join(skillFolder, 'plugin');
  const names = await readableNames(plugin);
  const entry = entries.find((name) => names.includes(name));
  if (entry === undefined) return undefined;
  const folder = await realpath(skillFolder);
  const hash = createHash('sha256');
  let bytes = 0;
  const files = await filesBelow(plugin);
  if (files.length > MAX_FILES)
    throw new ToldError(say('plugin.tooManyFiles', { limit: MAX_FILES }));
  for (const path of files) {
    const content = await readRegularFile(path, { maxBytes: MAX_BYTES });
    bytes += content.length;
    if (bytes > MAX_BYTES) throw new ToldError(say('plugin.tooLarge'));
    hash.update(`${relative(plugin, path)}\0${content.length}\0`).update(content);
  }
  const dependencies = names.includes('package.json') ? await dependenciesOf(plugin) : {};
  return {
    folder,
    entry: join(await realpath(plugin), entry),
    hash: hash.digest('hex'),
    dependencies,
    installed: Object.keys(dependencies).length === 0 || names.includes('node_modules'),
  };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      // What it leads to could be exchanged after its owner has looked.
      if (entry.isSymbolicLink() && entry.name !== 'node_modules') {
        throw new ToldError(say('plugin.link', { path: relative(folder, path) }));
      }
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && entry.name !== 'node_modules') waiting.push(path);
    }
    if (found.length > MAX_FILES) break;
  }
  return found.sort();
}

async function dependenciesOf(plugin: string): Promise<Record<string, string>> {
  const path = join(plugin, 'package.json');
  const content: unknown = JSON.parse((await readRegularFile(path)).toString('utf8'));
  const wanted =
    typeof content === 'object' && content !== null && 'dependencies' in content
      ? content.dependencies
      : {};
  if (typeof wanted !== 'object' || wanted === null) return {};
  return Object.fromEntries(
    Object.entries(wanted).map(([name, version]) => [name, String(version)]),
  );
}
