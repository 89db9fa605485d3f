import { readdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSessions } from '../../../brain/hippocampus/index.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { systemClock } from '../../../brain/shared/time.ts';
import { createStorage, nodeFileOps } from '../../../brain/storage/index.ts';
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
