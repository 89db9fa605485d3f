/** A brain in a process of its own, as `connectome serve` runs it, and a client on its socket. */
import { once } from 'node:events';
import type { ConnectomeEvent, EventType } from '../../protocol/index.ts';
import { type Client, createClient, socketPipe } from '../../src-main/client.ts';
import { connectToSocket } from '../../src-main/socket.ts';
import { socketPaths } from '../../src-main/socket-path.ts';
import type { EventWith } from './brain-client.ts';
import { type RunningNode, runNode } from './run-node.ts';

export interface RealHost {
  readonly process: RunningNode;
  /** Ends it as a crash or a power cut would: no handler runs. */
  kill(): Promise<void>;
  connect(): Promise<SocketClient>;
}

export interface SocketClient extends Client {
  readonly events: ConnectomeEvent[];
  event<T extends EventType>(
    type: T,
    fits?: (event: EventWith<T>) => boolean,
  ): Promise<EventWith<T>>;
}

export async function startRealHost(
  home: string,
  environment: Record<string, string> = {},
): Promise<RealHost> {
  const running = runNode(
    `const { main } = await import('./src-main/connectome.ts');
     await main(['serve', '--port', '0']);`,
    { CONNECTOME_HOME: home, ...environment },
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
    event: (type, fits = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = events.find(
            (event): event is EventWith<typeof type> => event.type === type && fits(event as never),
          );
          if (found === undefined) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      }),
  };
}
