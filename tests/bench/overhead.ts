/**
 * From `chat.send` to the first words of the answer, against the bare SDK.
 *
 * The model server is a process of its own: in ours its work would count as the pipeline's, and what
 * the pipeline does while a request is on its way would stand before the request's arrival. Both
 * sides begin after the same pause, since nobody writes in the millisecond in which an answer ended.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { connect, endOf, startTestBrain, testHost } from '../support/brain-client.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';
import { heading, report } from './figures.ts';
import { generateHome, questions } from './generated-home.ts';
import { startModelProcess } from './model-process.ts';

const ROUNDS = 100;
const WARM_UP = 10;
const NOTES = 1000;
const PAUSE_MS = 60;

export async function benchOverhead(): Promise<void> {
  heading(
    `Pipeline overhead: chat.send to the first words of the answer, ${NOTES} notes, new session each`,
  );
  const model = await startModelProcess({ text: 'ok' });
  const home = await generateHome(NOTES);
  await writeConfig(home, { bench: model });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  const client = connect(brain);
  const sdk = new OpenAI({ apiKey: 'x', baseURL: model.baseUrl, maxRetries: 0 });

  async function ours(text: string): Promise<{ readonly ms: number; readonly context: number }> {
    client.events.length = 0;
    await sleep(PAUSE_MS);
    const startedAt = performance.now();
    const first = client.event('delta').then(() => performance.now() - startedAt);
    const { turnId } = await client.call('chat.send', { text });
    const ms = await first;
    await endOf(client, turnId);
    return { ms, context: (await client.event('context')).ms };
  }

  async function bare(text: string): Promise<number> {
    await sleep(PAUSE_MS);
    const startedAt = performance.now();
    let ms: number | undefined;
    const stream = await sdk.chat.completions.create({
      model: 'test-openai',
      stream: true,
      messages: [{ role: 'user', content: text }],
    });
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content) ms ??= performance.now() - startedAt;
    }
    return ms ?? Number.NaN;
  }

  const rounds: { readonly ours: number; readonly context: number; readonly bare: number }[] = [];
  for (const text of questions(WARM_UP + ROUNDS)) {
    const { ms, context } = await ours(text);
    rounds.push({ ours: ms, context, bare: await bare(text) });
  }
  const counted = rounds.slice(WARM_UP);
  report(
    'bare openai SDK',
    counted.map((round) => round.bare),
  );
  report(
    'Connectome',
    counted.map((round) => round.ours),
  );
  report(
    'of it, the context (search, scores, budget)',
    counted.map((round) => round.context),
  );
  report(
    'added (pairs)',
    counted.map((round) => round.ours - round.bare),
  );
  await brain.stop();
  await model.close();
  await rm(home, { recursive: true, force: true });
}
