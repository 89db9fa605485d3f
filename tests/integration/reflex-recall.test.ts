import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { connect, say, startTestBrain } from '../support/brain-client.ts';
import { tempFolder } from '../support/temp-home.ts';

const brains: Brain[] = [];
afterEach(async () => {
  for (const brain of brains.splice(0)) await brain.stop();
});

async function start(home: string) {
  const brain = await startTestBrain(home);
  brains.push(brain);
  return connect(brain);
}

it('answers from what it was told, not from its own instructions or the question itself', async () => {
  const home = join(await tempFolder(), 'home');
  const before = await start(home);
  await say(before, { text: 'Remember that my name is Ada' });
  await say(before, { text: 'Remember that my sister Nadia likes jasmine tea' });
  await say(before, { text: 'Remember that the spare key is with Mr. Okafor' });
  await brains.pop()?.stop();

  const client = await start(home);
  const me = await say(client, { text: 'What do you know about me?' });
  expect(me.text).toContain('my name is Ada');
  expect(me.text).not.toMatch(/identity\/|prefrontal\/|cerebellum\//);
  const nadia = await say(client, { text: 'what do you know about Nadia?' });
  expect(nadia.text).toContain('jasmine tea');
  expect(nadia.text).not.toContain('what do you know about Nadia?*');
  const key = await say(client, { text: 'where is the spare key?' });
  expect(key.text.indexOf('Okafor')).toBeGreaterThan(0);
  const nothing = await say(client, { text: 'what do you know about quantum chromodynamics?' });
  expect(nothing.text).toContain('I found nothing');
});
