import { afterEach, expect, it } from 'vitest';
import { findLocal, ollamaPlace } from '../../../brain/thalamus/find-local.ts';
import { configSchema } from '../../../protocol/index.ts';
import { type ModelServer, startModelServer } from '../../support/model-servers/index.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function ollama() {
  const server = await startModelServer({ kind: 'ollama', script: [{}], models: ['a:1', 'b:2'] });
  servers.push(server);
  return server;
}

const hostWith = (value: string | undefined) => ({
  readEnvironment: (name: string) => (name === 'OLLAMA_HOST' ? value : undefined),
});

/** Whoever else listens on this machine is not asked. */
const onlyAt =
  (port: number): typeof fetch =>
  async (input, init) => {
    if (new URL(String(input)).port !== String(port)) throw new Error('nobody is there');
    return fetch(input, init);
  };

const configOf = (providers: object) => configSchema.parse({ version: 1, providers, cascade: [] });

it('offers a server that answers, under a name that is free', async () => {
  const { port, baseUrl } = await ollama();
  const config = configOf({ ollama: { kind: 'ollama', model: '', baseUrl: 'http://127.0.0.1:1' } });
  const found = await findLocal(config, hostWith(`0.0.0.0:${port}`), onlyAt(port));
  expect(found).toContainEqual({
    name: 'ollama-2',
    kind: 'ollama',
    baseUrl,
    models: ['a:1', 'b:2'],
  });
});

it('offers nothing that is set up already, whatever its address is called', async () => {
  const { port } = await ollama();
  const baseUrl = `http://localhost:${port}/`;
  const config = configOf({ mine: { kind: 'ollama', model: '', baseUrl } });
  const found = await findLocal(config, hostWith(`127.0.0.1:${port}`), onlyAt(port));
  expect(found.filter((server) => server.baseUrl.includes(String(port)))).toEqual([]);
});

it('asks nobody outside this machine, whatever the variable says', () => {
  expect(ollamaPlace('https://models.example.com')).toBeUndefined();
  expect(ollamaPlace('192.168.1.5')).toBeUndefined();
  expect(ollamaPlace('http://[')).toBeUndefined();
  expect(ollamaPlace(' ')).toBeUndefined();
  expect(ollamaPlace('0.0.0.0')).toBe('http://127.0.0.1:11434');
  expect(ollamaPlace('http://localhost:80')).toBeDefined();
});
