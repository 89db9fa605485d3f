/** Two calls run side by side, and the result of one cannot be written down: the other one still runs. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { type FileOps, nodeFileOps } from '../../brain/storage/index.ts';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

it('a turn does not end, on a full disk, before every call that runs has its result', async () => {
  const read = (file_path: string) => ({ name: 'Read', args: { file_path } });
  const { home, workingDir } = await modelHome([
    { toolCalls: [read('note.txt'), read('shot.png')] },
    { text: 'done' },
  ]);
  await writeFile(join(workingDir, 'note.txt'), 'a note');
  await writeFile(join(workingDir, 'shot.png'), Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1'));
  const failed = Promise.withResolvers<void>();
  let full = true;
  const fileOps: FileOps = {
    ...nodeFileOps,
    append(path, data, mode, durable) {
      if (full && data.includes('"type":"tool_result"')) {
        full = false;
        failed.resolve();
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      }
      nodeFileOps.append(path, data, mode, durable);
    },
    async writeNew(path, data, mode) {
      // The picture is kept only after the other call's result was lost, and all that follows at once.
      if (path.startsWith(homePaths(home).attachments)) await failed.promise.then(() => nextTurn());
      await nodeFileOps.writeNew(path, data, mode);
    },
  };
  const client = connect(await startBrainIn(home, fileOps));
  const { sessionId, end } = await say(client, { text: 'look at both' });
  expect(end).toMatchObject({ type: 'error', code: 'storage' });
  const transcript = join(homePaths(home).sessions, sessionId, 'transcript.jsonl');
  const types = (await readFile(transcript, 'utf8')).trimEnd().split('\n').map(typeOf);
  expect(types).toContain('tool_result');
  expect(types.indexOf('tool_result')).toBeLessThan(types.indexOf('ending'));
  expect(types.at(-1)).toBe('error');
});

const typeOf = (line: string): unknown => JSON.parse(line).type;
