/**
 * How looking for updates has gone so far. A program that is not updated any more looks like one that is up
 * to date: what fails for long is told, and what was loaded but never became the running version.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Storage } from '../../brain/storage/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Nobody is told of a night without a network, or of a laptop that was in a bag for some days. */
const PATIENCE_MS = 7 * DAY_MS;
/** A system that was switched off in a hurry installs nothing; more often it is no accident. */
const STARTS_IN_VAIN = 3;

const time = z.iso.datetime();
const updateMemory = z.object({
  version: z.literal(1),
  /** Since when nothing went well. */
  failingSince: time.optional(),
  toldAt: time.optional(),
  /** Loaded, to be installed when the program is quit; and how often it was started without it since. */
  loaded: z.object({ version: z.string().max(100), starts: z.number().int().min(0) }).optional(),
});
export type UpdateMemory = Omit<z.infer<typeof updateMemory>, 'version'>;

export type Trouble =
  | { readonly kind: 'failing'; readonly since: Date }
  | { readonly kind: 'notInstalled'; readonly version: string };

interface Step {
  readonly memory: UpdateMemory;
  /** To be told now. */
  readonly trouble?: Trouble;
}

/** At a start of `running`. */
export function afterStart(memory: UpdateMemory, running: string): Step {
  const { loaded, ...rest } = memory;
  if (loaded === undefined) return { memory };
  if (loaded.version === running) return { memory: rest };
  const starts = loaded.starts + 1;
  const next = { ...rest, loaded: { ...loaded, starts } };
  // Once: the same words at each start would be the next annoyance.
  if (starts !== STARTS_IN_VAIN) return { memory: next };
  return { memory: next, trouble: { kind: 'notInstalled', version: loaded.version } };
}

/** Nothing newer is published. */
export function afterNothingNew({ loaded }: UpdateMemory): UpdateMemory {
  return loaded === undefined ? {} : { loaded };
}

export function afterLoaded({ loaded }: UpdateMemory, version: string): UpdateMemory {
  return { loaded: loaded?.version === version ? loaded : { version, starts: 0 } };
}

export function afterFailure(memory: UpdateMemory, now: Date): Step {
  const { failingSince = now.toISOString(), toldAt } = memory;
  const next = { ...memory, failingSince };
  const isLong = now.getTime() - Date.parse(failingSince) >= PATIENCE_MS;
  const wasTold = toldAt !== undefined && now.getTime() - Date.parse(toldAt) < PATIENCE_MS;
  if (!isLong || wasTold) return { memory: next };
  return {
    memory: { ...next, toldAt: now.toISOString() },
    trouble: { kind: 'failing', since: new Date(failingSince) },
  };
}

const fileOf = (home: string): string => join(home, 'electron', 'updates.json');

/** Empty the first time, and when the file is broken. */
export async function readUpdateMemory(storage: Storage, home: string): Promise<UpdateMemory> {
  try {
    const text = await storage.read(fileOf(home));
    const { version: _version, ...memory } = updateMemory.parse(JSON.parse(text ?? ''));
    return memory;
  } catch {
    // Counting begins anew.
    return {};
  }
}

export async function writeUpdateMemory(
  storage: Storage,
  home: string,
  memory: UpdateMemory,
): Promise<void> {
  await storage.write(fileOf(home), `${JSON.stringify({ version: 1, ...memory })}\n`);
}
