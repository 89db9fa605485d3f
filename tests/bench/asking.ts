/** How often it asks, what a judgement costs, and what the sandbox costs. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAmygdala } from '../../brain/amygdala/index.ts';
import { createSandbox } from '../../brain/cerebellum/sandbox/index.ts';
import type { Settings, SkillPattern, ToolSpec } from '../../brain/regions.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { systemClock } from '../../brain/shared/time.ts';
import { createStorage } from '../../brain/storage/index.ts';
import {
  type Config,
  configSchema,
  type JsonObject,
  type PermissionMode,
} from '../../protocol/index.ts';
import { heading, line, report, time } from './figures.ts';
import { ordinaryCommands } from './ordinary-commands.ts';

const spec: ToolSpec = {
  name: 'Bash',
  description: '',
  parameters: {},
  kind: 'command',
  readOnly: false,
  idempotent: false,
  capability: 'shell',
};
const rules = (count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    n % 2 === 0 ? `Bash(tool${n} run:*)` : `Edit(folder${n}/**)`,
  );
const patterns: readonly SkillPattern[] = Array.from({ length: 80 }, (_, n) => ({
  pattern: `\\bdanger${n}\\s+--now\\b`,
  level: n % 2 === 0 ? 'block' : 'confirm',
  reason: 'r',
  skill: `skill${n % 40}`,
}));

export async function benchAsking(): Promise<void> {
  heading('Asking and confining');
  const root = await mkdtemp(join(tmpdir(), 'connectome-bench-'));
  const userHome = join(root, 'home');
  const workingDir = join(userHome, 'work');
  const paths = homePaths(join(userHome, '.connectome'));
  await mkdir(workingDir, { recursive: true });
  await mkdir(paths.root, { recursive: true });
  // A project whose tools are installed.
  const tools = join(workingDir, 'node_modules/.bin');
  await mkdir(tools, { recursive: true });
  for (const name of ['tsc', 'vitest', 'eslint']) await writeFile(join(tools, name), '');
  let config: Config = configSchema.parse({});
  const settings: Settings = { get: () => config, onChange: () => () => {} };
  const set = (patch: JsonObject): void => {
    config = configSchema.parse(patch);
  };
  let available = true;
  const amygdala = createAmygdala({
    paths,
    settings,
    userHome,
    clock: systemClock,
    patterns: () => patterns,
    sandbox: async () => ({ available, message: '' }),
  });
  const judge = (command: string, mode: PermissionMode) =>
    amygdala.classify(
      { id: 'c_1', name: 'Bash', args: { command } },
      { turn: { sessionId: 's_1', turnId: 't_1' }, mode, workingDir, spec },
    );
  try {
    for (const sandboxed of ['ask', 'run'] as const) {
      for (const confined of [true, false]) {
        available = confined;
        set({ permissions: { sandboxed } });
        if (!confined && sandboxed === 'run') continue;
        const counts: string[] = [];
        for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const) {
          const verdicts = await Promise.all(ordinaryCommands.map((one) => judge(one, mode)));
          counts.push(`${mode} ${verdicts.filter(({ level }) => level !== 'safe').length}`);
        }
        const where = confined ? `sandbox, sandboxed: ${sandboxed}` : 'no sandbox';
        line(`asked of ${ordinaryCommands.length} (${where})`, counts.join(', '));
      }
    }
    available = true;
    set({ permissions: { allow: rules(250), ask: rules(150), deny: rules(100) } });
    const each = await time(2000, (n) =>
      judge(ordinaryCommands[Math.abs(n) % ordinaryCommands.length] ?? '', 'default'),
    );
    report('judging a command, 500 rules, 40 skills', each);

    set({});
    const sandbox = createSandbox({
      paths,
      settings,
      storage: createStorage(),
      logger: silentLogger,
    });
    const state = await sandbox.state();
    if (!state.available) {
      line('sandboxed true', `not measured: ${state.message}`);
      return;
    }
    const confine = async (): Promise<string> => {
      const confined = await sandbox.confine({
        sessionId: 's_1',
        places: { workingDir, homeRoot: paths.root, userHome },
        vetted: false,
        shell: 'bash',
        command: 'true',
      });
      if (!confined.ok) throw new Error(confined.error);
      return confined.value.line;
    };
    // As for every command: a bash that is given a socket takes itself for a login and reads `.bashrc`.
    const stdio = 'ignore' as const;
    report(
      'sandboxed true',
      await time(50, async () => {
        execFileSync('bash', ['-c', `exec ${await confine()}`], { cwd: workingDir, stdio });
      }),
    );
    report('plain true', await time(50, () => execFileSync('bash', ['-c', 'true'], { stdio })));
    await sandbox.close();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
