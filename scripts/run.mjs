/** Running other programs from the scripts: in the foreground, with our runtime first on the PATH. */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { modules, root } from './paths.mjs';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and answers its exit code (128 + n for a signal, as shells do).
 * It runs in `cwd`; `env` is added to our own environment.
 */
export function run(command, args, { cwd = root, env = {} } = {}) {
  const tools = { PATH: [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter) };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...tools, ...env },
    });
    // The terminal signals the whole group; this only covers a signal sent to us alone, and keeps
    // us alive until the child has ended.
    const forward = (signal) => {
      if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const finish = () => {
      for (const signal of forwarded) process.off(signal, forward);
    };
    child.once('error', (error) => {
      finish();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      finish();
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/** Command and arguments that start npm, also where only its script path is known. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return [process.execPath, [script]];
  if (process.platform === 'win32') {
    // `npm.cmd` cannot be spawned without a shell; its script lies beside Node.
    return [
      process.execPath,
      [join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')],
    ];
  }
  return ['npm', []];
}
