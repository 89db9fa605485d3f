import { afterEach, expect, it } from 'vitest';
import { harness, readTool } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

function sizeOf(body: unknown): unknown {
  return (body as { options: { num_ctx: number } }).options.num_ctx;
}

it('num_ctx grows with the request and never shrinks (silent truncation, reload at every turn)', async () => {
  const server = await pool.start({ kind: 'ollama', script: [{ text: 'ok' }] });
  const { ask } = harness({ providers: { main: providerAt(server) } });
  await ask({ text: 'short' });
  await ask({ text: 'words '.repeat(12_000) });
  await ask({ text: 'short' });
  expect(server.chats.map(({ body }) => sizeOf(body))).toEqual([8192, 32_768, 32_768]);
});

it("never passes the model's own limit, and the window offered to the context obeys it", async () => {
  const server = await pool.start({
    kind: 'ollama',
    script: [{ text: 'ok' }],
    contextLength: 4096,
  });
  const { ask, prepared } = harness({ providers: { main: providerAt(server) } });
  await ask({ text: 'words '.repeat(12_000) });
  expect(sizeOf(server.chats[0]?.body)).toBe(4096);
  expect(prepared[0]?.target.contextWindow).toBe(4096);
});

it('a model that is not there is named with the command that fetches it', async () => {
  const body = JSON.stringify({ error: "model 'qwen3:8b' not found" });
  const server = await pool.start({ kind: 'ollama', script: [{ status: 404, body }] });
  const provider = providerAt(server, { model: 'qwen3:8b' });
  const answer = await harness({ providers: { main: provider } }).ask({});
  expect(answer.failure?.message).toContain('download it ("ollama pull qwen3:8b")');
  expect(server.chats.length).toBe(1);
});

it('contextWindow of the settings is the one value', async () => {
  const server = await pool.start({ kind: 'ollama', script: [{ text: 'ok' }] });
  const { ask, prepared } = harness({
    providers: { main: providerAt(server, { contextWindow: 20_000 }) },
  });
  await ask({ text: 'short' });
  expect(sizeOf(server.chats[0]?.body)).toBe(20_000);
  expect(prepared[0]?.target.contextWindow).toBe(20_000);
});

it('without a model name the first one that can chat is used', async () => {
  const models = ['nomic-embed-text:latest', 'llama3.2:latest', 'qwen3:8b'];
  const server = await pool.start({ kind: 'ollama', script: [{ text: 'ok' }], models });
  const { ask, thalamus } = harness({ providers: { main: providerAt(server, { model: '' }) } });
  expect((await ask({})).model).toBe('llama3.2:latest');
  expect((await thalamus.list())[0]).toMatchObject({
    state: 'ready',
    model: 'llama3.2:latest',
    models: ['llama3.2:latest', 'qwen3:8b'],
  });
  expect((await ask({ choice: 'qwen3:8b' })).model).toBe('qwen3:8b');
});

it('an Ollama without models is not usable: reflexes answer, the list says what to do', async () => {
  const server = await pool.start({ kind: 'ollama', script: [{ text: 'never' }], models: [] });
  const { ask, thalamus } = harness({ providers: { main: providerAt(server, { model: '' }) } });
  expect((await ask({})).provider).toBe('reflex');
  const [info] = await thalamus.list();
  expect(info).toMatchObject({
    state: 'no_model',
    message: expect.stringContaining('ollama pull'),
  });
});

it('a model that knows no tools is not offered any (it would refuse the request)', async () => {
  const server = await pool.start({
    kind: 'ollama',
    script: [{ text: 'ok' }],
    capabilities: ['completion'],
  });
  await harness({ providers: { main: providerAt(server) } }).ask({ tools: [readTool] });
  expect(server.chats[0]?.body).not.toHaveProperty('tools');
});
