/** A brain in a process of its own, as `connectome serve` runs it, and a client on its socket. */
import { once } from 'node:events';
import type { ConnectomeEvent } from '../../protocol/index.ts';
import { type Client, createClient, socketPipe } from '../../src-main/client.ts';
import { connectToSocket } from '../../src-main/socket.ts';
import { socketPaths } from '../../src-main/socket-path.ts';
import { type FirstEvent, firstEventOf } from './first-event.ts';
import { type RunningNode, runNode } from './run-node.ts';

export interface RealHost {
  readonly process: RunningNode;
  /** Ends it as a crash or a power cut would: no handler runs. */
  kill(): Promise<void>;
  connect(): Promise<SocketClient>;
}

export interface SocketClient extends Client {
  readonly events: ConnectomeEvent[];
  readonly event: FirstEvent;
}

/**
 * Lets the process kill itself, as a power cut would, in the moment before the first change of a file
 * that fits: `operation path data`, where an append has written half of its record by then.
 */
const dying = `
  const { nodeFileOps: ops } = await import('./brain/storage/index.ts');
  const when = new RegExp(process.env.TEST_DIES_BEFORE);
  for (const [name, real] of Object.entries(ops)) {
    ops[name] = (...given) => {
      const [path, data] = given;
      const place = name === 'rename' ? data : path;
      if (!when.test(name + ' ' + place + ' ' + (typeof data === 'string' ? data : ''))) return real(...given);
      if (name === 'append') real(path, data.slice(0, data.length / 2), given[2], false);
      process.kill(process.pid, 'SIGKILL');
      for (;;) {}
    };
  }`;

export async function startRealHost(
  home: string,
  environment: Record<string, string> = {},
  /** Kills itself before this: `operation path data`. */
  diesBefore?: RegExp,
): Promise<RealHost> {
  const running = runNode(
    `${diesBefore === undefined ? '' : dying}
     const { main } = await import('./src-main/connectome.ts');
     await main(['serve', '--port', '0']);`,
    {
      CONNECTOME_HOME: home,
      ...environment,
      ...(diesBefore === undefined ? {} : { TEST_DIES_BEFORE: diesBefore.source }),
    },
  );
  await running.printed('http://127.0.0.1:');
  return {
    process: running,
    async kill() {
      const ended = once(running.child, 'exit');
      running.child.kill('SIGKILL');
      await ended;
    },
    connect: () => connectClient(home),
  };
}

async function connectClient(home: string): Promise<SocketClient> {
  const answered = await connectToSocket(socketPaths(home));
  if (answered === undefined) throw new Error(`no brain answers for ${home}`);
  const client = createClient(socketPipe(answered.socket));
  const events: ConnectomeEvent[] = [];
  const watchers = new Set<() => void>();
  client.onEvent((event) => {
    if (!('scope' in event)) events.push(event);
    for (const watcher of watchers) watcher();
  });
  await client.call('events.subscribe', {});
  return {
    ...client,
    events,
    event: firstEventOf(events, watchers),
  };
}
