import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { connect, say, startTestBrain } from '../support/brain-client.ts';
import { exportMind, handMade, manifest, sendMind, unpacked } from '../support/mind-archive.ts';
import { tempFolder } from '../support/temp-home.ts';

const brains: Brain[] = [];
afterEach(async () => {
  for (const brain of brains.splice(0)) await brain.stop();
});

async function newMind() {
  const home = join(await tempFolder(), 'home');
  const brain = await startTestBrain(home);
  brains.push(brain);
  return { home, paths: homePaths(home), client: connect(brain) };
}

const manifestFile = { name: 'connectome-mind.json', content: JSON.stringify(manifest) };

it('knows on the second machine what it learned on the first, and both stay in step', async () => {
  const laptop = await newMind();
  const told = await say(laptop.client, { text: 'Remember that the spare key is with Mr. Okafor' });
  const { sessionId } = told;

  const desk = await newMind();
  const first = await sendMind(desk.client, await exportMind(laptop.client));
  const review = await desk.client.call('archive.review', { archiveId: first });
  const transcript = `workspace/hippocampus/sessions/${sessionId}/transcript.jsonl`;
  expect(review.added).toContain(transcript);
  expect(await desk.client.call('session.list', {})).toMatchObject({ sessions: [] });
  await desk.client.call('archive.import', { archiveId: first, replace: true });

  const asked = await say(desk.client, { text: 'where is the spare key?' });
  expect(asked.text).toContain('Okafor');
  const { session, turns } = await desk.client.call('session.get', { sessionId });
  expect(turns).toHaveLength(1);
  expect(session.mode).toBe('default');

  // The conversation goes on at the desk, and comes home again.
  await say(desk.client, { sessionId, text: 'Remember that the cellar is damp' });
  const back = await sendMind(laptop.client, await exportMind(desk.client));
  const imported = await laptop.client.call('archive.import', { archiveId: back, replace: true });
  // The desk wrote a line about where the session works now; after it the laptop's own bytes.
  expect(imported.refused).toEqual([]);
  const home = await laptop.client.call('session.get', { sessionId });
  expect(home.turns).toHaveLength(2);
  const damp = await say(laptop.client, { text: 'what do you know about the cellar?' });
  expect(damp.text).toContain('damp');
});

it('leaves what is here and differs, and keeps a copy where it was told to replace it', async () => {
  const { client, paths } = await newMind();
  const soul = join(paths.identity, 'soul.md');
  const mine = await readFile(soul, 'utf8');
  const archive = await handMade([
    manifestFile,
    { name: 'workspace/identity/soul.md', content: 'Another soul.\n' },
    { name: 'workspace/notes/new.md', content: '# New\n' },
  ]);
  const kept = await client.call('archive.import', { archiveId: await sendMind(client, archive) });
  expect(kept.changed).toEqual(['workspace/identity/soul.md']);
  expect(await readFile(soul, 'utf8')).toBe(mine);
  expect(await readFile(join(paths.workspace, 'notes', 'new.md'), 'utf8')).toBe('# New\n');

  const archiveId = await sendMind(client, archive);
  await client.call('archive.import', { archiveId, replace: true });
  expect(await readFile(soul, 'utf8')).toBe('Another soul.\n');
  const [copy = ''] = (await readdir(paths.trash)).filter((name) => name.startsWith('import-'));
  expect(await readFile(join(paths.trash, copy, 'identity', 'soul.md'), 'utf8')).toBe(mine);
});

