import { readdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSessions } from '../../../brain/hippocampus/index.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { systemClock } from '../../../brain/shared/time.ts';
import { createStorage, nodeFileOps } from '../../../brain/storage/index.ts';
import { newSession, openSessions } from '../../support/sessions.ts';
import { tempFolder } from '../../support/temp-home.ts';

it('a session that is deleted while its file is being written does not come back', async () => {
  const paths = homePaths(await tempFolder());
  const slow = Promise.withResolvers<void>();
  let isSlow = false;
  const storage = createStorage({
    ...nodeFileOps,
    async makeFolder(path, mode) {
      if (isSlow && path.startsWith(paths.sessions)) await slow.promise;
      await nodeFileOps.makeFolder(path, mode);
    },
  });
  const deps = { paths, storage, logger: silentLogger, clock: systemClock, epoch: 'e_1' };
  const sessions = createSessions({ ...deps, redactor: createRedactor() });
  const { meta } = await sessions.create({ title: 'x', mode: 'default', workingDir: '/w' });
  isSlow = true;
  const saved = sessions.save(meta.sessionId);
  let isRemoved = false;
  const removed = sessions.remove(meta.sessionId).then(() => {
    isRemoved = true;
  });
  for (let n = 0; n < 1_000 && !isRemoved; n += 1) await turn();
  expect(isRemoved).toBe(false);
  slow.resolve();
  await Promise.all([saved, removed]);
  await storage.settled();
  expect(await readdir(paths.sessions)).toEqual([]);
});

it('what is taken out of a conversation while somebody opens it does not come back from memory', async () => {
  const root = await tempFolder();
  const before = openSessions(root);
  const { meta } = await before.create(newSession);
  const { sessionId } = meta;
  const ref = { sessionId, turnId: 't_1' };
  const startedAt = '2026-01-01T10:00:00.000+00:00';
  const request = { turnId: 't_1', attachments: [], interactive: true, startedAt };
  before.note(ref, { type: 'turn', text: 'the code is 4711', ...request });
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  before.record(ref, { type: 'done', stopReason: 'end', iterations: 1, usage });
  await before.save(sessionId);

  const paths = homePaths(root);
  const storage = createStorage();
  const hasRead = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const deps = { paths, logger: silentLogger, clock: systemClock, epoch: 'e_2' };
  const sessions = createSessions({
    ...deps,
    redactor: createRedactor(),
    storage: {
      ...storage,
      async read(path) {
        const text = await storage.read(path);
        hasRead.resolve();
        await mayGoOn.promise;
        return text;
      },
    },
  });
  await sessions.start();
  const opening = sessions.open(sessionId);
  await hasRead.promise;
  const forget = (text: string) => text.replaceAll('4711', '[forgotten]');
  expect(await sessions.rewrite(sessionId, forget)).toBe('changed');
  mayGoOn.resolve();
  const state = await opening;
  expect(state?.turns.get('t_1')?.request.text).toBe('the code is [forgotten]');
});
