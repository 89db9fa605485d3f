/** What our side of an MCP server costs: a call against the bare protocol, and ten servers known at the start. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from '../../brain/cerebellum/mcp/connection.ts';
import { createServers } from '../../brain/cerebellum/mcp/index.ts';
import { StdioTransport } from '../../brain/cerebellum/mcp/stdio-transport.ts';
import type { Settings } from '../../brain/regions.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { createRedactor } from '../../brain/shared/redact.ts';
import { ok } from '../../brain/shared/result.ts';
import { createStorage } from '../../brain/storage/index.ts';
import { configSchema, type JsonObject } from '../../protocol/index.ts';
import { noSandbox } from '../support/mcp/no-sandbox.ts';
import { hostile } from '../support/mcp/server-entry.ts';
import { heading, report } from './figures.ts';

const CALLS = 300;
const WARM_UP = 30;
const SERVERS = 10;

async function open(folder: string, mcpServers: JsonObject) {
  const config = configSchema.parse({ mcpServers, workingDir: folder });
  const settings: Settings = { get: () => config, onChange: () => () => {} };
  return createServers({
    paths: { root: folder, mcp: join(folder, 'mcp') },
    storage: createStorage(),
    settings,
    updateSettings: async () => ok(undefined),
    secrets: {
      get: async () => undefined,
      set: async () => ok(undefined),
      delete: async () => undefined,
      names: () => [],
    },
    redactor: createRedactor(),
    sandbox: noSandbox,
    readEnvironment: (name) => process.env[name],
    userHome: folder,
    version: '0',
    logger: silentLogger,
    openLink: async () => {},
    ask: () => ({ answer: Promise.resolve('deny'), withdraw: () => {} }),
    onChange: () => {},
  });
}

async function timed(work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + CALLS; n += 1) {
    await sleep(1);
    const startedAt = performance.now();
    await work();
    if (n >= WARM_UP) times.push(performance.now() - startedAt);
  }
  return times;
}

export async function benchServers(): Promise<void> {
  heading(
    `MCP servers: ${CALLS} calls of one tool; ${SERVERS} servers of 42 tools known from before`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'connectome-bench-'));
  await mkdir(join(folder, 'mcp'), { recursive: true });
  const names = Array.from({ length: SERVERS }, (_, n) => `server-${n}`);
  const entries = Object.fromEntries(names.map((name) => [name, hostile('many', name)]));

  const first = await open(folder, entries);
  for (const { name, launch } of first.list()) first.allow(name, launch);
  await Promise.all(names.map((name) => first.test(name)));
  const tool = first.tools()[0];
  if (tool === undefined) throw new Error('there is no tool');
  const run = {
    turn: { sessionId: 's_1', turnId: 't_1' },
    toolCallId: 'c_1',
    workingDir: folder,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    paths: [],
    fullOutputPath: '',
    onOutput: () => {},
    askOwner: async () => ({ kind: 'nobody' }) as const,
    beforeChange: () => {},
  };
  const ours = await timed(() =>
    first.execute(tool, { id: 'c_1', name: tool.spec.name, args: {} }, run),
  );

  const transport = new StdioTransport({
    ...hostile('many', 'bare'),
    env: { PATH: process.env.PATH ?? '' },
    cwd: folder,
    onLog: () => {},
    onNote: () => {},
  });
  const bare = await openConnection(
    transport,
    {
      version: '0',
      elicit: async () => ({ action: 'cancel' }),
      roots: () => [],
      onRootsAsked: () => {},
      onLog: () => {},
      onListChanged: () => {},
      onClosed: () => {},
    },
    { modern: false, signal: new AbortController().signal },
  );
  const definition = { name: 'create_invoice', inputSchema: { type: 'object' as const } };
  const without = await timed(() => bare.call(definition, {}, {}));
  await bare.close();
  await first.close();

  const loads: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAt = performance.now();
    const again = await open(folder, entries);
    if (again.tools().length !== SERVERS * 42) throw new Error('tools are missing');
    loads.push(performance.now() - startedAt);
    await again.close();
  }
  report('a call, ours', ours);
  report('a call, the SDK alone', without);
  report(`${SERVERS} servers, ${SERVERS * 42} tools ready`, loads);
  await rm(folder, { recursive: true, force: true });
}