it('shows before it takes: the very text that comes in, what is here, and what is no text', async () => {
  const { client, paths } = await newMind();
  const mine = await readFile(join(paths.identity, 'soul.md'), 'utf8');
  const archive = await handMade([
    manifestFile,
    { name: 'workspace/identity/soul.md', content: 'Another soul.\n' },
    { name: 'workspace/notes/new.md', content: '# New\n' },
    // The one that an import takes is the first; the other would only be shown.
    { name: 'workspace/notes/old.md', content: 'harmless', evilName: 'workspace/notes/new.md' },
    { name: 'workspace/notes/long.md', content: `${'x'.repeat(200_001)}` },
    { name: 'workspace/notes/picture.png', content: Buffer.from([0x89, 0x50, 0, 0, 1]) },
  ]);
  const archiveId = await sendMind(client, archive);
  const look = (name: string) =>
    client.call('archive.file', { archiveId, path: `workspace/${name}` });
  expect(await look('identity/soul.md')).toEqual({
    bytes: 14,
    text: 'Another soul.\n',
    before: mine,
    cut: false,
  });
  expect(await look('notes/new.md')).toEqual({ bytes: 6, text: '# New\n', cut: false });
  const long = await look('notes/long.md');
  expect([long.text?.length, long.cut]).toEqual([200_000, true]);
  expect(await look('notes/picture.png')).toEqual({ bytes: 5, cut: false });
  await expect(look('notes/none.md')).rejects.toThrow();
  expect(await readFile(join(paths.identity, 'soul.md'), 'utf8')).toBe(mine);

  const outside = client.call('archive.file', { archiveId, path: '../../etc/passwd' });
  await expect(outside).rejects.toThrow();
});

it('takes nothing from a crafted archive that is not a file of a mind', async () => {
  const { client, paths, home } = await newMind();
  const config = await readFile(paths.config, 'utf8');
  const archive = await handMade([
    manifestFile,
    { name: 'config.json', content: '{}' },
    { name: 'gateway.token', content: 'mine now' },
    { name: 'workspace/.shipped.json', content: '{}' },
    { name: 'workspace/.git/hooks/pre-commit', content: 'rm -rf ~' },
    { name: 'workspace/cortex/index.db', content: 'x' },
    { name: 'workspace/hippocampus/sessions/x/transcript.jsonl', content: 'x' },
    { name: `attachments/${'0'.repeat(64)}`, content: 'not of this hash' },
    { name: 'workspace/link.md', content: '/etc/passwd', mode: 0o120777 },
    { name: 'workspace/a.md', content: 'one' },
    { name: 'workspace/A.md', content: 'two' },
  ]);
  const archiveId = await sendMind(client, archive);
  const done = await client.call('archive.import', { archiveId, replace: true });
  expect(done.added).toEqual(['workspace/a.md']);
  expect(done.refused.map(({ path }) => path)).toEqual([
    'config.json',
    'gateway.token',
    'workspace/.shipped.json',
    'workspace/.git/hooks/pre-commit',
    'workspace/cortex/index.db',
    'workspace/hippocampus/sessions/x/transcript.jsonl',
    `attachments/${'0'.repeat(64)}`,
    'workspace/A.md',
  ]);
  expect(await readFile(paths.config, 'utf8')).toBe(config);
  expect(await readdir(home)).not.toContain('gateway.token');
});

it.each([
  ['a name that climbs out', { name: 'workspace/xx/evil.md', evilName: 'workspace/../evil.md' }],
  ['an absolute name', { name: 'xworkspace/evil.md', evilName: '/workspace/evil.md' }],
])('refuses an archive with %s as a whole', async (_what, file) => {
  const { client, paths } = await newMind();
  const archive = await handMade([manifestFile, { ...file, content: 'evil' }]);
  const archiveId = await sendMind(client, archive);
  await expect(client.call('archive.import', { archiveId })).rejects.toThrow(/cannot be used/);
  expect(await readdir(paths.root)).not.toContain('evil.md');
  expect(await readdir(paths.workspace)).not.toContain('evil.md');
});

