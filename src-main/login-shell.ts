/**
 * Provider keys from the login shell. An app that is started from a dock or a menu has not run the
 * owner's shell start-up files, where keys usually are; they are read once, by the shell itself.
 *
 * What is read stays in this process: it is handed out by name, never put into `process.env` (which
 * children inherit) and never logged. Whatever goes wrong, there are simply no keys from there.
 */
import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

const TIME_LIMIT_MS = 4_000;
const MAX_BYTES = 1024 * 1024;
/** Start-up files may print what they like; the variables come after this. */
const MARK = 'connectome-environment';

/** The only variables that are kept: the rest of the shell's environment is none of our business. */
const keyName = /(?:KEY|TOKEN|SECRET)$/i;

export interface LoginShellOptions {
  /** Absolute path of the shell. */
  readonly shell?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  readonly timeLimitMs?: number;
}

/** Was this process started without a shell (a dock, a menu, a session manager)? */
export function isDesktopStart(environment: NodeJS.ProcessEnv = process.env): boolean {
  if (process.platform === 'win32') return false;
  return environment.SHLVL === undefined && environment.TERM === undefined;
}

/** Never fails: empty where the shell cannot be asked, answers too late or too much. */
export async function readLoginShell(
  options: LoginShellOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const { environment = process.env, timeLimitMs = TIME_LIMIT_MS } = options;
  const shell = options.shell ?? usualShell(environment);
  if (shell === undefined || !isAbsolute(shell)) return new Map();
  const output = await run(shell, environment, timeLimitMs);
  return output === undefined ? new Map() : keysIn(output);
}

function usualShell(environment: NodeJS.ProcessEnv): string | undefined {
  if (environment.SHELL) return environment.SHELL;
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // A user without an entry (some containers) has no shell either.
    return undefined;
  }
}

function run(
  shell: string,
  environment: NodeJS.ProcessEnv,
  timeLimitMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(shell, ['-ilc', `printf '%s\\0' ${MARK}; env -0`], {
      env: environment,
      // Without a terminal and in a session of its own an interactive shell cannot stop us or be
      // stopped; and all that it starts can be ended with it.
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const pieces: Buffer[] = [];
    let size = 0;
    let settled = false;

    function settle(output: string | undefined): void {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      endGroup(child.pid);
      child.stdout.destroy();
      resolve(output);
    }

    const timer = setTimeout(() => settle(undefined), timeLimitMs);
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      pieces.push(piece);
      if (size > MAX_BYTES) settle(undefined);
    });
    child.once('error', () => settle(undefined));
    const finish = (): void => settle(Buffer.concat(pieces).toString('utf8'));
    child.stdout.once('end', finish);
    // What a start-up file left running in the background would keep the pipe open: it ends here.
    child.once('exit', () => endGroup(child.pid));
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
}

function keysIn(output: string): ReadonlyMap<string, string> {
  const start = output.lastIndexOf(`${MARK}\0`);
  const keys = new Map<string, string>();
  if (start === -1) return keys;
  for (const entry of output.slice(start + MARK.length + 1).split('\0')) {
    const [name = '', ...rest] = entry.split('=');
    const value = rest.join('=');
    if (keyName.test(name) && value !== '') keys.set(name, value);
  }
  return keys;
}
