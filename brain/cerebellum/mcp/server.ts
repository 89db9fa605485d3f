/**
 * The life of one server: asked about, started, in use, gone, started again. What it offers is known
 * from its record before it runs, so that nothing ever waits for it but a call that needs it.
 *
 * Must always hold: nothing is started that its owner has not seen as it is; at most one connection;
 * what has been closed stays closed.
 */
import type { McpServerConfig, McpServerState } from '../../../protocol/index.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import { joined, type Sentence, type Spoken, say, spoken, verbatim } from '../../shared/say.ts';
import { ToldError } from '../../shared/told-error.ts';
import { createAsksOfServer } from './asks-of-server.ts';
import { createBackOff } from './back-off.ts';
import type { Caller } from './caller.ts';
import type { Connection, Manifest } from './connection.ts';
import { type ContactHooks, makeContact } from './contact.ts';
import type { ServerDeps } from './deps.ts';
import { realTimer } from './later.ts';
import { fingerprintOf, kindOf } from './launch.ts';
import { createLentFolders } from './lent-folders.ts';
import { createLogLines } from './log-lines.ts';
import { type ServerRecord, withManifest } from './record.ts';
import { isUnauthorized, whyNot, withLastWords } from './why.ts';
import { createWiderRights } from './wider-rights.ts';

/** How long a call waits for a server that is not up. */
const WAIT_MS = 30_000;

