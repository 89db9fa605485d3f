import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cortex } from '../../../brain/regions.ts';
import { testLog } from '../../support/mind-home.ts';
import { runNode } from '../../support/run-node.ts';
import { eventually, find, type IndexHome, indexHome } from './home.ts';

/** Few and long: enough work for several commits. */
const NOTES = 40;
let home: IndexHome;
const workers: Worker[] = [];
const seen = (message: unknown): void => {
  workers.push((message as { readonly worker: Worker }).worker);
};
beforeEach(async () => {
  home = await indexHome();
  workers.length = 0;
  subscribe('worker_threads', seen);
});
afterEach(async () => {
  unsubscribe('worker_threads', seen);
  await home.close();
});

async function writeNotes(): Promise<void> {
  for (let n = 0; n < NOTES; n++) {
    const filler = (section: number): string =>
      `## Part ${section}\n\n${Array.from({ length: 80 }, (_, i) => `word${(n * i + section) % 5_000}`).join(' ')}\n`;
    const text = `# Note ${n}\n\n${Array.from({ length: 60 }, (_, i) => filler(i)).join('\n')} marker${n}\n`;
    await home.write(`notes/${n}.md`, text);
  }
}

function lostNotes(cortex: Cortex): readonly number[] {
  const lost: number[] = [];
  for (let n = 0; n < NOTES; n += 1) {
    if (find(cortex, `marker${n}`)[0]?.path !== `notes/${n}.md`) lost.push(n);
  }
  return lost;
}

describe('indexing that was cut off', () => {
  it('loses nothing when the whole process is killed in the middle of it', async () => {
    await writeNotes();
    const code = `
      import { createCortex } from './brain/cortex/index.ts';
      import { silentLogger } from './brain/shared/log.ts';
      createCortex({
        paths: ${JSON.stringify(home.paths)},
        clock: { now: () => new Date() },
        logger: silentLogger,
        // Something has been committed, the rest is under way.
        onState: ({ documents }) => documents > 0 && process.kill(process.pid, 'SIGKILL'),
      });`;
    const run = runNode(code);
    await run.ended();
    expect(run.child.signalCode).toBe('SIGKILL');
    const cortex = await home.start();
    expect(lostNotes(cortex)).toEqual([]);
    expect(cortex.state()).toEqual({ state: 'ready', documents: NOTES });
  });

  it('goes on in a new thread when its thread dies, and whoever waits is answered', async () => {
    await writeNotes();
    const log = testLog();
    const starting = home.start({ logger: log });
    await eventually(() => workers.length === 1);
    await workers[0]?.terminate();
    const cortex = await starting;
    expect(lostNotes(cortex)).toEqual([]);
    const path = await home.write('own.md', '# Own\n\njustwritten\n');
    const refreshed = cortex.refresh([path]);
    await workers[1]?.terminate();
    await refreshed;
    expect(find(cortex, 'justwritten')).toHaveLength(1);
    expect(workers).toHaveLength(3);
    expect(log.lines.filter((line) => line.includes('started again'))).toHaveLength(2);
  });

  it('is given up when its thread dies again and again, and tried anew by the next turn', async () => {
    const states: string[] = [];
    const starting = home.start({ onState: ({ state }) => states.push(state) });
    for (let n = 0; n < 4; n++) {
      await eventually(() => workers.length === n + 1);
      await workers[n]?.terminate();
    }
    const cortex = await starting;
    expect(states.at(-1)).toBe('broken');
    expect(find(cortex, 'anything')).toEqual([]);
    await cortex.refresh([await home.write('own.md', '# Own\n\njustwritten\n')]);
    expect(find(cortex, 'justwritten')).toHaveLength(1);
    await eventually(() => cortex.state().state === 'ready');
  });

  it('can be closed at any moment, and closed things do nothing', async () => {
    await writeNotes();
    for (const started of [false, true]) {
      const cortex = home.launch();
      if (started) await eventually(() => cortex.state().documents > 0);
      await cortex.close();
      await cortex.close();
      expect(find(cortex, 'marker1')).toEqual([]);
      await cortex.refresh(['own.md']);
    }
    expect(lostNotes(await home.start())).toEqual([]);
  });

  it('lets a turn’s own file in before the rest is done', async () => {
    await writeNotes();
    const own = await home.write('zzz/own.md', '# Own\n\njustwritten\n');
    const cortex = home.launch();
    await cortex.refresh([own]);
    await cortex.refreshed();
    expect(find(cortex, 'justwritten')).toHaveLength(1);
    expect(cortex.state().state).toBe('building');
  });
});
