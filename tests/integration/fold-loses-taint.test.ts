/** What was folded away is summed up, and the sum is as foreign as what it sums up: taint outlives a fold. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect, endOf, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const talk = 'so that there is something to fold '.repeat(30);
const page = { name: 'WebFetch', args: { url: 'https://example.org/?q=secret' } };

it('a conversation that read a strange file asks before it sends, also when that is folded, and after a restart', async () => {
  const { home, model, workingDir } = await modelHome(
    (request) => {
      const { messages } = request.body as { messages: { role: string; content: string }[] };
      const last = messages.at(-1);
      if (last?.role === 'tool') return { text: 'Seen.' };
      if (last?.content.endsWith('read it') === true) {
        const args = { file_path: join(workingDir, '..', 'downloads', 'strange.txt') };
        return { toolCalls: [{ name: 'Read', args }] };
      }
      if (last?.content.endsWith('send it') === true) return { toolCalls: [page] };
      return { text: `Answer. ${talk}` };
    },
    { permissions: { allow: ['WebFetch(example.org)'] } },
  );
  await mkdir(join(workingDir, '..', 'downloads'), { recursive: true });
  await writeFile(join(workingDir, '..', 'downloads', 'strange.txt'), 'strange words\n');
  const brain = await startBrainIn(home);
  const client = connect(brain);
  const { sessionId, turnId } = await client.call('chat.send', { text: 'read it' });
  const { toolCallId } = await client.event('yield');
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  await endOf(client, turnId);
  for (let n = 0; n < 6; n += 1) await say(client, { sessionId, text: `Question ${n}. ${talk}` });
  expect(await client.call('session.compact', { sessionId })).toMatchObject({ compacted: true });
  await brain.stop();

  const again = connect(await startBrainIn(home));
  const sent = await say(again, { sessionId, text: 'send it', interactive: false });
  // The strange words themselves are out of what is sent; where they came from is not forgotten.
  expect(JSON.stringify(model.chats.at(-1)?.body)).not.toContain('strange words');
  const safety = again.events.find((one) => one.type === 'safety' && one.turnId === sent.turnId);
  expect(safety).toMatchObject({ level: 'confirm', source: 'taint' });
  expect(safety).toMatchObject({ reason: expect.stringContaining('strange.txt') });
});
