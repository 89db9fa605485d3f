/** Keeps what was sent to models as files, up to a total size, oldest out first. */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SnapshotSummary } from '../../protocol/index.ts';
import type { Prefrontal, SnapshotInput } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Clock, fileStamp, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { formatSnapshot, parseSnapshot } from './snapshot-format.ts';

export const MAX_SNAPSHOT_BYTES = 200 * 1024 * 1024;
/** The front matter is in here; the rest of a snapshot is not read for a list. */
const HEAD_BYTES = 4_096;

export interface SnapshotDeps {
  readonly folder: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly maxBytes: number;
}

export type Snapshots = Pick<
  Prefrontal,
  'writeSnapshot' | 'settled' | 'listSnapshots' | 'getSnapshot'
>;

/** By then an answer from near by has begun, and one from far away is still long in coming. */
const OUT_OF_THE_WAY_MS = 250;

export function createSnapshots(deps: SnapshotDeps): Snapshots {
  const { folder, storage, logger } = deps;
  const summaries = new Map<string, SnapshotSummary | undefined>();
  /** Bytes of each file, oldest first; read from the folder once. */
  let sizes: Map<string, number> | undefined;
  let total = 0;
  /** Writes one after the other, so that the sum of the sizes is right. */
  let writing: Promise<void> = Promise.resolve();
  /** Aborts when somebody wants to see what was written. */
  let hurry = new AbortController();

  function written(): Promise<void> {
    hurry.abort();
    hurry = new AbortController();
    return writing;
  }

  async function write(id: string, at: Date, input: SnapshotInput): Promise<void> {
    try {
      const text = formatSnapshot(input, {
        at: isoLocal(at),
        mask: (part) => deps.redactor.all(part),
      });
      await storage.write(join(folder, `${id}.md`), text);
      const known = await knownSizes();
      const bytes = Buffer.byteLength(text);
      total += bytes - (known.get(id) ?? 0);
      known.set(id, bytes);
      summaries.set(id, parseSnapshot(id, text));
      await makeRoom(known);
    } catch (thrown) {
      logger.error('snapshot: could not be written', { snapshot: id, reason: messageOf(thrown) });
    }
  }

  async function knownSizes(): Promise<Map<string, number>> {
    if (sizes !== undefined) return sizes;
    const found = new Map<string, number>();
    for (const id of (await ids()).toSorted()) {
      const bytes = await sizeOf(id);
      if (bytes !== undefined) found.set(id, bytes);
    }
    sizes = found;
    total = [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
    return found;
  }

  async function sizeOf(id: string): Promise<number | undefined> {
    try {
      return (await stat(join(folder, `${id}.md`))).size;
    } catch {
      // Removed by hand meanwhile.
      return undefined;
    }
  }

  async function makeRoom(known: Map<string, number>): Promise<void> {
    for (const [id, bytes] of known) {
      // The newest one stays, however large it is.
      if (total <= deps.maxBytes || known.size === 1) return;
      await storage.remove(join(folder, `${id}.md`));
      known.delete(id);
      summaries.delete(id);
      total -= bytes;
    }
  }

  async function ids(): Promise<readonly string[]> {
    try {
      return (await readdir(folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.slice(0, -'.md'.length))
        .filter(isSnapshotId);
    } catch (thrown) {
      const code = codeOf(thrown);
      if (code === 'ENOENT' || code === 'ENOTDIR') return [];
      throw thrown;
    }
  }

  async function summaryOf(id: string): Promise<SnapshotSummary | undefined> {
    if (summaries.has(id)) return summaries.get(id);
    const summary = parseSnapshot(id, await head(id));
    summaries.set(id, summary);
    return summary;
  }

  async function head(id: string): Promise<string> {
    try {
      const file = await open(join(folder, `${id}.md`));
      try {
        const buffer = Buffer.alloc(HEAD_BYTES);
        const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0);
        return buffer.toString('utf8', 0, bytesRead);
      } finally {
        await file.close();
      }
    } catch (thrown) {
      logger.warn('snapshot: could not be read', { snapshot: id, reason: messageOf(thrown) });
      return '';
    }
  }

  return {
    writeSnapshot(input) {
      const at = deps.clock.now();
      const id = snapshotId(at, input);
      // Written behind the request's back: neither the model nor the first words of its answer wait
      // for the disk or for the text.
      const { signal } = hurry;
      const gone = pause(OUT_OF_THE_WAY_MS, undefined, { signal }).catch(() => undefined);
      writing = writing.then(() => gone).then(() => write(id, at, input));
      return Promise.resolve(id);
    },
    settled: written,
    async listSnapshots({ sessionId, turnId, limit }) {
      await written();
      const found: SnapshotSummary[] = [];
      for (const id of (await ids()).toSorted().toReversed()) {
        if (found.length >= limit) break;
        const summary = await summaryOf(id);
        if (summary === undefined) continue;
        if (sessionId !== undefined && summary.sessionId !== sessionId) continue;
        if (turnId !== undefined && summary.turnId !== turnId) continue;
        found.push(summary);
      }
      return found;
    },
    async getSnapshot(id) {
      if (!isSnapshotId(id)) return undefined;
      await written();
      const markdown = await storage.read(join(folder, `${id}.md`));
      const snapshot = markdown === undefined ? undefined : parseSnapshot(id, markdown);
      return markdown === undefined || snapshot === undefined ? undefined : { snapshot, markdown };
    },
  };
}

/** Only this shape becomes part of a path. */
function isSnapshotId(id: string): boolean {
  return /^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.\d{3}-[0-9a-z-]{1,60}$/.test(id);
}

/** `2026-11-21_09-05-07.123-4f2k9x-1`: when, which turn, which call, which attempt beyond the first. */
function snapshotId(at: Date, { turn, call, attempt }: SnapshotInput): string {
  const time = fileStamp(at);
  const tail = turn.turnId
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .slice(-6);
  const suffix = [tail, call, ...(attempt > 1 ? [attempt] : [])].join('-');
  return `${time}-${suffix}`;
}
