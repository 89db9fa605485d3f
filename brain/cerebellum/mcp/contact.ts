/** From how a server is reached to a connection that has said what it offers. */
import { say } from '../../shared/say.ts';
import { type Connection, type Hooks, type Manifest, openConnection } from './connection.ts';
import type { Launch } from './launch.ts';
import { type OpenTransport, openTransport } from './transports.ts';

export type ContactHooks = Omit<Hooks, 'onClosed'>;

/** It was up, and gone before it could be used. */
export class EndedAtOnce extends Error {
  constructor() {
    super(say('server.endedAtOnce').text);
  }
}

/** Throws where there is no connection in the end; then nothing of it is left. */
export async function makeContact(
  launch: Launch,
  {
    transport: how,
    hooks,
    signal,
    onReady,
    onLost,
  }: {
    readonly transport: OpenTransport;
    readonly hooks: ContactHooks;
    readonly signal: AbortSignal;
    onReady(live: Connection, manifest: Manifest): void;
    /** Only for one that was ready. */
    onLost(live: Connection): void;
  },
): Promise<void> {
  const { transport, modern } = await openTransport(launch, how);
  let live: Connection | undefined;
  let over = false;
  const onClosed = (): void => {
    over = true;
    if (live !== undefined) onLost(live);
  };
  live = await openConnection(transport, { ...hooks, onClosed }, { modern, signal }).catch(
    async (thrown) => {
      // Why it could not be opened is told; that closing it failed, too, adds nothing.
      await transport.close().catch(() => {});
      throw thrown;
    },
  );
  try {
    const manifest = await live.manifest(signal);
    signal.throwIfAborted();
    if (over) throw new EndedAtOnce();
    onReady(live, manifest);
  } catch (thrown) {
    await live.close().catch(() => {});
    throw thrown;
  }
}
