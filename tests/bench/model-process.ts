/** A scripted model server in a process of its own, as real ones are: its work is not ours. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ModelServer, ScriptedAnswer } from '../support/model-servers/index.ts';

const cli = join(import.meta.dirname, '..', 'support', 'model-servers', 'cli.ts');

export type ModelProcess = Pick<ModelServer, 'kind' | 'baseUrl' | 'close'>;

/** Gives the same answer to every request. */
export async function startModelProcess(answer: ScriptedAnswer): Promise<ModelProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'connectome-bench-model-'));
  const script = join(folder, 'answers.json');
  await writeFile(script, JSON.stringify([answer]));
  const child = spawn(process.execPath, [...process.execArgv, cli, '--script', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [baseUrl] = await once(lines, 'line');
  return {
    kind: 'openai',
    baseUrl: String(baseUrl),
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
