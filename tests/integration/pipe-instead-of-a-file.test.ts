/** Opening a pipe that nobody writes to waits for ever; a device has no end. Neither is a file. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { localDate } from '../../brain/shared/time.ts';
import { connect, say, startTestBrain } from '../support/brain-client.ts';
import { tempFolder } from '../support/temp-home.ts';

const brains: Brain[] = [];
afterEach(async () => {
  for (const brain of brains.splice(0)) await brain.stop();
});

const day = localDate(new Date());
const places = [
  'config.json',
  'secrets',
  'workspace/cerebellum/odd/SKILL.md',
  'workspace/identity/odd.md',
  'workspace/hippocampus/knowledge/technical.md',
  `workspace/hippocampus/episodes/${day}.md`,
  `workspace/basalganglia/${day}.md`,
  `workspace/corpus/${day}.jsonl`,
  'workspace/hippocampus/sessions/s_odd/session.json',
  'workspace/hippocampus/sessions/s_odd/transcript.jsonl',
  'workspace/motor/tasks/TASK-t_odd.md',
  'workspace/notes/odd.md',
];

async function live(home: string): Promise<string> {
  const brain = await startTestBrain(home);
  brains.push(brain);
  const client = connect(brain);
  await client.call('workspace.list', {});
  await client.call('task.list', {});
  const { end } = await say(client, { text: '/reflex remember that tea is hot' });
  return end.type;
}

it.runIf(process.platform !== 'win32').each(places)('a pipe at %s', async (place) => {
  const home = join(await tempFolder(), 'home');
  await mkdir(dirname(join(home, place)), { recursive: true });
  execFileSync('mkfifo', [join(home, place)]);
  // Where the turn cannot be written down it ends with an error; it ends.
  expect(['done', 'error']).toContain(await live(home));
});

it.runIf(process.platform === 'linux')('a device as a skill', async () => {
  const home = join(await tempFolder(), 'home');
  const folder = join(homePaths(home).cerebellum, 'odd');
  await mkdir(folder, { recursive: true });
  await symlink('/dev/zero', join(folder, 'SKILL.md'));
  expect(await live(home)).toBe('done');
});
