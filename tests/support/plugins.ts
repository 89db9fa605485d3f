/** A cerebellum with plugins that run, and an owner who answers as the test says. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { PluginQuestion } from '../../brain/cerebellum/plugins/index.ts';
import type { Decision } from '../../protocol/index.ts';
import { openCerebellum, openScene, type Scene } from './acting.ts';

type Options = Parameters<typeof openCerebellum>[1] & {
  /** `allow_once` where absent. */
  readonly answer?: Decision | 'none';
  /** Runs plugins in the sandbox; off where absent, so that tests run on every machine. */
  readonly confined?: boolean;
};

export interface PluginFiles {
  /** Further lines of the front matter. */
  readonly front?: string;
  /** Of `plugin/index.mjs`. */
  readonly code?: string;
  /** Others, by path in the skill's folder. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function putPlugin(scene: Scene, name: string, plugin: PluginFiles): Promise<string> {
  const folder = join(scene.paths.cerebellum, name);
  const files = {
    'SKILL.md': `---\nname: ${name}\ndescription: About ${name}.\n${plugin.front ?? ''}---\nUse it.\n`,
    ...(plugin.code === undefined ? {} : { 'plugin/index.mjs': plugin.code }),
    ...plugin.files,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A module with one tool `go` whose body is `body`; `args` and `host` are in scope. */
export const goes = (body: string, before = ''): string =>
  `${before}
export const name = 'test';
export const tools = [{ name: 'go', description: 'Goes.', parameters: { how: { type: 'string', required: false } } }];
export async function execute(tool, args, host) { ${body} }
`;

export async function openPlugins(
  { answer = 'allow_once', confined = false, ...more }: Options = {},
  scene?: Scene,
) {
  const place = scene ?? (await openScene());
  place.settings.set({ sandbox: { ...place.settings.get().sandbox, enabled: confined } });
  const questions: PluginQuestion[] = [];
  const opened = await openCerebellum(place, {
    askOwner: async (question) => {
      questions.push(question);
      return answer === 'none' ? new Promise(() => {}) : answer;
    },
    ...more,
    // How fast a process starts is no test's matter, but for the one that gives the limit itself.
    pluginLimits: { loadMs: 120_000, ...more.pluginLimits },
  });
  opened.cerebellum.start();
  const { cerebellum } = opened;
  const isAsked = (): boolean =>
    cerebellum.list().some(({ plugin }) => plugin?.state === 'asks' && answer !== 'none');
  do {
    await cerebellum.plugins.settled();
    await setImmediate();
  } while (isAsked());
  await cerebellum.plugins.settled();
  const info = (name: string) => opened.cerebellum.list().find((one) => one.name === name);
  return { ...opened, scene: place, questions, info };
}

/** The same with one plugin that is there already. */
export async function withPlugin(plugin: PluginFiles, options: Options = {}) {
  const scene = await openScene();
  await putPlugin(scene, 'test', plugin);
  return openPlugins(options, scene);
}
