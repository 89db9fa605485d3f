/** A question of the model's own waits for its owner, survives what happens meanwhile, and his words arrive. */
import { expect, it } from 'vitest';
import { connect, endOf, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import type { ModelServer } from '../support/model-servers/index.ts';

const questions = [
  {
    question: 'Which database?',
    header: 'Database',
    options: [{ label: 'SQLite', description: 'one file' }, { label: 'Postgres' }],
  },
  {
    question: 'Which checks?',
    header: 'Checks',
    multiSelect: true,
    options: [{ label: 'types' }, { label: 'lint' }, { label: 'tests' }],
  },
];
const asking = { toolCalls: [{ name: 'AskUserQuestion', args: { questions } }] };
const heard = (model: ModelServer) => JSON.stringify(model.chats.at(-1)?.body);

it('the answers reach the model beside their questions, whatever the tools’ time limit is', async () => {
  const { home, model } = await modelHome([asking, { text: 'thanks' }], {
    limits: { toolTimeoutMs: 1 },
  });
  const client = connect(await startBrainIn(home));
  const { turnId } = await client.call('chat.send', { text: 'set it up' });
  const shown = await client.event('yield');
  expect(shown).toMatchObject({
    reason: 'question',
    questions: [
      { header: 'Database', options: [{ label: 'SQLite', description: 'one file' }, {}] },
      { multiple: true },
    ],
  });
  const { toolCallId } = shown;
  const answers = ['My own "MariaDB"', 'types\ntests'];
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once', answers });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done', stopReason: 'end' });
  const result = await client.event('tool_result');
  expect(result.output).toBe(
    'Question: Which database?\nAnswer: My own "MariaDB"\n\nQuestion: Which checks?\nAnswer: types; tests',
  );
  expect(heard(model)).toContain('Answer: types; tests');
});

it('a question that waits when the brain ends waits again after the restart', async () => {
  const { home, model } = await modelHome([asking, { text: 'thanks' }]);
  const brain = await startBrainIn(home);
  const first = connect(brain);
  const { turnId, sessionId } = await first.call('chat.send', { text: 'set it up' });
  const { toolCallId } = await first.event('yield');
  await brain.stop();
  const client = connect(await startBrainIn(home));
  const { asks } = await client.call('turn.pending', { sessionId });
  expect(asks).toMatchObject([{ toolCallId, reason: 'question' }]);
  const answers = ['SQLite', ''];
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once', answers });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done' });
  expect(heard(model)).toContain('Answer: SQLite');
  expect(heard(model)).toContain('Answer: (none)');
  const asked = (await client.call('session.get', { sessionId })).turns[0]?.events;
  expect(asked?.filter(({ type }) => type === 'yield')).toHaveLength(1);
});

it('two sessions ask at once and each gets its own answer', async () => {
  const { home, model } = await modelHome((request) =>
    JSON.stringify(request.body).includes('Answer:') ? { text: 'thanks' } : asking,
  );
  const client = connect(await startBrainIn(home));
  const turns = await Promise.all(['one', 'two'].map((text) => client.call('chat.send', { text })));
  for (const [at, { turnId }] of turns.entries()) {
    const { toolCallId } = await client.event('yield', (event) => event.turnId === turnId);
    const answers = [`answer of ${at}`, ''];
    await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once', answers });
  }
  for (const { turnId } of turns) await endOf(client, turnId);
  for (const [at, word] of ['one', 'two'].entries()) {
    const own = model.chats
      .map(({ body }) => JSON.stringify(body))
      .filter((body) => body.includes(`answer of ${at}`));
    expect(own).toHaveLength(1);
    expect(own[0]).toContain(word);
  }
});

it('where nobody can answer, and where the owner skips, the model is told and goes on', async () => {
  const { home, model } = await modelHome([
    asking,
    { text: 'assumed' },
    asking,
    { text: 'skipped' },
  ]);
  const client = connect(await startBrainIn(home));
  const alone = await say(client, { text: 'one', interactive: false });
  expect(alone.text).toBe('assumed');
  expect(heard(model)).toContain('Nobody can answer in this run');
  const { sessionId } = alone;
  const { turnId } = await client.call('chat.send', { sessionId, text: 'two' });
  const { toolCallId } = await client.event('yield');
  await client.call('turn.resume', { turnId, toolCallId, decision: 'deny', reason: 'later' });
  await endOf(client, turnId);
  expect(heard(model)).toContain('did not answer (later)');
});

it('Stop ends a turn that waits for an answer', async () => {
  const { home } = await modelHome([asking]);
  const client = connect(await startBrainIn(home));
  const { turnId } = await client.call('chat.send', { text: 'one' });
  await client.event('yield');
  await client.call('chat.stop', { turnId });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done', stopReason: 'stopped' });
  expect((await client.call('turn.pending', {})).asks).toEqual([]);
});

it('no mode and no rule makes a question ask for leave first, but a deny rule holds', async () => {
  const { home, model } = await modelHome([asking, { text: 'not asked' }], {
    permissions: { deny: ['AskUserQuestion'] },
  });
  const client = connect(await startBrainIn(home));
  expect((await say(client, { text: 'one' })).text).toBe('not asked');
  expect(heard(model)).toContain('A rule in the settings denies it');
});

it('the list of steps is shown as it changes and is still there after a restart', async () => {
  const todos = (first: string, second: string) => ({
    toolCalls: [
      {
        name: 'TodoWrite',
        args: {
          todos: [
            { content: 'Read the logs', status: first, activeForm: 'Reading the logs' },
            { content: 'Write it up', status: second },
          ],
        },
      },
    ],
  });
  const { home, model } = await modelHome([
    todos('in_progress', 'pending'),
    todos('done', 'pending'),
    todos('completed', 'in_progress'),
    { text: 'done' },
  ]);
  const brain = await startBrainIn(home);
  const { sessionId } = await say(connect(brain), { text: 'one' });
  expect(JSON.stringify(model.chats[2]?.body)).toContain('must be one of');
  await brain.stop();
  const client = connect(await startBrainIn(home));
  const { turns } = await client.call('session.get', { sessionId });
  const lists = turns[0]?.events.filter((event) => event.type === 'todo');
  expect(lists).toMatchObject([
    {
      items: [{ text: 'Read the logs', status: 'in_progress', activeForm: 'Reading the logs' }, {}],
    },
    { items: [{ status: 'completed' }, { text: 'Write it up', status: 'in_progress' }] },
  ]);
  expect(turns[0]?.events.some(({ type }) => type === 'yield')).toBe(false);
});
