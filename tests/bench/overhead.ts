/** From `chat.send` to the request on the provider's socket, against the bare SDK. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { connect, say, startTestBrain, testHost } from '../support/brain-client.ts';
import { type RecordedRequest, startModelServer } from '../support/model-servers/index.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';
import { heading, report } from './figures.ts';
import { generateHome, questions } from './generated-home.ts';

const ROUNDS = 100;
const NOTES = 1000;
const PAUSE_MS = 60;

export async function benchOverhead(): Promise<void> {
  heading(
    `Pipeline overhead: chat.send to the request at the server, ${NOTES} notes, new session each`,
  );
  let arrived = 0;
  const model = await startModelServer({
    kind: 'openai',
    script: (_request: RecordedRequest) => {
      arrived = performance.now();
      return { text: 'ok' };
    },
  });
  const home = await generateHome(NOTES);
  await writeConfig(home, { bench: model });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  const client = connect(brain);
  const asked = questions(ROUNDS + 5);

  const ours: number[] = [];
  const bare: number[] = [];
  const sdk = new OpenAI({ apiKey: 'x', baseURL: model.baseUrl, maxRetries: 0 });
  for (let round = -5; round < ROUNDS; round += 1) {
    const text = asked[round + 5] ?? '';
    client.events.length = 0;
    // People do not write the next message in the millisecond in which the last turn ended.
    await sleep(PAUSE_MS);
    let startedAt = performance.now();
    await say(client, { text });
    if (round >= 0) ours.push(arrived - startedAt);
    startedAt = performance.now();
    const stream = await sdk.chat.completions.create({
      model: 'test-openai',
      stream: true,
      messages: [{ role: 'user', content: text }],
    });
    for await (const _chunk of stream) {
      // The answer is read to its end, as ours is.
    }
    if (round >= 0) bare.push(arrived - startedAt);
  }
  report('bare openai SDK', bare);
  report('Connectome', ours);
  report(
    'added (pairs)',
    ours.map((value, index) => value - (bare[index] ?? 0)),
  );
  await brain.stop();
  await model.close();
  await rm(home, { recursive: true, force: true });
}
