/** What `Grep` costs beside bare ripgrep: 100,000 files, the same pattern, the same kind of answer. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import type { ToolDeps } from '../../brain/cerebellum/tool.ts';
import { grepTool } from '../../brain/cerebellum/tools/grep.ts';
import type { ToolRun } from '../../brain/regions.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { configSchema, type JsonObject } from '../../protocol/index.ts';
import { heading, line, median, report, time } from './figures.ts';

const FOLDERS = 500;
const FILES = 200;
const ROUNDS = 7;

export async function benchGrep(): Promise<void> {
  heading(`Grep over ${(FOLDERS * FILES).toLocaleString('en')} files`);
  const root = await mkdtemp(join(tmpdir(), 'connectome-bench-'));
  const workingDir = join(root, 'work');
  try {
    await fill(workingDir);
    const config = configSchema.parse({});
    // Grep needs no more than where it is and which rules hold.
    const deps = {
      paths: homePaths(join(root, 'home')),
      userHome: root,
      settings: { get: () => config, onChange: () => () => {} },
    } as unknown as ToolDeps;
    const run = {
      workingDir,
      paths: [],
      signal: new AbortController().signal,
    } as unknown as ToolRun;
    const grep = async (args: JsonObject): Promise<void> => {
      const { ok, output } = await grepTool.run(args, run, deps);
      if (!ok) throw new Error(output);
    };
    const bare = (...args: readonly string[]): void => {
      execFileSync(rgPath, ['--no-config', '--hidden', '--no-require-git', ...args], {
        cwd: workingDir,
        maxBuffer: 2 ** 28,
      });
    };
    for (const [name, pattern, matches] of [
      ['a rare word', 'needle', 'in 100 files'],
      ['a common word', 'haystack', 'in 20,000 files'],
    ] as const) {
      await compare(
        `${name} ${matches}`,
        () => grep({ pattern }),
        () => bare('--files-with-matches', pattern, '.'),
      );
    }
    await compare(
      'a rare word, with lines',
      () => grep({ pattern: 'needle', output_mode: 'content' }),
      () => bare('--line-number', 'needle', '.'),
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** In turns, so that what else the machine does falls on both. */
async function compare(what: string, ours: () => Promise<void>, plain: () => void): Promise<void> {
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(...(await time(1, ours, round === 0 ? 1 : 0)));
    two.push(...(await time(1, plain, round === 0 ? 1 : 0)));
  }
  report(`Grep, ${what}`, one);
  report(`ripgrep alone, ${what}`, two);
  line(`${what}: times bare ripgrep`, (median(one) / median(two)).toFixed(2));
}

async function fill(workingDir: string): Promise<void> {
  const filler = 'The quick brown fox jumps over the lazy dog, and so on and on.\n'.repeat(12);
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(workingDir, `folder-${folder}`);
    await mkdir(path, { recursive: true });
    await Promise.all(
      Array.from({ length: FILES }, (_, file) => {
        const number = folder * FILES + file;
        const words = `${number % 1000 === 0 ? 'needle\n' : ''}${number % 5 === 0 ? 'haystack\n' : ''}`;
        return writeFile(join(path, `file-${file}.txt`), `${filler}${words}${number}\n`);
      }),
    );
  }
}
