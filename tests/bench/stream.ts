/** What a streamed answer costs on its way through the brain, against the bare SDK. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { connect, say, startTestBrain, testHost } from '../support/brain-client.ts';
import { startModelServer } from '../support/model-servers/index.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';
import { heading, line, median, report } from './figures.ts';

const CHUNKS = 1400;
const ROUNDS = 15;

export async function benchStream(): Promise<void> {
  heading(`Streaming: one answer of ${CHUNKS} chunks of 8 characters, server unthrottled`);
  const model = await startModelServer({
    kind: 'openai',
    script: () => ({ text: 'abcdefg '.repeat(CHUNKS), textPiece: 8 }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'connectome-bench-stream-'));
  const home = join(folder, 'home');
  await writeConfig(home, { bench: model });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  const client = connect(brain);
  const sdk = new OpenAI({ apiKey: 'x', baseURL: model.baseUrl, maxRetries: 0 });

  const ours: number[] = [];
  const bare: number[] = [];
  const oursCpu: number[] = [];
  const bareCpu: number[] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    client.events.length = 0;
    const a = await measured(async () => void (await say(client, { text: 'go' })));
    const b = await measured(async () => {
      const stream = await sdk.chat.completions.create({
        model: 'test-openai',
        stream: true,
        messages: [{ role: 'user', content: 'go' }],
      });
      for await (const _chunk of stream) {
        // Read to the end.
      }
    });
    if (round < 0) continue;
    ours.push(a.ms);
    oursCpu.push(a.cpuMs);
    bare.push(b.ms);
    bareCpu.push(b.cpuMs);
  }
  report('bare openai SDK, whole answer', bare);
  report('Connectome, whole turn', ours);
  const extra = ((median(oursCpu) - median(bareCpu)) / CHUNKS) * 1000;
  line('CPU added per chunk (whole turn, files and socket included)', `${extra.toFixed(1)} µs`);
  await brain.stop();
  await model.close();
  await rm(folder, { recursive: true, force: true });
}

async function measured(run: () => Promise<void>): Promise<{ ms: number; cpuMs: number }> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}
