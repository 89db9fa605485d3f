/**
 * The default mind that ships with the program, and what became of it in this home.
 *
 * A default is copied once. From then on the file is the owner's: it is never overwritten, and one
 * that he deleted stays deleted. When a later version ships another text, it is offered.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { HomePaths } from '../shared/home.ts';
import { hashOf } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';

const SHIPPED_VERSION = 1;

/** `files`: by path, the hash of the shipped text that was copied, accepted or turned down last. */
const shippedFile = z.object({
  version: z.literal(SHIPPED_VERSION),
  files: z.record(z.string(), z.string()),
});
type Shipped = z.infer<typeof shippedFile>['files'];

export interface DefaultOffer {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Of the text on offer. */
  readonly hash: string;
}

export interface DefaultMindDeps {
  readonly paths: Pick<HomePaths, 'workspace' | 'trash'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The folder `workspace/` of the program. */
  readonly shippedFolder: string;
}

export interface DefaultMind {
  /** Copies defaults that this home has never had. Returns their paths. */
  install(): Promise<readonly string[]>;
  offers(): Promise<readonly DefaultOffer[]>;
  /**
   * Takes an offer or turns it down for good. What it replaces is kept in the home's trash folder.
   * `conflict`: this is not what is on offer (any more).
   */
  decide(
    path: string,
    hash: string,
    accept: boolean,
  ): Promise<Result<void, 'not_found' | 'conflict'>>;
}

interface ShippedText {
  readonly path: string;
  readonly text: string;
  readonly hash: string;
}

export function createDefaultMind(deps: DefaultMindDeps): DefaultMind {
  const { paths, storage, clock, logger, shippedFolder } = deps;
  const record = join(paths.workspace, '.shipped.json');

  async function shippedTexts(): Promise<readonly ShippedText[]> {
    const entries = await readdir(shippedFolder, { recursive: true, withFileTypes: true });
    const texts: ShippedText[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const full = join(entry.parentPath, entry.name);
      const path = relative(shippedFolder, full).split(sep).join('/');
      const text = await readFile(full, 'utf8');
      texts.push({ path, text, hash: hashOf(text) });
    }
    return texts.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Undefined when the record cannot be understood; then nothing is known about any file. */
  function shippedIn(text: string | undefined): Shipped | undefined {
    try {
      return text === undefined ? {} : shippedFile.parse(JSON.parse(text)).files;
    } catch (thrown) {
      return unusable(thrown);
    }
  }

  const readRecord = (): Promise<Shipped | undefined> =>
    storage.read(record).then(shippedIn, unusable);

  function unusable(thrown: unknown): undefined {
    logger.error('the record of shipped defaults cannot be used; it is left as it is', {
      path: record,
      reason: messageOf(thrown),
    });
  }

  async function remember(changes: Shipped): Promise<void> {
    await storage.update(record, (text) => {
      const known = shippedIn(text);
      if (known === undefined) return undefined;
      const files = Object.fromEntries(
        Object.entries({ ...known, ...changes }).sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      return `${JSON.stringify({ version: SHIPPED_VERSION, files }, null, 2)}\n`;
    });
  }

  const inHome = (path: string): string => join(paths.workspace, ...path.split('/'));

  async function offers(): Promise<readonly DefaultOffer[]> {
    const known = await readRecord();
    if (known === undefined) return [];
    const found: DefaultOffer[] = [];
    for (const { path, hash } of await shippedTexts()) {
      if (known[path] === hash) continue;
      const owners = await storage.read(inHome(path));
      // A deleted file was a decision; one that is equal needs no offer.
      if (owners !== undefined && hashOf(owners) !== hash) found.push({ path, hash });
    }
    return found;
  }

  return {
    async install() {
      const known = await readRecord();
      if (known === undefined) return [];
      const copied: string[] = [];
      const changes: Record<string, string> = {};
      for (const { path, text, hash } of await shippedTexts()) {
        let same = false;
        try {
          await storage.update(inHome(path), (current) => {
            same = current !== undefined && hashOf(current) === hash;
            if (current !== undefined || Object.hasOwn(known, path)) return undefined;
            copied.push(path);
            return text;
          });
        } catch (thrown) {
          // Not in the record, so the next start tries again; a mind without it still works.
          logger.error('a default file could not be copied', { path, reason: messageOf(thrown) });
          if (copied.at(-1) === path) copied.pop();
          continue;
        }
        if ((same || copied.at(-1) === path) && known[path] !== hash) changes[path] = hash;
      }
      try {
        if (Object.keys(changes).length > 0) await remember(changes);
      } catch (thrown) {
        logger.error('the copied defaults could not be noted', { reason: messageOf(thrown) });
      }
      return copied;
    },
    offers,
    async decide(path, hash, accept) {
      const shipped = (await shippedTexts()).find((one) => one.path === path);
      if (shipped === undefined) return err('not_found');
      const offered = (await offers()).some((offer) => offer.path === path);
      if (shipped.hash !== hash || !offered) return err('conflict');
      if (accept) {
        const stamp = isoLocal(clock.now()).replaceAll(':', '-');
        await storage.update(inHome(path), async (current) => {
          if (current !== undefined) {
            const kept = join(paths.trash, `${path.replaceAll('/', '~')}.${stamp}`);
            await storage.write(kept, current);
          }
          return shipped.text;
        });
      }
      await remember({ [path]: hash });
      return ok(undefined);
    },
  };
}
