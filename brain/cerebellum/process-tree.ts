/** Ends a command with everything it started. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readableNames } from '../shared/folder.ts';

/** In the environment of every command; its value names the call. */
export const CALL_MARK = 'CONNECTOME_CALL';
/** Between asking a command to end and ending it. */
const GRACE_MS = 2000;
const POLL_MS = 50;

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already: that is what was wanted.
  }
}

/**
 * Processes that left the group (`setsid`, a daemon) still carry the mark in their environment,
 * unless they cleared it. Linux only.
 */
async function marked(mark: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const wanted = `${CALL_MARK}=${mark}`;
  const found: number[] = [];
  for (const name of await readableNames('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    // Of another user, or gone meanwhile: none of ours.
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(wanted)) found.push(pid);
  }
  return found;
}

async function signalTree(pid: number, mark: string, signal: NodeJS.Signals): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no groups of this kind; its own tool walks the tree.
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  signalGroup(pid, signal);
  for (const one of await marked(mark)) {
    try {
      process.kill(one, signal);
    } catch {
      // Ended in the meantime.
    }
  }
}

/** Is anything of the command still there? */
export async function isTreeAlive(pid: number, mark: string): Promise<boolean> {
  return (await isGroupAlive(pid)) || (await marked(mark)).length > 0;
}

async function isGroupAlive(group: number): Promise<boolean> {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-group, 0);
  } catch {
    // There is nobody in it any more.
    return false;
  }
  if (process.platform !== 'linux') return true;
  // Dead processes that nobody has waited for count as members too; they are not alive.
  for (const name of await readableNames('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // `pid (name) state parent group ...`; the name may contain anything.
    const [state, , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(own) === group && state !== 'Z' && state !== 'X') return true;
  }
  return false;
}

/** Asks politely, waits a moment, then ends what is left. */
export async function endTree(pid: number, mark: string): Promise<void> {
  await signalTree(pid, mark, 'SIGTERM');
  for (let waited = 0; waited < GRACE_MS; waited += POLL_MS) {
    if (!(await isTreeAlive(pid, mark))) return;
    await delay(POLL_MS, undefined, { ref: false });
  }
  await signalTree(pid, mark, 'SIGKILL');
}
