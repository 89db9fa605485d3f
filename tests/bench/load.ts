/** How fast a stop reaches the provider, a fast stream through a real WebSocket, and many at once. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Brain } from '../../brain/brain.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { startGateway } from '../../src-main/gateway/index.ts';
import { connect, endOf, startTestBrain, testHost } from '../support/brain-client.ts';
import { longAnswer } from '../support/long-answer.ts';
import { type ModelServer, type Script, startModelServer } from '../support/model-servers/index.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';
import { heading, line, report } from './figures.ts';

const STOPS = 50;
const TOKENS_PER_SECOND = 2000;
const SECONDS = 3;
const SESSIONS = 100;

export async function benchLoad(): Promise<void> {
  await withBrain([{ text: 'Once upon a time', textPiece: 4, hangAt: 'text' }], stops);
  // A burst of tokens each 10 ms, as servers under load send them; timers are a little late, so
  // that a hundredth of a second's tokens would be too few.
  const perBurst = TOKENS_PER_SECOND / 80;
  const text = 'token8. '.repeat(TOKENS_PER_SECOND * SECONDS);
  await withBrain([{ text, textPiece: 8 * perBurst, eventDelayMs: 10 }], (brain, model, home) =>
    fastStream(brain, model, home, text),
  );
  const { body, text: whole } = longAnswer(50, 1024);
  await withBrain([{ body, splitBytes: 16_384 }], (brain) => manySessions(brain, whole));
}

async function stops(brain: Brain, model: ModelServer): Promise<void> {
  heading('Stop: chat.stop until the connection to the provider is closed, mid-stream');
  const client = connect(brain);
  const samples: number[] = [];
  for (let round = 0; round < STOPS; round += 1) {
    client.events.length = 0;
    const { turnId } = await client.call('chat.send', { text: 'a story' });
    await client.event('delta');
    const chat = model.chats.at(-1);
    const startedAt = performance.now();
    void client.call('chat.stop', { turnId });
    await chat?.aborted;
    samples.push(performance.now() - startedAt);
    await endOf(client, turnId);
  }
  report('stop reaches the socket', samples);
}

async function fastStream(brain: Brain, _model: ModelServer, home: string, text: string) {
  heading(`Fast stream: ${TOKENS_PER_SECOND} tokens per second for ${SECONDS} s to a WebSocket`);
  const { dispatcher } = brain;
  const gateway = await startGateway({
    home,
    port: 0,
    dispatcher,
    renderer: home,
    logger: silentLogger,
  });
  if (!gateway.ok) throw new Error(gateway.error);
  const token = (await readFile(join(home, 'gateway.token'), 'utf8')).trim();
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.value.port}/rpc`, [token]);
  await once(socket, 'open');
  let got = '';
  let deltas = 0;
  let firstAt = 0;
  let lastAt = 0;
  const ended = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const { params } = JSON.parse(String(data));
      if (params?.type === 'delta') {
        got += params.text;
        deltas += 1;
        lastAt = performance.now();
        if (deltas === 1) firstAt = lastAt;
      }
      if (params?.type === 'done' || params?.type === 'error') resolve();
    });
  });
  const ask = (id: number, method: string, params: object): void =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  ask(1, 'events.subscribe', {});
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  ask(2, 'chat.send', { text: 'go' });
  await ended;
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const tokens = TOKENS_PER_SECOND * SECONDS;
  line('complete', `${got === text ? 'yes' : 'NO'}, ${deltas} events for ${tokens} tokens`);
  line('tokens per second that arrived', ((tokens * 1000) / (lastAt - firstAt)).toFixed(0));
  line('CPU, server and client included', `${((user + system) / 1000 / seconds).toFixed(0)} ms/s`);
  socket.terminate();
  await gateway.value.close();
}

async function manySessions(brain: Brain, whole: string): Promise<void> {
  heading(`Parallel: ${SESSIONS} sessions, ${whole.length / 1024} KiB each, unthrottled`);
  const client = connect(brain);
  const startedAt = performance.now();
  const turns = await Promise.all(
    Array.from({ length: SESSIONS }, () => client.call('chat.send', { text: 'go' })),
  );
  await Promise.all(turns.map(({ turnId }) => endOf(client, turnId)));
  line('all ended after', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const complete = turns.filter(({ turnId }) => {
    const own = client.events.filter((event) => event.turnId === turnId);
    return own.map((event) => (event.type === 'delta' ? event.text : '')).join('') === whole;
  });
  line('complete', `${complete.length} of ${SESSIONS}`);
}

async function withBrain(
  script: Script,
  run: (brain: Brain, model: ModelServer, home: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'connectome-bench-load-'));
  const home = join(folder, 'home');
  const model = await startModelServer({ kind: 'openai', script });
  await writeConfig(home, { bench: model });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  await run(brain, model, home);
  await brain.stop();
  await model.close();
  // Files of the last turn may still be on their way.
  await sleep(200);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