it.each([
  ['is no zip', Buffer.from('hello'.repeat(50))],
  ['has no manifest', await handMade([{ name: 'workspace/a.md', content: 'x' }])],
  [
    'was made by a newer program',
    await handMade([{ ...manifestFile, content: JSON.stringify({ ...manifest, v: 99 }) }]),
  ],
  [
    'is damaged',
    await handMade([manifestFile, { name: 'workspace/a.md', content: 'x'.repeat(5000) }]).then(
      // The stored length no longer fits the content.
      (zip) => Buffer.from(zip.toString('latin1').replaceAll('\x88\x13', '\x89\x13'), 'latin1'),
    ),
  ],
])('says why when a file %s', async (_what, archive) => {
  const { client } = await newMind();
  const archiveId = await sendMind(client, archive);
  await expect(client.call('archive.review', { archiveId })).rejects.toThrow(/cannot be used/);
});

it('a session whose transcript is rubbish is not taken in', async () => {
  const { client, paths } = await newMind();
  const sessionId = `s_${'0'.repeat(26)}`;
  const name = `workspace/hippocampus/sessions/${sessionId}/transcript.jsonl`;
  const line = JSON.stringify({ v: 99, seq: 1, type: 'turn', sessionId });
  const archive = await handMade([manifestFile, { name, content: `${line}\n` }]);
  const archiveId = await sendMind(client, archive);
  const done = await client.call('archive.import', { archiveId });
  expect(done.refused[0]?.reason).toContain('newer');
  expect(await readdir(paths.sessions)).toEqual([]);
});

it('packs no settings, no keys and nothing that is derived', async () => {
  const { client, paths } = await newMind();
  await say(client, { text: 'Remember that tea is at five' });
  await mkdir(join(paths.workspace, '.git'), { recursive: true });
  await writeFile(join(paths.workspace, '.git', 'config'), 'mine');
  const names = [...(await unpacked(await exportMind(client))).keys()];
  expect(names).toContain('workspace/identity/soul.md');
  expect(names.some((name) => name.endsWith('transcript.jsonl'))).toBe(true);
  const unwanted = /secret|token|config|index\.db|\.git\/|\.debug|\.shipped|session\.json/;
  expect(names.filter((name) => unwanted.test(name))).toEqual([]);
});

it('pieces that do not follow each other are refused, and half an archive is gone at the next start', async () => {
  const { client, paths, home } = await newMind();
  const data = Buffer.alloc(10).toString('base64');
  const { archiveId } = await client.call('archive.put', { data, offset: 0, totalBytes: 100 });
  const wrong = client.call('archive.put', { archiveId, data, offset: 50, totalBytes: 100 });
  await expect(wrong).rejects.toThrow(/does not follow/);
  await expect(client.call('archive.review', { archiveId })).rejects.toThrow(/no such archive/);
  await brains.pop()?.stop();
  await writeFile(join(paths.archives, 'left-over.zip'), 'x');
  brains.push(await startTestBrain(home));
  expect(await readdir(paths.archives)).toEqual([]);
});

it('of minds that are packed at once only the last one is left, and none when something is forgotten', async () => {
  const { client, paths } = await newMind();
  const { archives } = paths;
  const packed = await Promise.all([1, 2].map(() => client.call('archive.create', {})));
  expect(await readdir(archives)).toEqual([`${packed.at(-1)?.archiveId}.zip`]);
  await Promise.all([
    client.call('archive.create', {}),
    client.call('knowledge.forget', { fact: 'The garage code is 4711', everywhere: true }),
  ]);
  expect(await readdir(archives)).toEqual([]);
});

it('a workspace that is a git repository gets nothing derived to commit', async () => {
  const { client, paths } = await newMind();
  await say(client, { text: 'Remember that tea is at five' });
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.org', ...args], {
      cwd: paths.workspace,
    });
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'my mind');
  await say(client, { text: 'search memory for tea' });
  const { stdout } = await git('status', '--porcelain');
  // The journals of the day are part of the mind; index, snapshots and transcripts are not.
  const changed = stdout.trim().split('\n');
  expect(changed.filter((line) => !/hippocampus\/episodes|basalganglia\//.test(line))).toEqual([]);
});
