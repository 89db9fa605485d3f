/**
 * The last good version of each SKILL.md, over restarts: a file that was broken while nobody ran must lose
 * neither its skill nor the patterns by which it guards its owner. Derived; what is deleted is made again
 * from the files that are good.
 */
import { join } from 'node:path';
import { readableNames } from '../../shared/folder.ts';
import type { Logger } from '../../shared/log.ts';
import { createQueues } from '../../shared/queue.ts';
import { messageOf } from '../../shared/result.ts';
import type { Storage } from '../../storage/index.ts';
import { parseSkill, type Skill } from '../skill-file.ts';

export interface LastGood {
  /** Undefined: it never was good, as far as anybody knows. */
  of(folder: string): Promise<Skill | undefined>;
  /** Keeps it in the background; failing costs no more than the copy. */
  keep(folder: string, text: string): void;
  /** Forgets the copies of skills that are not there any more. */
  only(folders: readonly string[]): void;
  /** Resolves when all is kept that was given so far. */
  settled(): Promise<void>;
}

const ENDING = '.md';

export async function openLastGood(deps: {
  /** `skills.good` of the home. */
  readonly folder: string;
  readonly storage: Pick<Storage, 'read' | 'write' | 'remove'>;
  readonly logger: Logger;
}): Promise<LastGood> {
  const { storage, logger } = deps;
  const pathOf = (folder: string): string => join(deps.folder, `${folder}${ENDING}`);
  const queues = createQueues();
  const names = await readableNames(deps.folder);
  /** The text of each copy, as far as it was seen since the start. */
  const known = new Map<string, string | undefined>(
    names.flatMap((name) =>
      name.endsWith(ENDING) ? [[name.slice(0, -ENDING.length), undefined]] : [],
    ),
  );

  function later(folder: string, work: () => Promise<void>): void {
    queues.run(folder, work).catch((thrown: unknown) => {
      known.delete(folder);
      logger.warn('the last good version of a skill is not kept', {
        folder,
        reason: messageOf(thrown),
      });
    });
  }

  return {
    async of(folder) {
      if (!known.has(folder)) return undefined;
      const text = await storage.read(pathOf(folder));
      const parsed = text === undefined ? undefined : parseSkill(text);
      return parsed?.ok === true ? parsed.value : undefined;
    },
    keep(folder, text) {
      if (known.get(folder) === text) return;
      const isNew = !known.has(folder);
      known.set(folder, text);
      later(folder, async () => {
        if (isNew || (await storage.read(pathOf(folder))) !== text) {
          await storage.write(pathOf(folder), text);
        }
      });
    },
    only(folders) {
      for (const folder of [...known.keys()]) {
        if (folders.includes(folder)) continue;
        known.delete(folder);
        later(folder, () => storage.remove(pathOf(folder)));
      }
    },
    settled: queues.settled,
  };
}
