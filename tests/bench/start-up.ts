/** From the command to a brain that answers, in a home that has been used before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { heading, report } from './figures.ts';
import { generateHome } from './generated-home.ts';

const root = join(import.meta.dirname, '..', '..');
const ROUNDS = 10;

const commands: Readonly<Record<string, readonly string[]>> = {
  'connectome serve': [
    process.execPath,
    join(root, 'bin', 'connectome.mjs'),
    'serve',
    '--port',
    '0',
  ],
  'a second npm start -- --headless': ['npm', 'start', '--silent', '--', '--headless'],
};

export async function benchStartUp(): Promise<void> {
  heading('Start-up: from the command to its printed address, 100 notes');
  const home = await generateHome(100);
  for (const [name, command] of Object.entries(commands)) {
    const samples: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const ms = await timeToAddress(command, home);
      if (round >= 0) samples.push(ms);
    }
    report(name, samples);
  }
  await rm(home, { recursive: true, force: true });
}

async function timeToAddress(command: readonly string[], home: string): Promise<number> {
  const [program = '', ...args] = command;
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, CONNECTOME_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  for await (const text of createInterface({ input: child.stdout })) {
    if (text.includes('http://')) break;
  }
  const ms = performance.now() - startedAt;
  const ended = once(child, 'exit');
  // npm starts programs of its own: the whole group must end before the next round.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await ended;
  return ms;
}
