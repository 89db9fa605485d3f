import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCorpus } from '../../../brain/corpus/index.ts';
import type { CorpusEvents } from '../../../brain/regions.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempHome, testClock, testLog } from '../../support/mind-home.ts';

function open(paths: HomePaths, storage = createStorage()) {
  const clock = testClock('2026-11-21T23:59:00');
  const logger = testLog();
  const corpus = createCorpus({ paths, storage, clock, redactor: createRedactor(), logger });
  return { corpus, clock, logger };
}

/** Put together here, so that no scanner takes this file for a leak. */
const looksLikeKey = ['sk', 'ant', 'a1b2'.repeat(8)].join('-');
const turn = { sessionId: 's_1', turnId: 't_1' };

it('writes one line of JSON per event, in the shape of the golden file', async () => {
  const paths = await tempHome();
  const { corpus } = open(paths);
  corpus.emit('turn.started', { turn });
  corpus.emit('provider.health', {
    provider: 'claude',
    state: 'misconfigured',
    message: `bad key "${looksLikeKey}"\nline two`,
  });
  corpus.emit('turn.ended', { turn, outcome: 'end', ms: 1234 });
  await corpus.close();
  const text = await readFile(join(paths.corpus, '2026-11-21.jsonl'), 'utf8');
  expect(text).not.toContain(looksLikeKey);
  // The offset of the machine that runs the test is no part of the format.
  await expect(text.replace(/[+-]\d\d:\d\d"/g, '+00:00"')).toMatchFileSnapshot(
    '../../golden/corpus.jsonl',
  );
});

it('a private key in an event does not tear its line', async () => {
  const paths = await tempHome();
  const { corpus } = open(paths);
  corpus.emit('provider.health', {
    provider: 'a',
    state: 'b',
    message: '-----BEGIN PRIVATE KEY-----\nabc',
  });
  await corpus.close();
  const text = await readFile(join(paths.corpus, '2026-11-21.jsonl'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ v: 1, name: 'provider.health', message: '[masked]' });
});

it('ten thousand changed files do not make a line of a megabyte', async () => {
  const paths = await tempHome();
  const { corpus } = open(paths);
  const many = Array.from({ length: 10_000 }, (_, index) => `notes/${index}.md`);
  let heard = 0;
  corpus.on('workspace.changed', (news) => {
    heard = news.paths.length;
  });
  corpus.emit('workspace.changed', { paths: many });
  await corpus.close();
  expect((await readFile(join(paths.corpus, '2026-11-21.jsonl'), 'utf8')).length).toBeLessThan(
    5000,
  );
  expect(heard).toBe(10_000);
});

it('a listener that throws hurts neither the emitter nor the other listeners', async () => {
  const { corpus, logger } = open(await tempHome());
  const heard: string[] = [];
  corpus.on('turn.started', () => {
    throw new Error('broken listener');
  });
  const listener = (news: CorpusEvents['turn.started']) => heard.push(news.turn.turnId);
  const off = corpus.on('turn.started', listener);
  corpus.on('turn.started', listener);
  corpus.emit('turn.started', { turn });
  off();
  corpus.emit('turn.started', { turn });
  expect(heard).toEqual(['t_1', 't_1', 't_1']);
  expect(logger.lines.join()).toContain('broken listener');
  await corpus.close();
});

it('a full disk never reaches the emitter, is logged once, and later news is written', async () => {
  const paths = await tempHome();
  const full = { ...failNth(0), append: failNth(1).append };
  const { corpus, logger } = open(paths, createStorage(full));
  corpus.emit('turn.started', { turn });
  corpus.emit('turn.ended', { turn, outcome: 'end', ms: 1 });
  await corpus.close();
  expect(logger.lines.filter((line) => line.includes('disk is full'))).toHaveLength(1);
  const text = await readFile(join(paths.corpus, '2026-11-21.jsonl'), 'utf8');
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name),
  ).toEqual(['turn.ended']);
});

it('a folder that was deleted meanwhile is made again', async () => {
  const paths = await tempHome();
  const { corpus } = open(paths);
  await rm(paths.corpus, { recursive: true });
  corpus.emit('turn.started', { turn });
  await corpus.close();
  expect(await readdir(paths.corpus)).toEqual(['2026-11-21.jsonl']);
});

it('removes logs of more than 30 days at the start and at midnight, and nothing else', async () => {
  const paths = await tempHome();
  const put = (name: string) => writeFile(join(paths.corpus, name), '');
  for (const name of ['2026-10-21.jsonl', '2026-10-22.jsonl', 'notes.md', '2026-01-01.md']) {
    await put(name);
  }
  const first = open(paths);
  await first.corpus.close();
  expect(await readdir(paths.corpus)).toEqual(['2026-01-01.md', '2026-10-22.jsonl', 'notes.md']);
  const second = open(paths);
  second.clock.set('2026-11-22T00:00:01');
  second.corpus.emit('turn.started', { turn });
  await second.corpus.close();
  expect(await readdir(paths.corpus)).toEqual(['2026-01-01.md', '2026-11-22.jsonl', 'notes.md']);
});
