/**
 * What a streamed answer costs on its way through the brain, against the bare SDK. The model server
 * is a process of its own, so that the CPU time is that of the reading side.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { connect, say, startTestBrain, testHost } from '../support/brain-client.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';
import { heading, line, median, report } from './figures.ts';
import { startModelProcess } from './model-process.ts';

const CHUNKS = 1400;
const LONG = 3 * CHUNKS;
const ROUNDS = 15;
const WARM_UP = 5;

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

export async function benchStream(): Promise<void> {
  heading(`Streaming: one answer of ${CHUNKS} chunks of 8 characters, server unthrottled`);
  const answer = (chunks: number) => ({ text: 'abcdefg '.repeat(chunks), textPiece: 8 });
  const usual = await startModelProcess(answer(CHUNKS));
  const long = await startModelProcess(answer(LONG));
  const folder = await mkdtemp(join(tmpdir(), 'connectome-bench-stream-'));
  const home = join(folder, 'home');
  await writeConfig(home, { usual, long });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  const client = connect(brain);

  async function ours(name: string): Promise<Cost> {
    client.events.length = 0;
    return measured(async () => {
      await say(client, { text: 'go', model: `test-openai@${name}` });
    });
  }
  async function bare(sdk: OpenAI): Promise<Cost> {
    return measured(async () => {
      const stream = await sdk.chat.completions.create({
        model: 'test-openai',
        stream: true,
        messages: [{ role: 'user', content: 'go' }],
      });
      for await (const _chunk of stream) {
        // Read to the end.
      }
    });
  }

  const sdkOf = (baseURL: string) => new OpenAI({ apiKey: 'x', baseURL, maxRetries: 0 });
  const [usualSdk, longSdk] = [sdkOf(usual.baseUrl), sdkOf(long.baseUrl)];
  const rounds: { ours: Cost; oursLong: Cost; bare: Cost; bareLong: Cost }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    rounds.push({
      ours: await ours('usual'),
      bare: await bare(usualSdk),
      oursLong: await ours('long'),
      bareLong: await bare(longSdk),
    });
  }
  const counted = rounds.slice(WARM_UP);
  report(
    'bare openai SDK, whole answer',
    counted.map((round) => round.bare.ms),
  );
  report(
    'Connectome, whole turn',
    counted.map((round) => round.ours.ms),
  );
  const each = median(
    counted.map(({ ours: a, bare: b, oursLong, bareLong }) => {
      return (oursLong.cpuMs - a.cpuMs - (bareLong.cpuMs - b.cpuMs)) / (LONG - CHUNKS);
    }),
  );
  line('CPU added by each further chunk', `${(each * 1000).toFixed(1)} µs`);
  const all = median(counted.map((round) => (round.ours.cpuMs - round.bare.cpuMs) / CHUNKS));
  line('CPU added per chunk, the whole turn shared out', `${(all * 1000).toFixed(1)} µs`);
  await brain.stop();
  await usual.close();
  await long.close();
  await rm(folder, { recursive: true, force: true });
}

async function measured(run: () => Promise<void>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}
