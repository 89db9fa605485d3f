import { afterEach, describe, expect, it } from 'vitest';
import { serverKinds } from '../../support/model-servers/index.ts';
import { collect, harness } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());
const kinds = serverKinds;

describe.each(kinds)('%s', (kind) => {
  it.each(['request', 'headers', 'text'] as const)(
    'Stop while it hangs at the %s closes the connection and just ends',
    async (hangAt) => {
      const server = await pool.start({ kind, script: [{ text: 'Half of it', hangAt }] });
      const spare = await pool.start({ kind, script: [{ text: 'never' }] });
      const stop = new AbortController();
      const { stream, health } = harness({
        providers: { main: providerAt(server), spare: providerAt(spare) },
      });
      const chunks = collect(stream({ signal: stop.signal }));
      await server.waitForChats(1);
      stop.abort();
      const types = (await chunks).map(({ type }) => type);
      expect(types.filter((type) => type === 'failed' || type === 'stop')).toEqual([]);
      await server.chats[0]?.aborted;
      expect(spare.chats.length).toBe(0);
      expect(health).toEqual([]);
    },
  );

  it('a reader that leaves early closes the connection (a model that answers for nobody)', async () => {
    const server = await pool.start({ kind, script: [{ text: 'Half of it', hangAt: 'text' }] });
    for await (const chunk of harness({ providers: { main: providerAt(server) } }).stream({})) {
      if (chunk.type === 'text') break;
    }
    await server.chats[0]?.aborted;
  });
});

it('Stop before anything was sent sends nothing', async () => {
  const server = await pool.start({ kind: 'openai', script: [{ text: 'never' }] });
  const { stream } = harness({ providers: { main: providerAt(server) } });
  expect(await collect(stream({ signal: AbortSignal.abort() }))).toEqual([]);
  expect(server.chats.length).toBe(0);
});
