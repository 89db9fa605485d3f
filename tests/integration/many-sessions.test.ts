/** A hundred answers at once through one brain: no event lost, none doubled, and nothing kept. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { longAnswer } from '../support/long-answer.ts';
import { type ModelServer, startModelServer } from '../support/model-servers/index.ts';
import { runNode } from '../support/run-node.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

const SESSIONS = 100;
const CHUNKS = 50;
const CHUNK_CHARS = 1024;
/** Were all of them kept, every round would add more than 10 MB of text alone. */
const MAY_GROW_BYTES = 8 * 1024 * 1024;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Runs in a process of its own, whose heap is nobody else's. */
const program = `
  import { createHash } from 'node:crypto';
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const { startTestBrain, testHost } = await import('./tests/support/brain-client.ts');
  const { testKeys } = await import('./tests/support/write-config.ts');
  let later = 0;
  const clock = { now: () => new Date(Date.now() + later) };
  const brain = await startTestBrain(process.env.TEST_HOME, { host: testHost(testKeys), clock });

  const open = new Map();
  const results = [];
  let whenAllEnded = () => {};
  function hear(event) {
    // News of the brain have numbers of their own.
    if (event.scope === 'brain') return;
    const turn = open.get(event.sessionId);
    if (turn === undefined) return;
    turn.gaps += event.seq === turn.lastSeq + 1 ? 0 : 1;
    turn.lastSeq = event.seq;
    if (event.type === 'delta') turn.text += event.text;
    if (event.type === 'done' || event.type === 'error') {
      open.delete(event.sessionId);
      const whole = createHash('sha256').update(turn.text).digest('hex') === process.env.TEST_HASH;
      results.push({ end: event.type, whole, gaps: turn.gaps, ...(whole ? {} : { text: turn.text.slice(0, 200) }) });
      if (open.size === 0) whenAllEnded();
    }
  }
  const answers = new Map();
  const pipe = brain.dispatcher.connect({
    kind: 'socket',
    unsentBytes: () => 0,
    send(text) {
      const message = JSON.parse(text);
      if (message.method === 'event') hear(message.params);
      else answers.get(message.id)?.(message.result ?? message.error);
    },
  });
  let lastId = 0;
  function call(method, params) {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      answers.set(id, (result) => {
        answers.delete(id);
        resolve(result);
      });
      pipe.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }
  await call('events.subscribe', {});

  async function round() {
    const made = await Promise.all(
      Array.from({ length: ${SESSIONS} }, () => call('session.create', {})),
    );
    for (const { session } of made) {
      open.set(session.sessionId, { lastSeq: 0, gaps: 0, text: '' });
    }
    const ended = new Promise((resolve) => { whenAllEnded = resolve; });
    for (const { session } of made) {
      void call('chat.send', { sessionId: session.sessionId, text: 'go' }).then((answer) => {
        if (answer.turnId === undefined) throw new Error(answer.message);
      });
    }
    await ended;
    // A minute after: whatever is in memory then is kept for good.
    later += 60_000;
    await call('session.create', {});
    gc();
    await new Promise((resolve) => setImmediate(resolve));
    gc();
    return process.memoryUsage().heapUsed;
  }
  const heaps = [await round(), await round(), await round()];
  console.log(JSON.stringify({ heaps, results }));
  await brain.stop();
  process.exit(0);
`;

it('a hundred parallel sessions lose no event and leave no memory behind', async () => {
  const home = join(await tempFolder(), 'home');
  const { body, text } = longAnswer(CHUNKS, CHUNK_CHARS);
  const model = await startModelServer({ kind: 'openai', script: [{ body, splitBytes: 16_384 }] });
  servers.push(model);
  await writeConfig(home, { first: model });
  const child = runNode(program, { ...testKeys, TEST_HOME: home, TEST_HASH: sha256(text) });
  expect(await child.ended()).toBe(0);
  const { heaps, results } = JSON.parse(child.output().stdout);
  expect(results).toHaveLength(3 * SESSIONS);
  const right = { end: 'done', whole: true, gaps: 0 };
  for (const result of results) expect(result).toEqual(right);
  expect(heaps[2] - heaps[0]).toBeLessThan(MAY_GROW_BYTES);
});
