/** What is known of each server, kept on the disk: one file for each. */
import { join } from 'node:path';
import { messageOf } from '../../shared/result.ts';
import type { ServersDeps } from './deps.ts';
import { serverKey } from './names.ts';
import { emptyRecord, formatRecord, parseRecord, type ServerRecord } from './record.ts';

export interface Records {
  of(name: string): Promise<ServerRecord>;
  keep(record: ServerRecord): void;
  remove(name: string): Promise<void>;
  /** All that was to be kept is. */
  settled(): Promise<void>;
}

export function createRecords({
  paths,
  storage,
  logger,
}: Pick<ServersDeps, 'paths' | 'storage' | 'logger'>): Records {
  let keeping: Promise<void> = Promise.resolve();
  const fileOf = (name: string): string => join(paths.mcp, `${serverKey(name)}.json`);

  return {
    async of(name) {
      try {
        const text = await storage.read(fileOf(name));
        const record = text === undefined ? undefined : parseRecord(text);
        return record?.name === name ? record : emptyRecord(name);
      } catch (thrown) {
        logger.warn('what is kept of a server cannot be read', { name, reason: messageOf(thrown) });
        return emptyRecord(name);
      }
    },
    keep(record) {
      const written = storage.write(fileOf(record.name), formatRecord(record));
      keeping = Promise.all([keeping, written]).then(
        () => {},
        (thrown: unknown) => {
          logger.warn('what is known of a server was not kept', {
            name: record.name,
            reason: messageOf(thrown),
          });
        },
      );
    },
    remove: async (name) => void (await storage.remove(fileOf(name))),
    settled: () => keeping,
  };
}
