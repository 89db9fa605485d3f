/** A picture that Read opens, on its way to a model that sees and to one that does not. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { connect, endOf, say } from '../support/brain-client.ts';
import { afterTest, tempFolder } from '../support/mind-home.ts';
import { startBrainIn } from '../support/model-home.ts';
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '../support/model-servers/index.ts';
import { serverKinds } from '../support/model-servers/script.ts';
import { writeConfig } from '../support/write-config.ts';

const picture = Buffer.from('\x89PNG\r\n\x1a\n a picture of a lighthouse', 'latin1');
const data = picture.toString('base64');
const read = { name: 'Read', args: { file_path: 'shot.png' } };
const write = { name: 'Write', args: { file_path: 'x.txt', content: 'x' } };

async function scene(options: ModelServerOptions) {
  const home = join(await tempFolder(), 'home');
  const model = await startModelServer(options);
  afterTest(() => model.close());
  const workingDir = await writeConfig(home, { first: model });
  await writeFile(join(workingDir, 'shot.png'), picture);
  return { home, model };
}

const lastBody = (model: ModelServer): string => JSON.stringify(model.chats.at(-1)?.body);

// Bug: the model is told "[picture]" and makes up what is on it.
it.each(serverKinds)('%s sees it beside the result, and again in the next turn', async (kind) => {
  const script = [{ toolCalls: [read] }, { text: 'A lighthouse.' }, { text: 'Yes.' }];
  const { home, model } = await scene({ kind, script });
  const client = connect(await startBrainIn(home));
  const { sessionId, end } = await say(client, { text: 'What is on shot.png?' });
  expect(end).toMatchObject({ type: 'done' });
  expect(lastBody(model).split(data)).toHaveLength(2);
  // What the windows hear is small.
  expect(JSON.stringify(client.events)).not.toContain(data);
  await say(client, { sessionId, text: 'Sure?' });
  expect(lastBody(model).split(data)).toHaveLength(2);
});

// Bug: a model without eyes refuses every later message of the conversation.
it('a model that cannot see gets words instead', async () => {
  const script = [{ toolCalls: [read] }, { text: 'A picture, it seems.' }];
  const { home, model } = await scene({ kind: 'ollama', script, capabilities: ['tools'] });
  const { end } = await say(connect(await startBrainIn(home)), { text: 'What is on shot.png?' });
  expect(end).toMatchObject({ type: 'done' });
  expect(lastBody(model)).not.toContain(data);
  expect(lastBody(model)).toContain('this model cannot see images');
});

it('a server that refuses pictures is asked again without, and from then on', async () => {
  const refusal = JSON.stringify({
    error: { message: 'This model does not support image input.' },
  });
  const { home, model } = await scene({
    kind: 'openai',
    script: (request, n) => {
      if (n === 1) return { toolCalls: [read] };
      return JSON.stringify(request.body).includes(data)
        ? { status: 400, body: refusal }
        : { text: 'I see nothing.' };
    },
  });
  const client = connect(await startBrainIn(home));
  const { sessionId, end } = await say(client, { text: 'What is on shot.png?' });
  expect(end).toMatchObject({ type: 'done' });
  await say(client, { sessionId, text: 'Sure?' });
  expect(model.chats).toHaveLength(4);
});

// The message with the results is not written yet: all that is left is the event, which holds no picture.
it('is still there when the program ended in the middle of its batch', async () => {
  const script = [{ toolCalls: [read, write] }, { text: 'A lighthouse.' }];
  const { home, model } = await scene({ kind: 'anthropic', script });
  const brain = await startBrainIn(home);
  const before = connect(brain);
  const { turnId } = await before.call('chat.send', { text: 'What is on shot.png?' });
  const { toolCallId } = await before.event('yield');
  await brain.stop();

  const after = connect(await startBrainIn(home));
  await after.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  expect(await endOf(after, turnId)).toMatchObject({ type: 'done' });
  expect(lastBody(model).split(data)).toHaveLength(2);
});

it('leaves nothing of a private conversation beside it', async () => {
  const { home } = await scene({
    kind: 'anthropic',
    script: [{ toolCalls: [read] }, { text: 'A lighthouse.' }],
  });
  const client = connect(await startBrainIn(home));
  const { session } = await client.call('session.create', { private: true });
  await say(client, { sessionId: session.sessionId, text: 'What is on shot.png?' });
  // Its owner is told of what he will not find again.
  expect(await client.event('tool_result')).toMatchObject({ imagesNotKept: 1 });
  const { attachments } = homePaths(home);
  const kept = await readdir(attachments).catch(() => []);
  for (const name of kept) {
    expect((await readFile(join(attachments, name))).equals(picture)).toBe(false);
  }
});
