import { readFile } from 'node:fs/promises';

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Dead, or dead and not yet collected by the machine's first process (which never does in some containers). */
export async function isGone(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return true;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) [ZX]/.test(stat);
}
