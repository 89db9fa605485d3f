/**
 * The last good settings on the disk, so that a restart with a broken `config.json` still knows the
 * owner's `deny` rules and limits. Derived: deleting it loses nothing while `config.json` is whole.
 */
import { type Config, configSchema } from '../../protocol/index.ts';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import type { Storage } from '../storage/index.ts';

const LAST_GOOD_VERSION = 1;

export async function readLastGood(
  path: string,
  storage: Storage,
  logger: Logger,
): Promise<Config | undefined> {
  try {
    const text = await storage.read(path);
    if (text === undefined) return undefined;
    const file: unknown = JSON.parse(text);
    if (typeof file !== 'object' || file === null || !('v' in file) || !('config' in file)) {
      throw new Error('not a record of settings');
    }
    if (file.v !== LAST_GOOD_VERSION) throw new Error(`version ${String(file.v)} is unknown`);
    return configSchema.parse(file.config);
  } catch (thrown) {
    logger.warn('the last good settings could not be read; the defaults stand in for them', {
      path,
      reason: messageOf(thrown),
    });
    return undefined;
  }
}

export async function writeLastGood(path: string, storage: Storage, config: Config): Promise<void> {
  await storage.write(path, `${JSON.stringify({ v: LAST_GOOD_VERSION, config }, null, 2)}\n`);
}
