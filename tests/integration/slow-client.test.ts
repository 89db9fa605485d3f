/** A client that does not read while an answer streams: bounded memory, no slower turn, no loss. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Brain } from '../../brain/brain.ts';
import { createSubscriber, LIVE_BOUND_BYTES } from '../../brain/rpc/connection.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import type { BrainEvent, ConnectomeEvent } from '../../protocol/index.ts';
import { startGateway } from '../../src-main/gateway/index.ts';
import type { PipeDispatcher } from '../../src-main/pipes.ts';
import { listenOnSocket } from '../../src-main/socket.ts';
import { connect, endOf, startTestBrain, testHost } from '../support/brain-client.ts';
import { longAnswer } from '../support/long-answer.ts';
import { startModelServer } from '../support/model-servers/index.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

const MB = 1024 * 1024;
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const { body, text } = longAnswer(320, 64 * 1024);

async function streamingBrain() {
  const folder = await tempFolder();
  const home = join(folder, 'home');
  const model = await startModelServer({
    kind: 'openai',
    script: [{ body, splitBytes: 128 * 1024 }],
  });
  closing.push(() => model.close());
  await writeConfig(home, { first: model });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  closing.push(() => brain.stop());
  return { brain, home, folder };
}

/** The brain's dispatcher, watched: the most that ever waited for a client before it read. */
function watched({ dispatcher }: Brain) {
  const most = { unsent: 0, sent: 0 };
  let reading = false;
  const pipe: PipeDispatcher = {
    connect: (connection) =>
      dispatcher.connect({
        ...connection,
        send(message) {
          connection.send(message);
          if (reading) return;
          most.sent += message.length;
          most.unsent = Math.max(most.unsent, connection.unsentBytes());
        },
      }),
  };
  return { pipe, most, startReading: () => (reading = true) };
}

interface SlowClient {
  send(message: object): void;
  /** Starts to read, or goes on; resolves with the turn's events when it has ended. */
  readTurn(turnId: string): Promise<ConnectomeEvent[]>;
}

type Open = (place: { home: string; folder: string; pipe: PipeDispatcher }) => Promise<SlowClient>;

const overSocket: Open = async ({ folder, pipe }) => {
  const path = join(folder, 'b.sock');
  const server = await listenOnSocket(path, pipe);
  const socket = createConnection(path);
  await once(socket, 'connect');
  socket.pause();
  closing.push(async () => {
    socket.destroy();
    await server.close();
  });
  const heard = hearing();
  createInterface({ input: socket }).on('line', heard.line);
  // The reader above set the socket going.
  socket.pause();
  return {
    send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    readTurn(turnId) {
      socket.resume();
      return heard.turn(turnId);
    },
  };
};

