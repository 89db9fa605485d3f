/** A turn that ended while the disk was full has no end in its transcript, and would run for ever. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { type FileOps, nodeFileOps } from '../../brain/storage/index.ts';
import { connect, say, startTestBrain } from '../support/brain-client.ts';
import { tempFolder } from '../support/temp-home.ts';

const brains: Brain[] = [];
afterEach(async () => {
  for (const brain of brains.splice(0)) await brain.stop();
});

it('is closed at the next start, once, also with later turns behind it', async () => {
  const home = join(await tempFolder(), 'home');
  let full = false;
  const fault = () => Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const fileOps: FileOps = {
    ...nodeFileOps,
    async writeNew(path, data, mode) {
      if (full) throw fault();
      await nodeFileOps.writeNew(path, data, mode);
    },
    append(path, data, mode, durable) {
      if (full && path.endsWith('transcript.jsonl')) throw fault();
      nodeFileOps.append(path, data, mode, durable);
      // The turn begins, and nothing of it can be written any more.
      if (data.includes('"type":"started"') && data.includes('second')) full = true;
    },
  };
  const first = await startTestBrain(home, { fileOps });
  const before = connect(first);
  const { sessionId } = await say(before, { text: '/reflex first' });
  const second = await say(before, { sessionId, text: '/reflex second' });
  expect(second.end).toMatchObject({ type: 'error', code: 'storage' });
  full = false;
  expect((await say(before, { sessionId, text: '/reflex third' })).end.type).toBe('done');
  await first.stop();

  for (let start = 0; start < 2; start += 1) {
    const brain = await startTestBrain(home);
    const { session, turns } = await connect(brain).call('session.get', { sessionId });
    await brain.stop();
    expect(session.status).toBe('idle');
    const ends = turns.map(({ events }) =>
      events.filter(({ type }) => type === 'done' || type === 'error'),
    );
    expect(ends).toMatchObject([
      [{ type: 'done' }],
      [{ type: 'error', code: 'interrupted' }],
      [{ type: 'done' }],
    ]);
  }
});
