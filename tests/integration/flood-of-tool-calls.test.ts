/** One answer that asks for more tool calls than anyone can mean. */
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { MAX_CALLS } from '../../brain/turn/tool-calls.ts';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const ASKED = 300;

// Bug: every one of them ran, each with its own question, journal and task file: minutes of work, or
// a thousand changes, out of one answer of a model that had lost its way.
it('runs the first 64 calls of an answer and tells the model that the others did not run', async () => {
  const toolCalls = Array.from({ length: ASKED }, (_, n) => ({
    name: 'Write',
    args: { file_path: `f${n}.txt`, content: 'x' },
  }));
  const { home, model, workingDir } = await modelHome([{ toolCalls }, { text: 'Enough.' }]);
  const client = connect(await startBrainIn(home));
  const { session } = await client.call('session.create', { mode: 'acceptEdits' });
  const { end } = await say(client, { sessionId: session.sessionId, text: 'write' });
  expect(end).toMatchObject({ type: 'done', stopReason: 'end' });
  expect(await readdir(workingDir)).toHaveLength(MAX_CALLS);

  const results = client.events.filter(({ type }) => type === 'tool_result');
  expect(results).toHaveLength(ASKED);
  expect(results.filter((event) => event.type === 'tool_result' && event.ok)).toHaveLength(
    MAX_CALLS,
  );
  const body = model.chats.at(-1)?.body as { messages: { role: string; content: string }[] };
  const answered = body.messages.filter(({ role }) => role === 'tool');
  expect(answered).toHaveLength(ASKED);
  expect(answered[MAX_CALLS - 1]?.content).not.toContain('Not run');
  expect(answered[MAX_CALLS]?.content).toMatch(/^Error: Not run: .* 300 tool calls, .* first 64/);
});
