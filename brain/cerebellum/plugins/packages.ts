/**
 * Installs the packages that a plugin wants: only when its owner says so, from the registry only, and
 * without running anything that is in them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { newId } from '../../shared/ids.ts';
import { codeOf, err, messageOf, ok, type Result } from '../../shared/result.ts';
import { type Sentence, say, verbatim } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { sentenceOfThrown } from '../../shared/told-error.ts';
import type { Storage } from '../../storage/index.ts';
import { minimalEnvironment } from './launch.ts';
import type { PluginSource } from './source.ts';

const LIMIT_MS = 10 * 60_000;
const KEPT_OUTPUT = 2_000;
const flags = [
  '--ignore-scripts',
  '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--no-package-lock',
  '--no-update-notifier',
  '--prefer-offline',
];

export interface PackageDeps {
  readonly storage: Storage;
  /** The home's folder for what need not stay. */
  readonly tempRoot: string;
  /** Whose `.npmrc` names the registry. */
  readonly userHome: string;
}

/** Whole or not at all: they are put in their place when all of them are there. */
export async function installPackages(
  { entry, dependencies }: PluginSource,
  { storage, tempRoot, userHome }: PackageDeps,
): Promise<Result<void, Sentence>> {
  const odd = Object.entries(dependencies).find(([name, version]) => !isPlain(name, version));
  if (odd !== undefined) {
    return err(say('plugin.notFromRegistry', { package: `${odd[0]}: ${odd[1]}` }));
  }
  const plugin = join(entry, '..');
  const work = join(tempRoot, newId('u'));
  try {
    await storage.makeFolder(work);
    const wanted = { name: 'packages', private: true, dependencies };
    await storage.write(join(work, 'package.json'), `${JSON.stringify(wanted)}\n`);
    const ran = await npm(work, userHome);
    if (!ran.ok) return ran;
    await storage.makeFolder(join(work, 'node_modules'));
    await storage.removeFolder(join(plugin, 'node_modules'));
    await storage.move(join(work, 'node_modules'), join(plugin, 'node_modules'));
    return ok(undefined);
  } catch (thrown) {
    return err(sentenceOfThrown(thrown));
  } finally {
    // A folder for things in the making: whatever is left of it hurts nobody.
    await storage.removeFolder(work).catch(() => {});
  }
}

/** Neither a URL nor a repository, a folder or another package under this name. */
const isPlain = (name: string, version: string): boolean =>
  /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i.test(name) && /^[\w.^~<>=*| +-]+$/.test(version);

async function npm(folder: string, userHome: string): Promise<Result<void, Sentence>> {
  const isWindows = process.platform === 'win32';
  const child = spawn('npm', ['install', ...flags], {
    cwd: folder,
    env: { ...minimalEnvironment(), HOME: userHome, npm_config_ignore_scripts: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
    windowsHide: true,
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
    });
  }
  try {
    await once(child, 'close');
  } catch (thrown) {
    return err(codeOf(thrown) === 'ENOENT' ? say('plugin.noNpm') : verbatim(messageOf(thrown)));
  }
  return child.exitCode === 0
    ? ok(undefined)
    : err(say('plugin.npmFailed', { why: clip(said.trim(), 600) }));
}
