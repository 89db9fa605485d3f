/** Skills and plugins: the catalogue of forty, a changed skill, a plugin's call beyond its own work. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCatalogue } from '../../brain/cerebellum/catalogue.ts';
import { watchDisk } from '../../brain/cerebellum/plugins/disk-watch.ts';
import { launch } from '../../brain/cerebellum/plugins/launch.ts';
import { pluginLimits } from '../../brain/cerebellum/plugins/limits.ts';
import { type CallHost, openPlugin } from '../../brain/cerebellum/plugins/process.ts';
import { createSandbox } from '../../brain/cerebellum/sandbox/index.ts';
import { openLastGood } from '../../brain/cerebellum/skills/last-good.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { err } from '../../brain/shared/result.ts';
import { createStorage } from '../../brain/storage/index.ts';
import { configSchema } from '../../protocol/index.ts';
import { testHost } from '../support/brain-client.ts';
import { heading, line, report, time } from './figures.ts';

const SKILLS = 40;

const skill = (n: number, body: string): string =>
  `---\nname: skill-${n}\ndescription: What skill ${n} is for, in one line as people write it.\ntriggers: [word${n}, "two words ${n}"]\n` +
  `danger_patterns:\n  - { pattern: 'rm -rf /data${n}', level: block, reason: "It deletes." }\n---\n\n# Skill ${n}\n\n${body}\n`;
const lines = 'Do this, then that, and look at what came of it.\n'.repeat(60);

export async function benchAbilities(): Promise<void> {
  heading(`Skills and plugins: ${SKILLS} skills of 3 kB`);
  const root = await mkdtemp(join(tmpdir(), 'connectome-bench-'));
  const paths = homePaths(root);
  const path = (n: number): string => join(paths.cerebellum, `skill-${n}`, 'SKILL.md');
  for (let n = 0; n < SKILLS; n += 1) {
    await mkdir(join(path(n), '..'), { recursive: true });
    await writeFile(path(n), skill(n, lines));
  }
  const storage = createStorage();
  const logger = silentLogger;
  const open = async (onChange: () => void) =>
    openCatalogue({
      folder: paths.cerebellum,
      lastGood: await openLastGood({ folder: paths.skillsGood, storage, logger }),
      logger,
      onChange,
    });
  const opened = await time(20, async () => (await open(() => {})).close());
  report('read and check all of them, with the watcher', opened);

  let changed: (() => void) | undefined;
  const catalogue = await open(() => changed?.());
  // The watcher takes its first look.
  await sleep(1_000);
  const reloads = await time(20, async (round) => {
    const seen = new Promise<void>((resolve) => {
      changed = resolve;
    });
    await writeFile(path(7), skill(7, `${round} ${lines}`));
    await seen;
  });
  report('from saving one of them to its new text in use', reloads);
  await catalogue.close();

  await benchCalls(root);
  await rm(root, { recursive: true, force: true });
}

async function benchCalls(root: string): Promise<void> {
  const folder = join(root, 'plugin-of-nothing');
  const entry = join(folder, 'plugin', 'index.mjs');
  await mkdir(join(entry, '..'), { recursive: true });
  await writeFile(
    entry,
    "export const tools = [{ name: 'go' }]; export const execute = () => ({ success: true, output: 'done' });",
  );
  const config = configSchema.parse({});
  const sandbox = createSandbox({
    paths: homePaths(root),
    settings: { get: () => config, onChange: () => () => {} },
    storage: createStorage(),
    logger: silentLogger,
  });
  const host: CallHost = {
    workingDir: folder,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    onOutput: () => {},
    fetch: async () => err('not here'),
    run: async () => err('not here'),
  };
  for (const confined of [false, true]) {
    const where = confined ? 'in the sandbox' : 'without the sandbox';
    if (confined && !(await sandbox.state()).available) {
      line(`a plugin ${where}`, 'there is none here');
      continue;
    }
    const startedAt = performance.now();
    const plan = { name: 'x', folder, read: [], write: [], confined, mark: 'c_bench' };
    const launched = await launch(plan, { host: testHost(), sandbox, limits: pluginLimits });
    if (!launched.ok) throw new Error(launched.error);
    const { child, temp } = launched.value;
    const plugin = await openPlugin({
      child,
      entry,
      context: { folder, temp },
      limits: pluginLimits,
      log: () => {},
      watch: (end) => watchDisk({ temp, write: [], limits: pluginLimits }, end),
      onEnd: () => {},
    });
    if (!plugin.ok) throw new Error(plugin.error.text);
    line(`a plugin's start ${where}`, `${(performance.now() - startedAt).toFixed(0)} ms`);
    const calls = await time(500, () => plugin.value.call('go', {}, host), 50);
    report(`a call that does nothing, ${where}`, calls);
    await plugin.value.stop();
  }
  await sandbox.close();
}