export interface Server {
  readonly name: string;
  config(): McpServerConfig;
  record(): ServerRecord;
  state(): { readonly state: McpServerState } & Spoken<'message'>;
  logs(): readonly string[];
  /** Starts it where it may start; resolves when it is known whether it may. */
  start(): Promise<void>;
  /** The owner lets it start as it is now. `keep`: also the next time. */
  allow(keep: boolean): void;
  /** The address at which its owner signs in; it starts when he has. */
  signIn(): Promise<Result<string, Sentence>>;
  signedIn(): boolean;
  /** Ends it and starts it anew; resolves when it is up or has failed. */
  restart(): Promise<void>;
  setConfig(config: McpServerConfig): void;
  setRecord(record: ServerRecord): void;
  /** A live connection for a call in this folder; the error is a sentence for the model. */
  use<T>(
    caller: Caller,
    folder: string,
    signal: AbortSignal,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

export function createServer(first: McpServerConfig, kept: ServerRecord, deps: ServerDeps): Server {
  const later = deps.later ?? realTimer;
  const lines = createLogLines(deps.redact);
  let config = first;
  let record = kept;
  let state: McpServerState = config.disabled === true ? 'off' : 'waiting';
  let message = verbatim('');
  let connection: Connection | undefined;
  let opening: { readonly done: Promise<void>; readonly stop: AbortController } | undefined;
  let endings: Promise<void> = Promise.resolve();
  const backOff = createBackOff(later);
  let closed = false;
  let allowedOnce = '';
  const asksOfServer = createAsksOfServer(deps.name);
  const rights = createWiderRights({
    server: deps.name,
    signIn: deps.signIn,
    openLink: deps.openLink,
    resolve: () => deps.resolve(config),
  });
  const folders = createLentFolders(deps.folder, later);

  function set(next: McpServerState, why = verbatim('')): void {
    if (closed || (state === next && message.text === why.text)) return;
    state = next;
    message = why;
    deps.onChange();
  }

  const mayStart = (): boolean => {
    const launch = deps.confinement.launchOf(config);
    return record.consent === launch || allowedOnce === launch;
  };

  async function start(): Promise<void> {
    if (closed || opening !== undefined || connection !== undefined) return;
    backOff.cancel();
    if (config.disabled === true) {
      set('off');
    } else if (kindOf(config) === undefined) {
      set('failed', say('server.nothingNamed'));
    } else if (mayStart()) {
      void open();
    } else {
      const asked = config;
      await deps.confinement.look(asked);
      if (asked !== config || closed || opening !== undefined || connection !== undefined) return;
      // Only now is it known what was allowed.
      if (mayStart()) void open();
      else asks();
    }
  }

  function asks(): void {
    set('asks', say('server.notAllowedYet'));
    deps.onAsks(deps.confinement.launchOf(config));
  }

  function open(): Promise<void> {
    if (opening !== undefined) return opening.done;
    const stop = new AbortController();
    set('starting');
    // What is still ending must not meet what begins.
    const done = endings
      .then(() => connect(stop.signal))
      .finally(() => {
        if (opening?.stop === stop) opening = undefined;
      });
    opening = { done, stop };
    return done;
  }

  async function connect(signal: AbortSignal): Promise<void> {
    let place: string | undefined;
    lines.begin();
    try {
      const launch = await deps.resolve(config);
      if (!launch.ok) {
        set('failed', launch.error);
        return;
      }
      if (launch.value.kind === 'http') place = launch.value.url;
      await deps.confinement.look(config);
      signal.throwIfAborted();
      if (!mayStart()) {
        asks();
        return;
      }
      const confined = deps.confinement.confines(config) === true;
      const transport = {
        environment: deps.environment,
        onLog: confined ? hear : lines.add,
        onNote: lines.note,
        ...(confined ? { confine: deps.confine } : {}),
        authorize: deps.signIn.provider,
      };
      await makeContact(launch.value, {
        transport,
        hooks: hooks(),
        signal,
        onReady(live, manifest) {
          connection = live;
          backOff.forget();
          take(manifest);
          set('ready');
        },
        onLost(live) {
          if (connection === live) lost();
        },
      });
    } catch (thrown) {
      if (signal.aborted) return;
      lines.note(deps.redact(messageOf(thrown)));
      if (isUnauthorized(thrown) || rights.refusedIn(thrown) !== undefined) {
        set('sign_in', say('server.signIn'));
      } else {
        retry(whyNot(thrown, place, deps.redact));
      }
    }
  }

  function hear(text: string): void {
    lines.add(text);
    const [began, live] = [opening, connection];
    deps.wantedFolders
      .heard(text)
      .then(async (folder) => {
        if (folder === undefined || closed) return;
        lines.note(`The folder ${folder} was made for it.`);
        // What it sees is settled when it starts. It may be on its way again already.
        if (opening === began && connection === live) await restart();
      })
      .catch((thrown: unknown) => lines.note(messageOf(thrown)));
  }

  async function restart(): Promise<void> {
    await stop();
    backOff.forget();
    await start();
    await opening?.done;
  }

  function lost(): void {
    connection = undefined;
    folders.asked();
    if (!closed) retry(say('server.connectionEnded'));
  }

  function retry(reason: Sentence): void {
    const told = lines.sawUntrusted() ? joined([reason, say('server.downloadNotTrusted')]) : reason;
    const why = withLastWords(told, lines.last());
    const comes = backOff.failed(() => {
      if (mayStart() && config.disabled !== true && !closed) void open();
    });
    set(comes ? 'waiting' : 'failed', why);
  }

  function take(manifest: Manifest): void {
    const next = withManifest(record, manifest);
    if (JSON.stringify(next) === JSON.stringify(record)) return;
    record = next;
    deps.onRecord(record);
    deps.onChange();
  }

  function hooks(): ContactHooks {
    return {
      version: deps.version,
      elicit: asksOfServer.elicit,
      ...(config.sampling === true ? { sample: asksOfServer.sample } : {}),
      roots: folders.all,
      onRootsAsked: folders.asked,
      onLog: lines.add,
      onListChanged() {
        connection
          ?.manifest()
          .then(take)
          .catch((thrown: unknown) => lines.note(messageOf(thrown)));
      },
    };
  }

  /** Ends what runs or begins. */
  function stop(): Promise<void> {
    backOff.cancel();
    opening?.stop.abort();
    const [live, begun] = [connection, opening?.done];
    connection = undefined;
    opening = undefined;
    // However it ends, it is gone.
    endings = Promise.all([endings, live?.close().catch(() => {}), begun]).then(() => {});
    return endings;
  }

  async function ready(signal: AbortSignal): Promise<Connection> {
    if (connection !== undefined) return connection;
    if (config.disabled === true) throw new ToldError(say('server.isOff', { name: deps.name }));
    if (!mayStart()) await start();
    if (!mayStart()) {
      throw new ToldError(say('server.waits', { name: deps.name }));
    }
    if (state === 'failed') backOff.forget();
    backOff.cancel();
    await inTime(open(), signal);
    if (connection !== undefined) return connection;
    const why = message.text === '' ? say('server.notUp') : message;
    throw new ToldError(say('server.unusable', { name: deps.name, why }));
  }

  return {
    name: deps.name,
    config: () => config,
    record: () => record,
    state: () => ({ state, ...spoken({ message }) }),
    logs: lines.all,
    start,
    allow(keep) {
      allowedOnce = deps.confinement.launchOf(config);
      if (keep && record.consent !== allowedOnce) {
        record = { ...record, consent: allowedOnce };
        deps.onRecord(record);
      }
      backOff.forget();
      void start();
    },
    signedIn: deps.signIn.isSignedIn,
    async signIn() {
      if (!mayStart()) return err(say('signIn.startFirst'));
      const launch = await deps.resolve(config);
      if (!launch.ok) return err(launch.error);
      if (launch.value.kind !== 'http') return err(say('signIn.onlyWeb'));
      const begun = await deps.signIn.begin(launch.value, rights.wanted());
      if (!begun.ok) return begun;
      void begun.value.done.then(async (signed) => {
        if (closed) return;
        if (!signed.ok) lines.note(signed.error.text);
        await stop();
        backOff.forget();
        await start();
      });
      return ok(begun.value.address);
    },
    restart,
    setConfig(next) {
      const same = fingerprintOf(next) === fingerprintOf(config);
      const was = config;
      config = next;
      const goesOn =
        same &&
        was.disabled === next.disabled &&
        was.sandbox === next.sandbox &&
        was.sampling === next.sampling;
      if (goesOn) {
        deps.onChange();
        return;
      }
      backOff.forget();
      void stop();
      set(next.disabled === true ? 'off' : 'waiting');
      void start();
    },
    setRecord(next) {
      record = next;
      deps.onRecord(record);
      deps.onChange();
    },
    async use(caller, folder, signal, work) {
      const live = await ready(signal);
      return asksOfServer.during(caller, async () => {
        await folders.lend(folder, live);
        return await work(live).catch(async (thrown: unknown) => {
          const wider = rights.refusedIn(thrown);
          if (wider === undefined) throw thrown;
          await caller.paused(() => rights.ask(wider, caller, signal));
          return work(live);
        });
      });
    },
    close() {
      closed = true;
      deps.signIn.close();
      return stop();
    },
  };
}

async function inTime(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      limit.addEventListener('abort', () => resolve(), { once: true });
    }),
  ]);
  signal.throwIfAborted();
}
