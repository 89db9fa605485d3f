/** A brain of this process: log, brain and socket, started in order and ended in the reverse one. */
import type { Brain } from '../brain/brain.ts';
import type { Host } from '../brain/shared/host.ts';
import { messageOf } from '../brain/shared/result.ts';
import { type Gateway, type GatewayOptions, startGateway } from './gateway/index.ts';
import type { Claim } from './lock.ts';
import { openProgramLog, type ProgramLog, tellDeath } from './logging.ts';
import { deferDispatcher } from './pipes.ts';
import type { Program } from './places.ts';
import { listenOnSocket, type SocketServer } from './socket.ts';
import { limitYoungSpace } from './young-space.ts';

export interface OwnBrainOptions {
  readonly home: string;
  readonly claim: Extract<Claim, { kind: 'held' }>;
  readonly host: Host;
  readonly program: Program;
}

export interface OwnBrain {
  readonly brain: Brain;
  readonly log: ProgramLog;
  /** Adds the gateway; `gateway.code` works from then on. */
  openGateway(where: Pick<GatewayOptions, 'port' | 'host'>): ReturnType<typeof startGateway>;
  /** Ends everything and gives the home free. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts the brain of a home that has been claimed; gives the claim back when that fails. */
export async function startOwnBrain(options: OwnBrainOptions): Promise<OwnBrain> {
  const { home, claim, host, program } = options;
  // Electron is given the limit when it is started (cli/desktop.ts).
  if (process.versions.electron === undefined) limitYoungSpace();
  const log = openProgramLog(home);
  const unwatch = tellDeath(log);
  let socket: SocketServer | undefined;
  let brain: Brain | undefined;
  let gateway: Gateway | undefined;
  let stopping: Promise<void> | undefined;

  async function end(what: string, close: (() => Promise<void>) | undefined): Promise<void> {
    try {
      await close?.();
    } catch (thrown) {
      // What follows must be closed as well, the lock above all.
      log.error(`ending the ${what} failed`, { error: messageOf(thrown) });
    }
  }

  async function stopAll(): Promise<void> {
    await end('gateway', gateway?.close);
    await end('socket', socket?.close);
    await end('brain', brain?.stop);
    claim.lock.release();
    unwatch();
    log.info('stopped');
    log.close();
  }

  try {
    const starting = import('../brain/brain.ts').then(async ({ startBrain }) => {
      const result = await startBrain({
        home,
        host,
        version: program.version,
        logger: log,
        defaults: program.defaults,
        gatewayUrl: () => gateway?.oneTimeUrl(),
      });
      if (!result.ok) throw new Error(result.error);
      return result.value;
    });
    // The socket is there first, so that other starters see at once who holds the home.
    const dispatcher = deferDispatcher(starting.then((started) => started.dispatcher));
    socket = await listenOnSocket(claim.socketPath, dispatcher);
    brain = await starting;
    log.redactWith(brain.redact);
    log.info('started', { version: program.version, node: process.versions.node, host: host.kind });
  } catch (thrown) {
    log.error('starting failed', { error: messageOf(thrown) });
    await stopAll();
    throw thrown;
  }

  const started = brain;
  return {
    brain: started,
    log,
    async openGateway(where) {
      const opened = await startGateway({
        home,
        ...where,
        dispatcher: started.dispatcher,
        renderer: program.renderer,
        onToken: (token) => started.learnSecret('gateway.token', token),
        logger: log,
      });
      if (opened.ok) gateway = opened.value;
      return opened;
    },
    stop() {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
