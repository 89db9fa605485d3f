/** From the command to a brain that answers, in a home that has been used before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { heading, report } from './figures.ts';
import { generateHome } from './generated-home.ts';

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'connectome.mjs');

export async function benchStartUp(): Promise<void> {
  heading('Start-up: `connectome serve` until it prints its address, 100 notes');
  const home = await generateHome(100);
  const samples: number[] = [];
  for (let round = -1; round < 10; round += 1) {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [launcher, 'serve', '--port', '0'], {
      env: { ...process.env, CONNECTOME_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const text of createInterface({ input: child.stdout })) {
      if (text.includes('http://')) break;
    }
    if (round >= 0) samples.push(performance.now() - startedAt);
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  report('serve to ready', samples);
  await rm(home, { recursive: true, force: true });
}
