import { type FileOps, nodeFileOps } from '../../brain/storage/index.ts';

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: made to fail by the test`), { code });
}

export interface FaultOptions {
  readonly code?: string;
  readonly tear?: boolean;
  /** False: calls count only after `arm()`. */
  readonly armed?: boolean;
}

/** The operation, the path without ids and dates, and the type of the record that is written. */
function siteOf(operation: string, path: string, data: unknown): string {
  const record = typeof data === 'string' ? /"type":"(\w+)"/.exec(data)?.[1] : undefined;
  const place = path
    .split(/[\\/]/)
    .slice(-3)
    .map((part) => part.replace(/[0-9a-z]*\d[0-9a-z]*/gi, '*'))
    .join('/');
  return [operation, place, ...(record === undefined ? [] : [record])].join(' ');
}

/**
 * File operations of which number `n` (from 1) fails with `code`, as on a full disk. `tear` lets a
 * failing append write half of its record first, as a crash does. `used()` counts the calls,
 * `sites()` says what each of them was: calls of one site differ in ids and words only.
 */
export function failNth(
  n: number,
  { code = 'ENOSPC', tear = false, armed = true }: FaultOptions = {},
): FileOps & { used(): number; sites(): readonly string[]; arm(): void } {
  const sites: string[] = [];
  let counting = armed;
  const due = (operation: string, path: string, data?: unknown): boolean => {
    if (counting) sites.push(siteOf(operation, path, data));
    return counting && sites.length === n;
  };
  return {
    sites: () => sites,
    used: () => sites.length,
    arm: () => {
      counting = true;
    },
    async makeFolder(path) {
      if (due('makeFolder', path)) throw fault(code);
      await nodeFileOps.makeFolder(path);
    },
    async writeNew(path, data, mode) {
      if (due('writeNew', path, data)) {
        const half =
          typeof data === 'string' || data instanceof Uint8Array ? data : new Uint8Array();
        await nodeFileOps.writeNew(path, half.slice(0, Math.floor(half.length / 2)), mode);
        throw fault(code);
      }
      await nodeFileOps.writeNew(path, data, mode);
    },
    async rename(from, to) {
      if (due('rename', to)) throw fault(code);
      await nodeFileOps.rename(from, to);
    },
    renameUnchanged(from, to, size) {
      if (due('renameUnchanged', to)) throw fault(code);
      return nodeFileOps.renameUnchanged(from, to, size);
    },
    async syncFolder(path) {
      if (due('syncFolder', path)) throw fault(code);
      await nodeFileOps.syncFolder(path);
    },
    remove: nodeFileOps.remove,
    removeFolder: nodeFileOps.removeFolder,
    append(path, data, mode, durable) {
      if (due('append', path, data)) {
        if (tear) nodeFileOps.append(path, data.slice(0, Math.floor(data.length / 2)), mode, false);
        throw fault(code);
      }
      nodeFileOps.append(path, data, mode, durable);
    },
    async sync(path) {
      if (due('sync', path)) throw fault(code);
      await nodeFileOps.sync(path);
    },
  };
}
