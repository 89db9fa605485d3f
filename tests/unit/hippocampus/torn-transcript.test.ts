import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../../brain/shared/home.ts';
import { failNth } from '../../support/faulty-files.ts';
import { newSession, openSessions } from '../../support/sessions.ts';
import { tempFolder } from '../../support/temp-home.ts';

const request = { attachments: [], interactive: true, startedAt: '2026-01-01T10:00:00.000+00:00' };

async function sessionWithTurn(root: string) {
  const sessions = openSessions(root);
  const { meta } = await sessions.create(newSession);
  const ref = { sessionId: meta.sessionId, turnId: 't_1' };
  sessions.note(ref, { type: 'turn', turnId: 't_1', text: 'hello', ...request });
  sessions.record(ref, { type: 'started', text: 'hello' });
  const file = join(homePaths(root).sessions, meta.sessionId, 'transcript.jsonl');
  return { sessions, ref, file };
}

it('opens a session whose last line was torn by a crash, and keeps counting without a gap', async () => {
  const root = await tempFolder();
  const { ref, file } = await sessionWithTurn(root);
  await appendFile(file, '{"v":1,"seq":2,"type":"conte');
  const sessions = openSessions(root, 'e_2');
  expect(await sessions.start()).toEqual([ref.sessionId]);
  const event = sessions.record(ref, { type: 'content', text: 'hi' });
  expect(event.seq).toBe(2);
  const again = await openSessions(root, 'e_3').open(ref.sessionId);
  expect(again?.turns.get('t_1')?.events.map(({ type }) => type)).toEqual(['started', 'content']);
});

it('leaves a transcript of a newer format untouched', async () => {
  const root = await tempFolder();
  const { ref, file } = await sessionWithTurn(root);
  const newer = (await readFile(file, 'utf8')).replaceAll('"v":1', '"v":2');
  await writeFile(file, newer);
  const sessions = openSessions(root, 'e_2');
  await sessions.start();
  await expect(sessions.open(ref.sessionId)).rejects.toThrow(/newer Connectome/);
  expect(await readFile(file, 'utf8')).toBe(newer);
});

it('rebuilds session.json from the transcript when it is missing, damaged or out of date', async () => {
  const root = await tempFolder();
  const { sessions, ref, file } = await sessionWithTurn(root);
  await sessions.change(ref.sessionId, { title: 'Renamed' });
  const derived = join(file, '..', 'session.json');
  for (const damage of [
    () => rm(derived),
    () => writeFile(derived, '{"title":"Old"'),
    () => writeFile(derived, ''),
  ]) {
    await damage();
    const fresh = openSessions(root, 'e_2');
    await fresh.start();
    expect(fresh.summary(ref.sessionId)?.title).toBe('Renamed');
  }
});

it('never gives a seq to an event that could not be stored, so that a retry leaves no gap', async () => {
  for (let n = 1; n <= 3; n += 1) {
    const root = await tempFolder();
    const { ref } = await sessionWithTurn(root);
    const sessions = openSessions(root, 'e_2', failNth(n, { tear: true }));
    await sessions.open(ref.sessionId);
    const told: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      try {
        told.push(sessions.record(ref, { type: 'content', text: `text ${i}` }).seq);
      } catch {
        // The full disk of this round; the next event must take the same place.
      }
    }
    expect(told).toEqual([2, 3, 4]);
    const stored = await openSessions(root, 'e_3').open(ref.sessionId);
    expect(stored?.turns.get('t_1')?.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  }
});
