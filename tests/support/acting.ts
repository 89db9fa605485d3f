/** A whole place to act in: a user's home, a working folder, Connectome's home, and the regions. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type AmygdalaDeps, createAmygdala } from '../../brain/amygdala/index.ts';
import { type CerebellumDeps, createCerebellum } from '../../brain/cerebellum/index.ts';
import { createKnowledge } from '../../brain/hippocampus/index.ts';
import type {
  Confinement,
  SandboxOpening,
  Settings,
  ToolResult,
  ToolRun,
  Verdict,
} from '../../brain/regions.ts';
import { type HomePaths, homePaths } from '../../brain/shared/home.ts';
import { newId } from '../../brain/shared/ids.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { createRedactor } from '../../brain/shared/redact.ts';
import { err, ok } from '../../brain/shared/result.ts';
import { verbatim } from '../../brain/shared/say.ts';
import { systemClock } from '../../brain/shared/time.ts';
import { createStorage } from '../../brain/storage/index.ts';
import {
  type Config,
  configSchema,
  type JsonObject,
  type PermissionMode,
} from '../../protocol/index.ts';
import { testHost } from './brain-client.ts';
import { tempFolder } from './temp-home.ts';

export interface Scene {
  readonly userHome: string;
  /** `<userHome>/work` */
  readonly workingDir: string;
  readonly outside: string;
  readonly paths: HomePaths;
  readonly settings: Settings & { set(patch: JsonObject): void };
}

export async function openScene(): Promise<Scene> {
  const userHome = await tempFolder();
  const workingDir = join(userHome, 'work');
  const outside = join(userHome, 'elsewhere');
  const paths = homePaths(join(userHome, '.connectome'));
  for (const folder of [workingDir, outside, paths.tasks]) {
    await mkdir(folder, { recursive: true });
  }
  return { userHome, workingDir, outside, paths, settings: testSettings() };
}

export function testSettings(): Settings & { set(patch: JsonObject): void } {
  let config: Config = configSchema.parse({});
  const listeners = new Set<(config: Config) => void>();
  return {
    get: () => config,
    set(patch) {
      config = configSchema.parse({ ...config, ...patch });
      for (const listener of listeners) listener(config);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** For tests without MCP servers. */
const noServers: CerebellumDeps['servers'] = {
  updateSettings: async () => err(verbatim('Nothing is changed here.')),
  secrets: {
    get: async () => undefined,
    set: async () => err(verbatim('Nothing is kept here.')),
    delete: async () => undefined,
    names: () => [],
  },
  readEnvironment: () => undefined,
  version: '0.0.0-test',
  openLink: async () => {},
  ask: () => {
    throw new Error('there are no servers to ask about');
  },
  onChange: () => {},
};

export interface RunOptions {
  readonly paths?: readonly string[];
  readonly sessionId?: string;
  readonly workingDir?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly onOutput?: ToolRun['onOutput'];
  readonly beforeChange?: ToolRun['beforeChange'];
  readonly askOwner?: ToolRun['askOwner'];
  /** Of a command; plain where absent, so that tests of the shell run on every machine. */
  readonly confinement?: Confinement;
  readonly opening?: SandboxOpening;
  readonly safety?: NonNullable<ToolRun['safety']>;
}

export async function openCerebellum(
  scene: Scene,
  more: Partial<
    Pick<
      CerebellumDeps,
      | 'isPublic'
      | 'host'
      | 'userHome'
      | 'askOwner'
      | 'judge'
      | 'pluginLimits'
      | 'shipped'
      | 'logger'
      | 'recollection'
    >
  > = {},
) {
  const changes: { names: readonly string[]; errors: number }[] = [];
  const storage = createStorage();
  const cerebellum = await createCerebellum({
    ...scene,
    storage,
    clock: systemClock,
    logger: silentLogger,
    recall: async () => [],
    knowledge: createKnowledge({
      ...scene,
      storage,
      clock: systemClock,
      redactor: createRedactor(),
    }),
    proposals: {
      add: async () => err(verbatim('Nothing is proposed here.')),
      withdraw: async () => {},
    },
    redactor: createRedactor(),
    servers: noServers,
    forgetting: { forget: async () => ok({ facts: [], changed: 0, later: 0 }) },
    recollection: {
      note: async () => err(verbatim('There is no such note.')),
      searchSessions: () => [],
      readSession: async () => err(verbatim('There is no such session.')),
    },
    host: testHost(),
    askOwner: () => new Promise(() => {}),
    judge: async () => {
      throw new Error('No command is judged here.');
    },
    onChange: (names, errors) => changes.push({ names, errors }),
    ...more,
  });
  onTestFinished(() => cerebellum.close());
  let calls = 0;
  const run = (name: string, args: JsonObject, options: RunOptions = {}): Promise<ToolResult> => {
    calls += 1;
    return cerebellum.executeTool(
      { id: newId('c'), name, args },
      {
        turn: { sessionId: options.sessionId ?? 's_1', turnId: 't_1' },
        toolCallId: newId('c'),
        workingDir: options.workingDir ?? scene.workingDir,
        signal: options.signal ?? new AbortController().signal,
        timeoutMs: options.timeoutMs ?? 120_000,
        paths: options.paths ?? [],
        confinement: options.confinement ?? 'none',
        ...(options.opening === undefined ? {} : { opening: options.opening }),
        ...(options.safety === undefined ? {} : { safety: options.safety }),
        fullOutputPath: join(scene.paths.tasks, `TASK-t_1-${calls}.log`),
        onOutput: options.onOutput ?? (() => {}),
        askOwner: options.askOwner ?? (async () => ({ kind: 'nobody' })),
        beforeChange: options.beforeChange ?? (() => {}),
      },
    );
  };
  return { cerebellum, run, changes };
}

export async function openAmygdala(scene: Scene, more: Partial<AmygdalaDeps> = {}) {
  const { cerebellum, run } = await openCerebellum(scene);
  const amygdala = createAmygdala({
    ...scene,
    clock: systemClock,
    patterns: () => cerebellum.patterns(),
    ...more,
  });
  const judge = (
    name: string,
    args: JsonObject,
    mode: PermissionMode = 'default',
    sessionId = 's_1',
  ): Promise<Verdict> =>
    amygdala.classify(
      { id: newId('c'), name, args },
      {
        turn: { sessionId, turnId: 't_1' },
        mode,
        workingDir: scene.workingDir,
        spec: cerebellum.tools().find((tool) => tool.name === name),
      },
    );
  return { amygdala, cerebellum, judge, run };
}
