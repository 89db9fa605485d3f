import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  createConsolidation,
  createEpisodeJournal,
  createKnowledge,
} from '../../../brain/hippocampus/index.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { weekOf } from '../../../brain/shared/week.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { tempHome, testClock, testLog } from '../../support/mind-home.ts';

const clock = testClock();

function open(paths: HomePaths) {
  const shared = { paths, storage: createStorage(), clock, redactor: createRedactor() };
  const knowledge = createKnowledge(shared);
  const written: string[] = [];
  const consolidation = createConsolidation({
    ...shared,
    logger: testLog(),
    knowledge,
    modelCalls: async () => new Map([['qwen3:8b@ollama', 4]]),
    onWritten: async (files) => void written.push(...files),
  });
  return { knowledge, consolidation, written, episodes: createEpisodeJournal(shared) };
}

let turns = 0;
async function happened(paths: HomePaths, at: string, userText: string, outcome = 'end') {
  clock.set(at);
  turns += 1;
  const turnId = `t_${String(turns).padStart(26, '0')}`;
  await open(paths).episodes.appendEpisode({
    turn: { sessionId: 's_1', turnId },
    startedAt: clock.now(),
    userText,
    tools: [
      { name: 'Read', outcome: 'success' },
      ...(outcome === 'end' ? [] : [{ name: 'Bash', outcome: 'denial' as const }]),
    ],
    response: 'Done.',
    outcome,
  });
}

async function livedWeek() {
  const paths = await tempHome();
  await happened(paths, '2026-11-09T10:00:00', 'Read the newspaper to me, please');
  await happened(paths, '2026-11-17T09:05:00', 'How do I prune the roses near the greenhouse?');
  await happened(
    paths,
    '2026-11-17T11:00:00',
    'We decided to paint the Greenhouse <!-- green -->.',
  );
  await happened(paths, '2026-11-18T23:59:00', 'I must call Ada about the roses', 'end');
  await happened(paths, '2026-11-22T23:58:00', 'Read the newspaper to me, please', 'stopped');
  const { knowledge } = open(paths);
  await knowledge.remember({
    text: 'The greenhouse is green.',
    topic: 'decisions',
    sessionId: 's_1',
  });
  return paths;
}

it('sums up a week that is over, as in the golden file, and only then', async () => {
  const paths = await livedWeek();
  clock.set('2026-11-22T23:59:00');
  await open(paths).consolidation.catchUp();
  expect(await readdir(paths.consolidated)).toEqual(['2026-W46.md']);
  clock.set('2026-11-23T00:01:00');
  const { consolidation, written } = open(paths);
  await consolidation.catchUp();
  const file = join(paths.consolidated, '2026-W47.md');
  expect(written).toEqual([file]);
  await expect(await readFile(file, 'utf8')).toMatchFileSnapshot('../../golden/week.md');
});

it('making it again changes nothing; what was written down late is added; what is edited is left', async () => {
  const paths = await livedWeek();
  const file = join(paths.consolidated, '2026-W47.md');
  clock.set('2026-11-23T08:00:00');
  await open(paths).consolidation.catchUp();
  const first = await readFile(file, 'utf8');
  const again = open(paths);
  await again.consolidation.catchUp();
  expect(again.written).toEqual([]);
  await happened(paths, '2026-11-22T23:59:00', 'late words', 'interrupted');
  clock.set('2026-11-24T08:00:00');
  await open(paths).consolidation.catchUp();
  const second = await readFile(file, 'utf8');
  expect(second).toContain('late words');
  expect(second).not.toBe(first);
  for (const mine of [second.replace('late words', 'my words'), '', 'mine\n']) {
    await writeFile(file, mine);
    await open(paths).consolidation.catchUp();
    expect(await readFile(file, 'utf8')).toBe(mine);
  }
});

it('missed weeks are made up for, half a year of them at most, and empty ones leave no file', async () => {
  const paths = await livedWeek();
  await happened(paths, '2025-01-10T10:00:00', 'long ago');
  clock.set('2027-03-01T08:00:00');
  await open(paths).consolidation.catchUp();
  expect((await readdir(paths.consolidated)).toSorted()).toEqual(['2026-W46.md', '2026-W47.md']);
});

it('a diary that was edited by hand or is no text at all does not stop it', async () => {
  const paths = await livedWeek();
  await writeFile(join(paths.episodes, '2026-11-19.md'), '\u0000## 10:00 x\n- **User:**\n');
  await mkdir(join(paths.episodes, 'folder.md'));
  clock.set('2026-11-23T08:00:00');
  await open(paths).consolidation.catchUp();
  expect(await readdir(paths.consolidated)).toContain('2026-W47.md');
});

it.each([
  ['2026-01-01', '2026-W01'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2026-03-29', '2026-W13'],
  ['2026-10-25', '2026-W43'],
])('%s lies in week %s', (day, week) => {
  expect(weekOf(new Date(`${day}T12:00:00`)).name).toBe(week);
  expect(weekOf(new Date(`${day}T00:00:00`)).days).toContain(day);
});
