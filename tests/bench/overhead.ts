/**
 * From `chat.send` to the first words of the answer, against the bare SDK: for a message that was
 * looked up while it was written, as a window has it done (`chat.compose`), and for one that nobody
 * announced.
 *
 * The model server is a process of its own: in ours its work would count as the pipeline's, and what
 * the pipeline does while a request is on its way would stand before the request's arrival. A window is
 * another process, too: what comes for it is only looked into for the first words. All sides begin
 * after the same pause, since nobody writes in the millisecond in which an answer ended.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import type { Brain } from '../../brain/brain.ts';
import type { ConnectomeEvent } from '../../protocol/index.ts';
import { startTestBrain, testHost } from '../support/brain-client.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';
import { heading, report } from './figures.ts';
import { generateHome, questions } from './generated-home.ts';
import { startModelProcess } from './model-process.ts';

const ROUNDS = 100;
const WARM_UP = 10;
const NOTES = 1000;
const PAUSE_MS = 60;

interface Figures {
  readonly ms: number;
  readonly context: number;
}

export async function benchOverhead(): Promise<void> {
  heading(
    `Pipeline overhead: chat.send to the first words of the answer, ${NOTES} notes, new session each`,
  );
  const model = await startModelProcess({ text: 'ok' });
  const home = await generateHome(NOTES);
  await writeConfig(home, { bench: model });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  const ask = askerOf(brain);
  const sdk = new OpenAI({ apiKey: 'x', baseURL: model.baseUrl, maxRetries: 0 });

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

  const rounds: { readonly written: Figures; readonly sudden: Figures; readonly bare: number }[] =
    [];
  const texts = questions(2 * (WARM_UP + ROUNDS));
  for (let at = 0; at < texts.length; at += 2) {
    const [one = '', other = ''] = texts.slice(at, at + 2);
    rounds.push({
      written: await ask(one, true),
      sudden: await ask(other, false),
      bare: await bare(one),
    });
  }
  const counted = rounds.slice(WARM_UP);
  report(
    'bare openai SDK',
    counted.map((round) => round.bare),
  );
  for (const [how, name] of [
    ['written', 'looked up while it was written'],
    ['sudden', 'not announced'],
  ] as const) {
    report(
      `Connectome, ${name}`,
      counted.map((round) => round[how].ms),
    );
    report(
      '  of it, the context (search, scores, budget)',
      counted.map((round) => round[how].context),
    );
    report(
      '  added (pairs)',
      counted.map((round) => round[how].ms - round.bare),
    );
  }
  await brain.stop();
  await model.close();
  await rm(home, { recursive: true, force: true });
}

/** Sends a message after a pause, the way a window does. */
function askerOf(brain: Brain): (text: string, announced: boolean) => Promise<Figures> {
  let received: string[] = [];
  let firstWordsAt = 0;
  let ended = (): void => {};
  const pipe = brain.dispatcher.connect({
    kind: 'socket',
    unsentBytes: () => 0,
    send(text) {
      if (text.includes('"type":"delta"')) firstWordsAt ||= performance.now();
      received.push(text);
      if (text.includes('"type":"done"')) ended();
    },
  });
  const call = (method: string, params: object): void => {
    pipe.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  };
  call('events.subscribe', {});
  return async (text, announced) => {
    // The last turn's journals are in the index by now: they were written when it ended.
    await sleep(PAUSE_MS);
    if (announced) call('chat.compose', { text });
    await sleep(PAUSE_MS);
    received = [];
    firstWordsAt = 0;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const startedAt = performance.now();
    call('chat.send', { text });
    await end;
    const context = received
      .map((line) => JSON.parse(line) as { readonly params?: ConnectomeEvent })
      .find(({ params }) => params?.type === 'context')?.params;
    return {
      ms: firstWordsAt - startedAt,
      context: context?.type === 'context' ? context.ms : Number.NaN,
    };
  };
}
