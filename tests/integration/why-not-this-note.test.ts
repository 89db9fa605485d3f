/** "Why?" must have an answer for every note, and for as long as the conversation is there. */
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { type Client, connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

async function mind(client: Client, notes: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(notes)) {
    await client.call('workspace.write', { path, content });
  }
}

const dog = 'The dog Rex was born in Bern and is afraid of thunder, fireworks and the postman.';
const knowledge = (name: string): string => `hippocampus/knowledge/${name}.md`;

it('says of each note why it was in or out', async () => {
  const { home } = await modelHome([{ text: 'Thunder.' }], {
    context: { caps: { identity: 6000, prefrontal: 4000, memory: 260, skills: 6000 } },
  });
  const client = connect(await startBrainIn(home));
  await mind(client, {
    [knowledge('pets')]: `# Pets\n\n## Rex\n\n${dog}\n`,
    [knowledge('twin')]: `# Twin\n\n## Rex\n\n${dog}\n`,
    [knowledge('walks')]:
      `# Walks\n\n${'The dog Rex walks along the river in the morning. '.repeat(13)}\n`,
    [knowledge('tax')]: '# Tax\n\nForms are due in May.\n',
    [knowledge('blank')]: '---\ntags: [x]\n---\n<!-- nothing -->\n',
  });
  const first = await say(client, { text: 'What is the dog Rex afraid of?' });
  const { sessionId, turnId } = first;
  const ask = async (path: string) =>
    (await client.call('snapshot.explain', { sessionId, turnId, path })).answers;

  const [pets] = await ask(knowledge('pets'));
  const [twin] = await ask(knowledge('twin'));
  const [sent, left] = pets?.outcome === 'included' ? [pets, twin] : [twin, pets];
  expect(sent).toMatchObject({ outcome: 'included', category: 'memory' });
  expect(sent?.score).toBeGreaterThan(0.3);
  expect(left).toMatchObject({ outcome: 'dropped', reason: `near-duplicate of ${sent?.path}` });
  expect(await ask(knowledge('walks'))).toMatchObject([
    { outcome: 'dropped', reason: 'over budget' },
  ]);
  expect(await ask(knowledge('tax'))).toEqual([
    { path: knowledge('tax'), outcome: 'no_common_words' },
  ]);
  expect(await ask(knowledge('blank'))).toMatchObject([{ outcome: 'empty' }]);
  expect(await ask(knowledge('gone'))).toMatchObject([{ outcome: 'no_file' }]);
  expect(await ask('../../../etc/passwd')).toMatchObject([{ outcome: 'no_file' }]);
  expect(await ask('identity/soul.md')).toMatchObject([{ outcome: 'included' }]);
  expect(await ask('cerebellum/git/SKILL.md')).toMatchObject([
    { outcome: 'included', heading: 'index' },
  ]);

  // What came later is told apart from what was overlooked.
  await mind(client, { [knowledge('vet')]: '# Vet\n\nThe dog Rex sees Dr Moser on Friday.\n' });
  expect(await ask(knowledge('vet'))).toMatchObject([{ outcome: 'not_there_then' }]);

  // By words: every note that has them, the conversation's own diary among them.
  const { answers } = await client.call('snapshot.explain', { sessionId, turnId, query: 'Rex' });
  const outcomes = new Map(answers.map(({ path, outcome }) => [path, outcome]));
  expect(outcomes.get(knowledge('walks'))).toBe('dropped');
  expect(outcomes.get(knowledge('vet'))).toBe('not_there_then');
  expect([...outcomes.values()]).toContain('own_conversation');
  // What a search finds beside them (the next section of a note) does not have the word.
  await mind(client, {
    'garden.md': '# Garden\n\n## Roses\n\nCut in March.\n\n## Shears\n\nIn the shed.\n',
  });
  const roses = await client.call('snapshot.explain', { sessionId, turnId, query: 'roses' });
  expect(roses.answers.map(({ heading }) => heading)).toEqual(['Garden › Roses']);

  // Search would also find what means the same in another language; whoever asks "why not dog?" means dog.
  await mind(client, { [knowledge('hund')]: '# Hund\n\nDer Hund bellt.\n' });
  const dogs = await client.call('snapshot.explain', { sessionId, turnId, query: 'dog walks' });
  const named = dogs.answers.map(({ path }) => path);
  expect(named).toContain(knowledge('walks'));
  expect(named).not.toContain(knowledge('hund'));
  expect(named).not.toContain(knowledge('tax'));
  const { hits } = await client.call('memory.search', { query: 'dog' });
  expect(hits.map(({ path }) => path)).toContain(knowledge('hund'));

  // In the next turn the note stands in the conversation already.
  const second = await say(client, {
    sessionId,
    text: 'Say again: what is the dog Rex afraid of?',
  });
  const again = await client.call('snapshot.explain', {
    sessionId,
    turnId: second.turnId,
    path: sent?.path,
  });
  expect(again.answers).toMatchObject([{ outcome: 'visible' }]);
  await expect(client.call('snapshot.explain', { sessionId, turnId })).rejects.toThrow();
});

it('still answers when the snapshots are gone and the brain has started anew', async () => {
  const { home } = await modelHome([
    { toolCalls: [{ name: 'Glob', args: { pattern: '*' } }] },
    { text: 'Done.' },
  ]);
  const brain = await startBrainIn(home);
  const { sessionId, turnId } = await say(connect(brain), { text: 'Look around' });
  await brain.stop();
  await rm(homePaths(home).snapshots, { recursive: true });
  const client = connect(await startBrainIn(home));
  expect((await client.call('snapshot.list', { turnId })).snapshots).toEqual([]);
  const { text, calls } = await client.call('snapshot.record', { sessionId, turnId });
  expect(text).toBe('Look around');
  expect(calls.map(({ call, attempt }) => [call, attempt])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  for (const record of calls) {
    expect(record).toMatchObject({ provider: 'first', model: 'test-openai' });
    expect(record.requestHash).toMatch(/^[0-9a-f]{64}$/);
    expect(record.budget.identity?.used).toBeGreaterThan(0);
    expect(record.included.map(({ path }) => path)).toContain('identity/soul.md');
  }
  const { answers } = await client.call('snapshot.explain', {
    sessionId,
    turnId,
    call: 1,
    path: 'identity/soul.md',
  });
  expect(answers).toMatchObject([{ outcome: 'included' }]);
  await expect(
    client.call('snapshot.explain', { sessionId, turnId, call: 7, path: 'identity/soul.md' }),
  ).rejects.toMatchObject({ data: { code: 'not_found' } });
});
