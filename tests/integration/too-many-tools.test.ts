/** Hundreds of tools: they must not be paid for in each request, and those found must be there at once. */
import { expect, it, vi } from 'vitest';
import { connect, say } from '../support/brain-client.ts';
import { hostile } from '../support/mcp/server-entry.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import type { RecordedRequest, ScriptedAnswer } from '../support/model-servers/index.ts';
import { commonPieces, piecesOf } from '../support/sent-prefix.ts';
import { tempFolder } from '../support/temp-home.ts';

const names = ['sales', 'stock', 'people'];

it('finds what it needs, calls it in the same turn, and keeps it for the session and a restart', async () => {
  const plan: ScriptedAnswer[] = [];
  const { home, model } = await modelHome(() => plan.shift() ?? { text: 'Fine.' }, {
    permissions: { allow: ['mcp.sales.*'] },
  });
  vi.stubEnv('HOME', await tempFolder());
  const brain = await startBrainIn(home);
  const client = connect(brain);
  const mcpServers = Object.fromEntries(names.map((name) => [name, hostile('many', name)]));
  await client.call('mcp.add', { text: JSON.stringify({ mcpServers }), start: true });
  await Promise.all(names.map((name) => client.call('mcp.test', { name })));

  const toolsOf = (request: RecordedRequest | undefined): readonly string[] => {
    const body = request?.body as
      | { readonly tools: readonly { readonly function: { readonly name: string } }[] }
      | undefined;
    return body?.tools.map((tool) => tool.function.name) ?? [];
  };
  const wanted = 'mcp__sales__export_invoice';
  plan.push(
    { toolCalls: [{ name: 'tool_search', args: { query: 'export invoices of sales', limit: 2 } }] },
    { toolCalls: [{ name: wanted, args: {} }] },
    { text: 'Exported.' },
  );
  const { sessionId, turnId } = await say(client, { text: 'export the invoices' });
  const results = client.events.filter((e) => e.turnId === turnId && e.type === 'tool_result');
  expect(results).toMatchObject([
    { name: 'tool_search', ok: true, output: expect.stringContaining(`- ${wanted}(text)`) },
    { name: wanted, ok: true, output: 'done by sales' },
  ]);
  const [first, second, third] = model.chats;
  const before = toolsOf(first);
  expect(before.length).toBeLessThan(40);
  expect(before.filter((name) => name.startsWith('mcp__'))).toEqual([]);
  expect(first?.text).toContain('There are 126 more, of: sales, stock, people.');
  const added = toolsOf(second).filter((name) => !before.includes(name));
  expect(added).toHaveLength(2);
  expect(added).toContain(wanted);
  // Only then: from there on each request begins with the one before it.
  const pieces = (request: RecordedRequest | undefined) => {
    if (request === undefined) throw new Error('it was not asked');
    return piecesOf('openai', request);
  };
  expect(commonPieces(pieces(second), pieces(third))).toBe(pieces(second).length);
  const others = (request: RecordedRequest | undefined) =>
    pieces(request).filter(({ of }) => of !== 'tools');
  expect(commonPieces(others(first), others(second))).toBe(others(first).length);

  await say(client, { sessionId, text: 'thank you' });
  expect(commonPieces(pieces(third), pieces(model.chats.at(-1)))).toBe(pieces(third).length);
  await brain.stop();
  const again = connect(await startBrainIn(home));
  await say(again, { sessionId, text: 'and again' });
  expect(toolsOf(model.chats.at(-1))).toEqual(toolsOf(second));
  expect(commonPieces(pieces(third), pieces(model.chats.at(-1)))).toBe(pieces(third).length);
  await say(again, { text: 'something else' });
  expect(toolsOf(model.chats.at(-1))).toEqual(before);
});
