import { type FileOps, nodeFileOps } from '../../brain/storage/index.ts';

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: made to fail by the test`), { code });
}

/**
 * File operations of which number `n` (from 1) fails with `code`, as on a full disk. `tear` lets a
 * failing append write half of its record first, as a crash does. `used()` counts the calls.
 */
export function failNth(
  n: number,
  { code = 'ENOSPC', tear = false }: { readonly code?: string; readonly tear?: boolean } = {},
): FileOps & { used(): number } {
  let count = 0;
  const due = (): boolean => {
    count += 1;
    return count === n;
  };
  return {
    used: () => count,
    async makeFolder(path) {
      if (due()) throw fault(code);
      await nodeFileOps.makeFolder(path);
    },
    async writeNew(path, data, mode) {
      if (due()) {
        await nodeFileOps.writeNew(path, data.slice(0, Math.floor(data.length / 2)), mode);
        throw fault(code);
      }
      await nodeFileOps.writeNew(path, data, mode);
    },
    async rename(from, to) {
      if (due()) throw fault(code);
      await nodeFileOps.rename(from, to);
    },
    async syncFolder(path) {
      if (due()) throw fault(code);
      await nodeFileOps.syncFolder(path);
    },
    remove: nodeFileOps.remove,
    append(path, data, mode, durable) {
      if (due()) {
        if (tear) nodeFileOps.append(path, data.slice(0, Math.floor(data.length / 2)), mode, false);
        throw fault(code);
      }
      nodeFileOps.append(path, data, mode, durable);
    },
  };
}
