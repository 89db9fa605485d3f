/** Servers of others without a whole brain around them: real child processes, real files. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createServers,
  type ServerAsk,
  type ServersDeps,
  type ServersRegion,
} from '../../../brain/cerebellum/mcp/index.ts';
import { createSandbox, type Sandbox } from '../../../brain/cerebellum/sandbox/index.ts';
import type { ToolResult, ToolRun } from '../../../brain/regions.ts';
import { newId } from '../../../brain/shared/ids.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { ok } from '../../../brain/shared/result.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import type { Decision, JsonObject, McpServerInfo } from '../../../protocol/index.ts';
import { openScene, type Scene } from '../acting.ts';
import { noSandbox } from './no-sandbox.ts';

export interface AskedOfOwner {
  readonly rule: string;
  readonly server: { readonly name: string; readonly confined?: boolean | undefined };
  readonly detail: string;
  readonly risk: string;
  answer(decision: Decision): void;
}

export interface ServersScene {
  readonly scene: Scene;
  readonly servers: ServersRegion;
  readonly asked: AskedOfOwner[];
  /** A server's state once it fits. */
  until(name: string, fits: (server: McpServerInfo) => boolean): Promise<McpServerInfo>;
  run(tool: string, args?: JsonObject, more?: Partial<ToolRun>): Promise<ToolResult>;
}

/** `allowed`: their owner has let all of them start. */
export async function openServers(
  mcpServers: JsonObject,
  {
    scene: given,
    allowed = true,
    confined = false,
    ...more
  }: Partial<ServersDeps> & {
    readonly scene?: Scene;
    readonly allowed?: boolean;
    /** In the real sandbox; otherwise as where there is none, so that tests run on every machine. */
    readonly confined?: boolean;
  } = {},
): Promise<ServersScene> {
  const scene = given ?? (await openScene());
  scene.settings.set({ mcpServers, workingDir: scene.workingDir });
  const asked: AskedOfOwner[] = [];
  const watchers = new Set<() => void>();
  const secrets = new Map<string, string>();
  const servers = await createServers({
    paths: scene.paths,
    storage: createStorage(),
    settings: scene.settings,
    async updateSettings(change) {
      const patch = typeof change === 'function' ? change(scene.settings.get()) : change;
      const entries = { ...scene.settings.get().mcpServers };
      for (const [name, entry] of Object.entries((patch.mcpServers ?? {}) as JsonObject)) {
        if (entry === null) delete entries[name];
        else entries[name] = { ...entries[name], ...(entry as JsonObject) };
      }
      scene.settings.set({ mcpServers: entries as JsonObject });
      return ok(undefined);
    },
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, value) => ok(void secrets.set(name, value)),
      delete: async (name) => secrets.delete(name),
      names: () => [...secrets.keys()],
    },
    redactor: createRedactor(),
    sandbox: confined ? sandboxOf(scene) : noSandbox,
    readEnvironment: (name) => process.env[name],
    userHome: scene.userHome,
    version: '0.0.0-test',
    openLink: async () => {},
    logger: silentLogger,
    ask({ rule, server, detail, risk }): ServerAsk {
      const { promise, resolve } = Promise.withResolvers<Decision>();
      asked.push({ rule, server, detail, risk, answer: resolve });
      for (const watcher of watchers) watcher();
      return { answer: promise, withdraw: resolve };
    },
    onChange() {
      for (const watcher of watchers) watcher();
    },
    ...more,
  });
  onTestFinished(() => servers.close());
  if (allowed) for (const { name, launch } of servers.list()) servers.allow(name, launch);
  servers.start();
  return {
    scene,
    servers,
    asked,
    until(name, fits) {
      return new Promise((resolve) => {
        const look = (): void => {
          const found = servers.list().find((server) => server.name === name);
          if (found === undefined || !fits(found)) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      });
    },
    async run(name, args = {}, runMore = {}) {
      const tool = servers.tools().find(({ spec }) => spec.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return servers.execute(
        tool,
        { id: newId('c'), name, args },
        {
          turn: { sessionId: 's_1', turnId: 't_1' },
          toolCallId: newId('c'),
          workingDir: scene.workingDir,
          signal: new AbortController().signal,
          timeoutMs: 60_000,
          paths: [],
          fullOutputPath: join(scene.paths.tasks, 'TASK-t_1-1.log'),
          onOutput: () => {},
          askOwner: async () => ({ kind: 'nobody' }),
          beforeChange: () => {},
          ...runMore,
        },
      );
    },
  };
}

function sandboxOf({ paths, settings, userHome }: Scene): Sandbox {
  const storage = createStorage();
  const sandbox = createSandbox({ paths, settings, userHome, storage, logger: silentLogger });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export const isReady = ({ state }: McpServerInfo): boolean => state === 'ready';
