/** A model that makes the same calls again and again is told, then stopped, and still answers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import type { ModelServer } from '../support/model-servers/index.ts';

const read = (file_path: string) => ({ toolCalls: [{ name: 'Read', args: { file_path } }] });
const closing = { text: 'This is what I have.' };

async function run(script: (n: number) => object, files: readonly string[] = ['a', 'b']) {
  const { home, model, workingDir } = await modelHome(
    (request, n) =>
      (request.body as { tool_choice?: unknown }).tool_choice === 'none' ? closing : script(n),
    { limits: { maxIterations: 30 } },
  );
  await mkdir(workingDir, { recursive: true });
  for (const name of files) await writeFile(join(workingDir, name), `text of ${name}\n`);
  const client = connect(await startBrainIn(home));
  const said = await say(client, { text: 'look' });
  const results = client.events.filter((event) => event.type === 'tool_result');
  return { ...said, model, results, workingDir };
}

const told = (model: ModelServer, n: number) =>
  JSON.stringify(model.chats[n]?.body).includes('You go in circles');

it('the same call with the same result: told after the third, not run and ended at the fourth', async () => {
  const { model, results, end, text } = await run(() => read('a'));
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false]);
  expect([told(model, 2), told(model, 3)]).toEqual([false, true]);
  expect(results[3]?.output).toContain('Not run');
  // Four that asked for the call, and the closing one.
  expect(model.chats).toHaveLength(5);
  expect(end).toMatchObject({ type: 'done', stopReason: 'circles', iterations: 4 });
  expect(text).toBe('This is what I have.');
});

it('what the program says about it stands outside of the fence, where it is no data', async () => {
  const { model, results } = await run(() => read('a'));
  const body = model.chats[3]?.body as { messages: { role: string; content: string }[] };
  const last = body.messages.findLast(({ role }) => role === 'tool')?.content ?? '';
  expect(last).toMatch(/<\/tool_output>\n\[You go in circles/);
  expect(results[2]?.output).not.toContain('circles');
  expect(results[2]?.note).toContain('circles');
});

it('two calls in turn, A-B-A-B, are a circle too', async () => {
  const { model, results, end } = await run((n) => read(n % 2 === 1 ? 'a' : 'b'));
  expect(results).toHaveLength(5);
  expect([told(model, 3), told(model, 4)]).toEqual([false, true]);
  expect(results[4]?.ok).toBe(false);
  expect(end).toMatchObject({ stopReason: 'circles' });
});

it('a model that does something else once it is told goes on', async () => {
  const { results, end } = await run((n) =>
    n <= 3 ? read('a') : n === 4 ? read('b') : n === 5 ? read('a') : { text: 'found' },
  );
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(end).toMatchObject({ stopReason: 'end' });
});

it('a call whose result changes each time is waiting for something, not a circle', async () => {
  const write = (n: number) => ({
    toolCalls: [
      { name: 'remember', args: { fact: `fact number ${n}` } },
      { name: 'memory_search', args: { query: 'fact number' } },
    ],
  });
  const { results, end } = await run((n) => (n <= 5 ? write(n) : { text: 'done' }));
  expect(results).toHaveLength(10);
  expect(results.some(({ output }) => output.includes('circles'))).toBe(false);
  expect(end).toMatchObject({ stopReason: 'end' });
});