const overWebSocket: Open = async ({ home, pipe }) => {
  const gateway = await startGateway({
    home,
    port: 0,
    dispatcher: pipe,
    renderer: home,
    logger: silentLogger,
  });
  if (!gateway.ok) throw new Error(gateway.error);
  closing.push(() => gateway.value.close());
  const token = (await readFile(join(home, 'gateway.token'), 'utf8')).trim();
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.value.port}/rpc`, [token]);
  await once(socket, 'open');
  socket.pause();
  closing.push(() => socket.terminate());
  const heard = hearing();
  socket.on('message', (data) => heard.line(String(data)));
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    readTurn(turnId) {
      socket.resume();
      return heard.turn(turnId);
    },
  };
};

function hearing() {
  const events: ConnectomeEvent[] = [];
  let look = (): void => {};
  return {
    line(text: string): void {
      const message = JSON.parse(text);
      if (message.method !== 'event') return;
      const event: ConnectomeEvent | BrainEvent = message.params;
      if ('scope' in event) return;
      events.push(event);
      look();
    },
    turn: (turnId: string) =>
      new Promise<ConnectomeEvent[]>((resolve) => {
        look = () => {
          const own = events.filter((event) => event.turnId === turnId);
          const last = own.at(-1)?.type;
          if (last === 'done' || last === 'error') resolve(own);
        };
        look();
      }),
  };
}

function shownText(events: readonly ConnectomeEvent[]): string {
  return events.reduce((shown, event) => {
    if (event.type !== 'delta') return shown;
    return 'folded' in event ? event.text : shown + event.text;
  }, '');
}

it.each([
  ['socket', overSocket],
  ['WebSocket', overWebSocket],
])(
  'a %s client that does not read while 20 MB stream gets exactly what it missed, folded',
  async (_name, open) => {
    const { brain, home, folder } = await streamingBrain();
    const { pipe, most, startReading } = watched(brain);
    const slow = await open({ home, folder, pipe });
    slow.send({ jsonrpc: '2.0', id: 1, method: 'events.subscribe', params: {} });

    const quick = connect(brain);
    const { session } = await quick.call('session.create', {});
    const { turnId } = await quick.call('chat.send', { sessionId: session.sessionId, text: 'go' });
    // The turn ends although nobody reads there, and what waits for that client stays bounded.
    expect((await endOf(quick, turnId)).type).toBe('done');
    const end = quick.events.filter((event) => event.turnId === turnId).at(-1);
    expect(most.sent).toBeGreaterThan(LIVE_BOUND_BYTES);
    expect(most.unsent).toBeLessThan(LIVE_BOUND_BYTES + 4 * MB);

    startReading();
    const got = await slow.readTurn(turnId);
    expect(shownText(got) === text).toBe(true);
    const seqs = got.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(got.at(-1)).toEqual(end);
    // Live up to a point without a gap, then one fold for all the text, then the rest.
    const folded = got.filter((event) => 'folded' in event);
    expect(folded).toHaveLength(1);
    const at = got.findIndex((event) => 'folded' in event);
    const first = seqs[0] ?? 0;
    expect(seqs.slice(0, at)).toEqual(Array.from({ length: at }, (_, n) => first + n));
    const plain = (events: readonly ConnectomeEvent[]) =>
      events.filter(({ type }) => type !== 'delta');
    expect(plain(got)).toEqual(plain(quick.events.filter((event) => event.turnId === turnId)));
    quick.close();
  },
);

it('a client that caught up hears what comes next live again', async () => {
  const { brain, home, folder } = await streamingBrain();
  const { pipe } = watched(brain);
  const slow = await overSocket({ home, folder, pipe });
  slow.send({ jsonrpc: '2.0', id: 1, method: 'events.subscribe', params: {} });
  const quick = connect(brain);
  const { turnId } = await quick.call('chat.send', { text: 'go' });
  await endOf(quick, turnId);
  await slow.readTurn(turnId);
  const second = await quick.call('chat.send', { text: '/reflex help' });
  const got = await slow.readTurn(second.turnId);
  await endOf(quick, second.turnId);
  const live = quick.events.filter((event) => event.turnId === second.turnId);
  expect(got).toEqual(live);
  expect(got.some((event) => 'folded' in event)).toBe(false);
  quick.close();
});

it('a pipe that breaks while missed events are being read ends nobody else', async () => {
  const told = Promise.withResolvers<string>();
  const event = { sessionId: 's_1', seq: 1 } as ConnectomeEvent;
  let loaded = false;
  const client = createSubscriber(
    {
      kind: 'socket',
      unsentBytes: () => 0,
      send() {
        throw new Error('the pipe is broken');
      },
    },
    {
      isLoaded: () => loaded,
      async load() {
        loaded = true;
        return true;
      },
      replay: () => [event],
    },
    (text) => text,
    { ...silentLogger, warn: (_message, fields) => told.resolve(JSON.stringify(fields)) },
  );
  // Bug: a rejection that nobody handles, which ends the program.
  client.catchUp('s_1', 0);
  expect(await told.promise).toContain('the pipe is broken');
});
