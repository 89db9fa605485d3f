import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { type Client, connect, endOf, say } from '../support/brain-client.ts';
import { failNth } from '../support/faulty-files.ts';
import { filesWith } from '../support/files-with.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const FACT = 'The garage code is qz4711.';
/** No file may hold it afterwards; it stands in every sentence that tells the fact, and in no hash or id by chance. */
const TELLING = 'qz4711';

/** A mind that learned a fact in one conversation, heard it again in others, and wrote of it a lot. */
async function taughtHome() {
  const { home } = await modelHome((request) => {
    const { messages } = request.body as { messages: readonly { role: string }[] };
    const body = JSON.stringify(messages.findLast(({ role }) => role === 'user'));
    const acted = messages.at(-1)?.role === 'tool';
    if (body.includes('please forget') && !acted) {
      return { toolCalls: [{ name: 'forget', args: { fact: FACT, everywhere: true } }] };
    }
    if (body.includes('learn this') && !acted) {
      return { toolCalls: [{ name: 'remember', args: { fact: FACT } }] };
    }
    return {
      text: body.includes('please forget')
        ? 'Gone.'
        : 'Noted: the code of the garage is qz4711. Bye.',
    };
  });
  const brain = await startBrainIn(home);
  const client = connect(brain);
  const taught = await say(client, { text: 'learn this: my garage code is qz4711! It is green.' });
  await say(client, { text: 'what is the garage code?' });
  const deleted = await say(client, { text: 'the garage code, qz4711, once more' });
  await client.call('session.delete', { sessionId: deleted.sessionId });
  const { session } = await client.call('session.create', { private: true });
  await say(client, { sessionId: session.sessionId, text: 'garage code qz4711' });
  return { home, brain, client, taught };
}

async function forgetByTool(client: Client, sessionId?: string) {
  const sent = await client.call('chat.send', {
    text: `please forget: ${FACT}`,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  const ask = await client.event('yield', (event) => event.turnId === sent.turnId);
  await client.call('turn.resume', {
    turnId: sent.turnId,
    toolCallId: ask.toolCallId,
    decision: 'allow_once',
  });
  await endOf(client, sent.turnId);
  return { ...sent, ask };
}

it('shows what would go, asks in every mode, and leaves the fact in no file, index or export', async () => {
  const { home, client, brain, taught } = await taughtHome();
  const packed = await client.call('archive.create', {});
  const imported = join(homePaths(home).trash, 'import-1', 'hippocampus', 'knowledge');
  await mkdir(imported, { recursive: true });
  await writeFile(join(imported, 'technical.md'), `# Technical\n\n- ${FACT}\n`);
  const before = await filesWith(home, TELLING);
  expect(before.length).toBeGreaterThan(8);
  await client.call('session.update', { sessionId: taught.sessionId, mode: 'bypassPermissions' });
  const { ask } = await forgetByTool(client, taught.sessionId);
  expect(ask.detail).toContain(`Removes: ${FACT}`);
  expect(ask.detail).toMatch(/Masks it in \d+ files and \d conversations/);

  // A packed mind cannot be masked; it is made again.
  await expect(
    client.call('archive.read', { archiveId: packed.archiveId, offset: 0 }),
  ).rejects.toMatchObject({ data: { code: 'not_found' } });
  await brain.stop();
  expect(await filesWith(home, TELLING)).toEqual([]);
  const again = connect(await startBrainIn(home));
  expect(
    (await again.call('memory.search', { query: 'garage qz4711' })).hits
      .map((hit) => hit.snippet)
      .join(),
  ).not.toContain(TELLING);
  const got = await again.call('session.get', { sessionId: taught.sessionId });
  expect(got.turns).toHaveLength(2);
  expect(got.messages[0]?.text).toContain('[forgotten] It is green.');
  expect(got.session.title).toContain('[forgotten]');
  const { content } = await again.call('session.export', {
    sessionId: taught.sessionId,
    format: 'json',
  });
  expect(JSON.parse(content).turns).toHaveLength(2);
  expect(content).not.toContain(TELLING);
  // The conversation goes on from what is left of it.
  const next = await say(again, { sessionId: taught.sessionId, text: 'go on' });
  expect(next.end.type).toBe('done');
});

it('is undone for a fact that was only taken out of the knowledge files', async () => {
  const { home, client } = await taughtHome();
  const paths = homePaths(home);
  const plan = await client.call('knowledge.forget', { fact: 'garage code', dryRun: true });
  expect(plan.facts.map(({ text }) => text)).toEqual([FACT]);
  expect((await client.call('knowledge.list', {})).facts).toHaveLength(1);
  await client.call('knowledge.forget', { fact: 'garage code' });
  expect((await client.call('knowledge.list', {})).facts).toEqual([]);
  expect(await filesWith(paths.knowledge, TELLING)).toEqual([]);
  expect(await filesWith(join(paths.trash, 'knowledge'), FACT)).toHaveLength(1);
  expect((await filesWith(paths.sessions, TELLING)).length).toBeGreaterThan(0);
});

it('a crash at any write is made up for at the next start', async () => {
  const { home: taught, brain } = await taughtHome();
  await brain.stop();
  const { cp } = await import('node:fs/promises');
  let failures = 0;
  for (let n = 1; n < 400; n += 17) {
    const home = join(taught, '..', `copy-${n}`);
    await cp(taught, home, { recursive: true });
    const ops = failNth(n, { armed: false });
    const broken = await startBrainIn(home, ops);
    const client = connect(broken);
    ops.arm();
    const done = await client.call('knowledge.forget', { fact: FACT, everywhere: true }).then(
      () => true,
      () => false,
    );
    const reached = ops.used() >= n;
    // The power goes here: nothing is tidied up, the next start finds what is there.
    const job = await readFile(homePaths(home).forgetting, 'utf8').catch(() => '');
    await broken.stop();
    if (job !== '') await writeFile(homePaths(home).forgetting, job);
    const next = await startBrainIn(home);
    await next.stop();
    const left = (await filesWith(home, TELLING)).filter((path) => !path.includes('index.db'));
    // Either it was refused before anything was touched, or it is gone from everywhere.
    const begun = job !== '' || done;
    if (begun) expect(left, `write ${n}`).toEqual([]);
    else expect((await filesWith(homePaths(home).knowledge, TELLING)).length).toBe(1);
    failures += reached ? 1 : 0;
    if (!reached) break;
  }
  expect(failures).toBeGreaterThan(3);
});
