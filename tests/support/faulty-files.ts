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

/**
 * File operations of which number `n` (from 1) fails with `code`, as on a full disk. `tear` lets a
 * failing append write half of its record first, as a crash does. `used()` counts the calls.
 */
export function failNth(
  n: number,
  { code = 'ENOSPC', tear = false, armed = true }: FaultOptions = {},
): FileOps & { used(): number; arm(): void } {
  let count = 0;
  let counting = armed;
  const due = (): boolean => {
    if (counting) count += 1;
    return counting && count === n;
  };
  return {
    used: () => count,
    arm: () => {
      counting = true;
    },
    async makeFolder(path) {
      if (due()) throw fault(code);
      await nodeFileOps.makeFolder(path);
    },
    async writeNew(path, data, mode) {
      if (due()) {
        const half =
          typeof data === 'string' || data instanceof Uint8Array ? data : new Uint8Array();
        await nodeFileOps.writeNew(path, half.slice(0, Math.floor(half.length / 2)), mode);
        throw fault(code);
      }
      await nodeFileOps.writeNew(path, data, mode);
    },
    async rename(from, to) {
      if (due()) throw fault(code);
      await nodeFileOps.rename(from, to);
    },
    renameUnchanged(from, to, size) {
      if (due()) throw fault(code);
      return nodeFileOps.renameUnchanged(from, to, size);
    },
    async syncFolder(path) {
      if (due()) throw fault(code);
      await nodeFileOps.syncFolder(path);
    },
    remove: nodeFileOps.remove,
    removeFolder: nodeFileOps.removeFolder,
    append(path, data, mode, durable) {
      if (due()) {
        if (tear) nodeFileOps.append(path, data.slice(0, Math.floor(data.length / 2)), mode, false);
        throw fault(code);
      }
      nodeFileOps.append(path, data, mode, durable);
    },
    async sync(path) {
      if (due()) throw fault(code);
      await nodeFileOps.sync(path);
    },
  };
}
