/**
 * The client that `@modelcontextprotocol/conformance` tests: our servers' region as it is, with an owner
 * who allows everything. Started by it with the test server's URL as the last argument.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServers } from '../../brain/cerebellum/mcp/index.ts';
import { SIGN_IN_AGAIN } from '../../brain/cerebellum/mcp/wider-rights.ts';
import type { Settings } from '../../brain/regions.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { createRedactor } from '../../brain/shared/redact.ts';
import { ok } from '../../brain/shared/result.ts';
import { createStorage } from '../../brain/storage/index.ts';
import { configSchema, type JsonObject } from '../../protocol/index.ts';
import { noSandbox } from '../support/mcp/no-sandbox.ts';

const url = process.argv.at(-1) ?? '';
const folder = await mkdtemp(join(tmpdir(), 'connectome-conformance-'));
/** What the owner would have been given beforehand, or have hosted himself. */
const given = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const oauth = {
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  ...(given.client_secret === undefined
    ? {}
    : { clientId: given.client_id, clientSecret: '${secret:client}' }),
  ...(process.env.MCP_CONFORMANCE_SCENARIO === 'auth/client-credentials-basic'
    ? { grant: 'client_credentials' }
    : {}),
};
const config = configSchema.parse({ mcpServers: { test: { url, oauth } }, workingDir: folder });
const settings: Settings = { get: () => config, onChange: () => () => {} };
const secrets = new Map<string, string>([['client', String(given.client_secret)]]);

const servers = await createServers({
  paths: { root: folder, mcp: join(folder, 'mcp') },
  storage: createStorage(),
  settings,
  updateSettings: async () => ok(undefined),
  secrets: {
    get: async (name) => secrets.get(name),
    set: async (name, value) => ok(void secrets.set(name, value)),
    delete: async (name) => secrets.delete(name),
    names: () => [...secrets.keys()],
  },
  redactor: createRedactor(),
  sandbox: noSandbox,
  readEnvironment: (name) => process.env[name],
  userHome: folder,
  version: '0.1.0',
  logger: silentLogger,
  // The owner's browser: it goes where it is sent.
  openLink: async (address) => void (await fetch(address)),
  ask: () => ({ answer: Promise.resolve('allow_once'), withdraw: () => {} }),
  onChange: () => {},
});

for (const { name, launch } of servers.list()) servers.allow(name, launch);
let server = await servers.test('test');
if (server?.state === 'sign_in') {
  await servers.signIn('test');
  for (let round = 0; round < 100 && server?.state !== 'ready'; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    server = servers.list()[0];
  }
}
console.log(server?.state, server?.message, server?.tools.map(({ name }) => name).join(' '));

/** Something of the right type for each parameter. */
function argumentsFor(schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      type === 'number' || type === 'integer' ? 3 : type === 'boolean' ? true : 'text',
    ]),
  );
}

for (const tool of servers.tools()) {
  const { name, parameters } = tool.spec;
  const result = await servers.execute(
    tool,
    { id: 'c_1', name, args: argumentsFor(parameters) },
    {
      turn: { sessionId: 's_1', turnId: 't_1' },
      toolCallId: 'c_1',
      workingDir: folder,
      signal: new AbortController().signal,
      timeoutMs: 20_000,
      paths: [],
      fullOutputPath: join(folder, 'output.log'),
      onOutput: () => {},
      askOwner: async (questions) => ({
        kind: 'answered',
        // Forms are left as they are; who wants more rights gets them.
        answers: questions.map(({ options }) =>
          options?.some(({ label }) => label === SIGN_IN_AGAIN) ? SIGN_IN_AGAIN : '',
        ),
      }),
      beforeChange: () => {},
    },
  );
  console.log(name, result.ok, result.output.slice(0, 300));
  if (!result.ok && servers.list()[0]?.state === 'sign_in') console.log('it wants a sign-in');
}
for (const line of servers.logs('test') ?? []) console.error(line);
await servers.close();
await rm(folder, { recursive: true, force: true });
