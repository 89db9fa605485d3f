import { createSessions, type Sessions } from '../../brain/hippocampus/index.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { createRedactor } from '../../brain/shared/redact.ts';
import { systemClock } from '../../brain/shared/time.ts';
import { createStorage, type FileOps } from '../../brain/storage/index.ts';

/** The sessions of a home as a brain that starts now would see them. */
export function openSessions(
  root: string,
  epoch = 'e_1',
  ops?: FileOps,
  clock = systemClock,
): Sessions {
  return createSessions({
    paths: homePaths(root),
    storage: createStorage(ops),
    clock,
    logger: silentLogger,
    redactor: createRedactor(),
    epoch,
  });
}

export const newSession = { title: 'Test', mode: 'default', workingDir: '/tmp/x' } as const;
