/** Runs ripgrep in a held folder and gives its output line by line. */
import { spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { rgPath as packagedPath } from '@vscode/ripgrep';
import { codeOf, err, ok, type Result } from '../shared/result.ts';
import { unpacked } from '../shared/unpacked.ts';

export const rgPath = unpacked(packagedPath);

export interface RipgrepRun {
  readonly args: readonly string[];
  /** The folder to run in. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** What to search instead of the folder. */
  readonly input?: FileHandle;
  /** Returns false to stop early. */
  onRecord(record: string): boolean;
}

/** Ends well also without a match. The error is ripgrep's own sentence (a bad pattern, mostly). */
export async function ripgrep(run: RipgrepRun, separator = '\n'): Promise<Result<void>> {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, ['--no-config', ...run.args], {
      cwd: run.cwd,
      stdio: [run.input?.fd ?? 'ignore', 'pipe', 'pipe'],
      // Nothing of our environment concerns a search.
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' },
      signal: run.signal,
      windowsHide: true,
    });
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('ripgrep was started without pipes');
    let rest = '';
    let problem = '';
    let enough = false;
    stdout.setEncoding('utf8');
    stdout.on('data', (text: string) => {
      if (enough) return;
      const records = (rest + text).split(separator);
      rest = records.pop() ?? '';
      for (const record of records) {
        if (run.onRecord(record)) continue;
        enough = true;
        child.kill('SIGKILL');
        return;
      }
    });
    stderr.setEncoding('utf8');
    stderr.on('data', (text: string) => {
      if (problem.length < 2000) problem += text;
    });
    child.on('error', (thrown) => {
      if (codeOf(thrown) === 'ENOENT') {
        resolve(
          err(`ripgrep could not be started (${rgPath}). Install the program's packages again.`),
        );
      } else reject(thrown);
    });
    child.on('close', (code) => {
      if (!enough && rest !== '') run.onRecord(rest);
      // 1: no match. 2 with some output: files that could not be read, which is no failure.
      if (enough || code === 0 || code === 1) resolve(ok(undefined));
      else if (/regex parse error|error parsing|compiled regex|invalid/i.test(problem)) {
        resolve(err(problem.trim()));
      } else if (code === 2) resolve(ok(undefined));
      else resolve(err(problem.trim() || `ripgrep ended with code ${code}`));
    });
  });
}

/** Options of every listing: dot files yes, `.git` no, ignore files honoured also without git. */
export const listingOptions: readonly string[] = [
  '--hidden',
  '--no-require-git',
  '--glob=!**/.git/**',
  '--glob=!**/.git',
  '--no-messages',
];
