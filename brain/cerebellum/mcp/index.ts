/**
 * MCP servers: programs and URLs of others whose tools the mind may use.
 *
 * Takes the settings' `mcpServers`; gives tools, runs their calls, and tells windows how each server
 * is. Must always hold: a server starts only as its owner saw it; what it says about its tools counts
 * as it was when he accepted it; no server can delay a turn that does not call it.
 */
import { join } from 'node:path';
import type {
  Decision,
  JsonObject,
  McpServerConfig,
  McpServerInfo,
  PendingAsk,
} from '../../../protocol/index.ts';
import type { McpServers, Settings, ToolResult, ToolRun } from '../../regions.ts';
import type { HomePaths } from '../../shared/home.ts';
import type { Logger } from '../../shared/log.ts';
import type { ToolCall } from '../../shared/model.ts';
import { expandHome } from '../../shared/paths.ts';
import type { Redactor } from '../../shared/redact.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import type { Storage } from '../../storage/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { createConfinement } from './confinement.ts';
import type { Connection } from './connection.ts';
import { serverEnvironment } from './environment.ts';
import { fingerprintOf, kindOf, resolveLaunch, shownLaunch } from './launch.ts';
import { serverKey } from './names.ts';
import { type PastedServer, readPasted } from './paste.ts';
import {
  emptyRecord,
  formatRecord,
  parseRecord,
  type ServerRecord,
  withAccepted,
} from './record.ts';
import { promptText, resourceResultOf } from './results.ts';
import { createServer, type Server } from './server.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { callTool, type ServerTool, shownTools, toolsOf } from './tools.ts';

/** The rule that such an ask names, so that windows can word it for themselves. */
export type AskRule = 'mcp_start' | 'mcp_tools';

/** A question of the brain itself; `withdraw` when it was answered in another place. */
export interface ServerAsk {
  readonly answer: Promise<Decision>;
  withdraw(decision: Decision): void;
}

export interface ServersDeps {
  readonly paths: Pick<HomePaths, 'mcp'>;
  readonly storage: Storage;
  readonly settings: Settings;
  readonly updateSettings: (patch: JsonObject) => Promise<Result<unknown>>;
  readonly secrets: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string, options: { allowFile: boolean }): Promise<Result<unknown>>;
    delete(name: string): Promise<unknown>;
    names(): readonly string[];
  };
  readonly redactor: Pick<Redactor, 'add' | 'own'>;
  readonly sandbox: Pick<Sandbox, 'state' | 'known' | 'confineServer'>;
  readonly readEnvironment: (name: string) => string | undefined;
  readonly userHome: string;
  readonly version: string;
  readonly logger: Logger;
  readonly ask: (what: {
    readonly rule: AskRule;
    readonly server: NonNullable<PendingAsk['server']>;
    readonly title: string;
    readonly detail: string;
    readonly risk: string;
  }) => ServerAsk;
  /** Opens a page in the owner's browser. */
  readonly openLink: (url: string) => Promise<void>;
  onChange(server: McpServerInfo): void;
}

export interface ServersRegion extends McpServers {
  readonly tools: () => readonly ServerTool[];
  execute(tool: ServerTool, call: ToolCall, run: ToolRun): Promise<ToolResult>;
  close(): Promise<void>;
}

/** So long the owner waits for a prompt or a resource. */
const OWNERS_MS = 60_000;

type Configs = Readonly<Record<string, McpServerConfig>>;

export async function createServers(deps: ServersDeps): Promise<ServersRegion> {
  const { settings, storage, logger, redactor } = deps;
  const servers = new Map<string, Server>();
  const confinement = createConfinement(deps.sandbox, settings);
  const asks = new Map<string, { readonly about: string; readonly ask: ServerAsk }>();
  let started = false;
  let toolList: readonly ServerTool[] | undefined;

  const folder = (): string => expandHome(settings.get().workingDir, deps.userHome);
  const fileOf = (name: string): string => join(deps.paths.mcp, `${serverKey(name)}.json`);

  async function recordOf(name: string): Promise<ServerRecord> {
    try {
      const text = await storage.read(fileOf(name));
      const record = text === undefined ? undefined : parseRecord(text);
      return record?.name === name ? record : emptyRecord(name);
    } catch (thrown) {
      logger.warn('what is kept of a server cannot be read', { name, reason: messageOf(thrown) });
      return emptyRecord(name);
    }
  }

  let keeping: Promise<void> = Promise.resolve();
  function keep(record: ServerRecord): void {
    const written = storage.write(fileOf(record.name), formatRecord(record));
    keeping = Promise.all([keeping, written]).then(
      () => {},
      (thrown: unknown) => {
        logger.warn('what is known of a server was not kept', {
          name: record.name,
          reason: messageOf(thrown),
        });
      },
    );
  }

  function signInOf(name: string): SignIn {
    const { secrets } = deps;
    return createSignIn({
      secret: signInSecret(name),
      get: secrets.get,
      async keep(secret, value) {
        // Where there is no keyring it is kept until the program ends.
        const kept = await secrets.set(secret, value, { allowFile: false });
        if (!kept.ok) logger.warn('a sign-in could not be kept', { name, reason: kept.error });
        return kept.ok;
      },
      learnSecret: redactor.add,
    });
  }

  function make(name: string, config: McpServerConfig, record: ServerRecord): Server {
    return createServer(config, record, {
      name,
      version: deps.version,
      folder: folder(),
      resolve: (entry) =>
        resolveLaunch(entry, {
          userHome: deps.userHome,
          folder: folder(),
          readEnvironment: deps.readEnvironment,
          secret: (secret) => deps.secrets.get(secret),
          learnSecret: redactor.add,
        }),
      environment: (own) => serverEnvironment(own, deps.readEnvironment),
      redact: redactor.own,
      confinement,
      confine: (program) => deps.sandbox.confineServer(program),
      signIn: signInOf(name),
      onAsks: (launch) => askToStart(name, launch),
      onChange: () => changed(name),
      onRecord: keep,
    });
  }

  function changed(name: string): void {
    toolList = undefined;
    const server = servers.get(name);
    if (server === undefined) return;
    askAboutTools(server);
    deps.onChange(infoOf(server));
  }

  /** One open question for each server and kind; the same one is not asked twice. */
  function ask(
    rule: AskRule,
    server: string,
    about: string,
    words: {
      readonly title: string;
      readonly detail: string;
      readonly risk: string;
      readonly data: Omit<NonNullable<PendingAsk['server']>, 'name'>;
    },
    then: (decision: Decision) => void,
  ): void {
    const key = `${rule} ${server}`;
    const open = asks.get(key);
    if (open?.about === about || !started) return;
    open?.ask.withdraw('deny');
    const { data, ...sentences } = words;
    const asked = deps.ask({ rule, server: { name: server, ...data }, ...sentences });
    asks.set(key, { about, ask: asked });
    asked.answer.then(
      (decision) => {
        if (asks.get(key)?.ask === asked) then(decision);
      },
      (thrown: unknown) => {
        logger.error('asking about a server failed', { server, reason: messageOf(thrown) });
      },
    );
  }

  function askToStart(name: string, launch: string): void {
    const config = servers.get(name)?.config();
    if (config === undefined) return;
    const words = {
      title: `Start the server "${name}"?`,
      detail: shownLaunch(config),
      risk: startRisk(confinement.confines(config)),
      data: confinedOf(config),
    };
    ask('mcp_start', name, launch, words, (decision) => {
      const server = servers.get(name);
      const same = server !== undefined && confinement.launchOf(server.config()) === launch;
      if (same && decision !== 'deny') server.allow(decision !== 'allow_once');
    });
  }

  function askAboutTools(server: Server): void {
    const fresh = shownTools(server).flatMap(({ name, description, change }) =>
      change === undefined ? [] : [{ name, was: description, ...change }],
    );
    if (fresh.length === 0) {
      withdraw('mcp_tools', server.name, 'allow_always');
      return;
    }
    const about = fresh.map(({ name, hash }) => `${name} ${hash}`).join('\n');
    const words = {
      title: `The server "${server.name}" has changed its tools`,
      detail: fresh
        .map(({ kind, name, was, description }) =>
          kind === 'new'
            ? `New: ${name}\n${description}`
            : `${name}\nWas: ${was}\nNow: ${description}`,
        )
        .join('\n\n')
        .slice(0, 10_000),
      risk: 'What a server says about its tools becomes part of what models read. Until you accept it, each call asks.',
      data: {
        tools: fresh
          .slice(0, 50)
          .map(({ kind, name, was, description }) => ({ kind, name, was, description })),
      },
    };
    ask('mcp_tools', server.name, about, words, (decision) => {
      if (decision !== 'deny') acceptTools(server, fresh);
    });
  }

  function acceptTools(
    server: Server,
    tools: readonly { readonly name: string; readonly hash: string }[],
  ): boolean {
    let record = server.record();
    let all = true;
    for (const { name, hash } of tools) {
      const next = withAccepted(record, name, hash);
      if (next === undefined) all = false;
      else record = next;
    }
    server.setRecord(record);
    return all;
  }

  /** What the settings say is what there is. */
  async function follow(configs: Configs): Promise<void> {
    for (const [name, server] of servers) {
      if (configs[name] !== undefined) continue;
      servers.delete(name);
      void server.close();
      withdraw('mcp_start', name, 'deny');
      withdraw('mcp_tools', name, 'deny');
      toolList = undefined;
    }
    await Promise.all(
      Object.entries(configs).map(async ([name, config]) => {
        const known = servers.get(name);
        if (known !== undefined) {
          known.setConfig(config);
          return;
        }
        const record = await recordOf(name);
        if (servers.has(name)) return;
        const server = make(name, config, record);
        servers.set(name, server);
        toolList = undefined;
        if (started) void server.start();
      }),
    );
  }

  function withdraw(rule: AskRule, name: string, decision: Decision): void {
    const open = asks.get(`${rule} ${name}`);
    asks.delete(`${rule} ${name}`);
    open?.ask.withdraw(decision);
  }

  let held = JSON.stringify(settings.get().mcpServers);
  await follow(settings.get().mcpServers);
  let following: Promise<void> = Promise.resolve();
  const unsubscribe = settings.onChange(({ mcpServers }) => {
    const now = JSON.stringify(mcpServers);
    if (now === held) return;
    held = now;
    following = following
      .then(() => follow(mcpServers))
      .catch((thrown: unknown) => {
        logger.error('the servers of the settings were not taken over', {
          reason: messageOf(thrown),
        });
      });
  });

  function infoOf(server: Server): McpServerInfo {
    const config = server.config();
    const { offered } = server.record();
    const kind = kindOf(config);
    const { state, message } = server.state();
    return {
      name: server.name,
      ...(kind === undefined ? {} : { kind }),
      state,
      message,
      shown: redactor.own(shownLaunch(config)),
      launch: confinement.launchOf(config),
      ...confinedOf(config),
      ...(offered === undefined
        ? {}
        : { server: offered.server, version: offered.version, protocol: offered.protocol }),
      tools: shownTools(server),
      resources: offered?.resources.length ?? 0,
      prompts: offered?.prompts.length ?? 0,
      problems: [...(offered?.problems ?? [])],
      signedIn: server.signedIn(),
    };
  }

  function confinedOf(config: McpServerConfig): { confined?: boolean } {
    const confined = confinement.confines(config);
    return confined === undefined ? {} : { confined };
  }

  /** As in the settings: the same in every run. */
  const inOrder = (): readonly Server[] =>
    Object.keys(settings.get().mcpServers).flatMap((name) => servers.get(name) ?? []);

  /** What its owner himself asks of a server, beside any turn. */
  async function asked(
    server: Server,
    work: (connection: Connection, signal: AbortSignal) => Promise<string>,
  ): Promise<Result<string>> {
    const signal = AbortSignal.timeout(OWNERS_MS);
    const nobody = { elicit: async () => ({ action: 'cancel' as const }) };
    try {
      const text = await server.use(nobody, '', signal, (live) => work(live, signal));
      return ok(redactor.own(text));
    } catch (thrown) {
      return err(messageOf(thrown));
    }
  }

  const missing = (name: string) => err(`There is no server "${name}".`);

  async function patch(name: string, entry: JsonObject | null): Promise<Result<void>> {
    const updated = await deps.updateSettings({ mcpServers: { [name]: entry } });
    if (!updated.ok) return updated;
    await following;
    return ok(undefined);
  }

  return {
    tools() {
      toolList ??= inOrder().flatMap(toolsOf);
      return toolList;
    },
    execute: callTool,
    start() {
      started = true;
      for (const server of servers.values()) {
        void server.start();
        askAboutTools(server);
      }
    },
    list: () => inOrder().map(infoOf),
    async read(text) {
      const pasted = readPasted(text);
      if (!pasted.ok) return pasted;
      await Promise.all(pasted.value.map(({ config }) => confinement.look(config)));
      return ok(
        pasted.value.map(({ name, config, secrets }) => ({
          name,
          kind: kindOf(config) ?? 'stdio',
          shown: shownLaunch(config),
          launch: confinement.launchOf(config),
          ...confinedOf(config),
          exists: servers.has(name),
          secrets: secrets.map((one) => ({
            name: one.name,
            label: one.label,
            given: one.value !== undefined,
          })),
        })),
      );
    },
    async add({ text, names, secrets: given = {}, start, allowFile }) {
      const pasted = readPasted(text);
      if (!pasted.ok) return err({ kind: 'denied', message: pasted.error });
      const wanted = pasted.value.filter(({ name }) => names === undefined || names.includes(name));
      const stored = await storeSecrets(wanted, given, allowFile);
      if (!stored.ok) return err({ kind: 'unavailable', message: stored.error });
      await Promise.all(wanted.map(({ config }) => confinement.look(config)));
      // Its owner has seen it: it must not be asked about in the moment it appears.
      const wasStarted = started;
      started = false;
      for (const { name, config } of wanted) {
        const done = await patch(name, null).then(() => patch(name, { ...config } as JsonObject));
        if (!done.ok) {
          started = wasStarted;
          return err({ kind: 'denied', message: done.error });
        }
      }
      started = wasStarted;
      for (const { name, config } of wanted) {
        const server = servers.get(name);
        const same =
          server !== undefined && fingerprintOf(server.config()) === fingerprintOf(config);
        if (same && start) server.allow(true);
        else await server?.start();
      }
      return ok(wanted.map(({ name }) => name));
    },
    async remove(name) {
      if (!servers.has(name)) return missing(name);
      const removed = await patch(name, null);
      if (!removed.ok) return removed;
      await storage.remove(fileOf(name));
      for (const secret of deps.secrets.names()) {
        if (secret.startsWith(`mcp.${name}.`)) await deps.secrets.delete(secret);
      }
      return ok(undefined);
    },
    async change(name, change) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      const done = await patch(name, { ...change } as JsonObject);
      return done.ok ? ok(infoOf(server)) : done;
    },
    allow(name, launch) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      if (confinement.launchOf(server.config()) !== launch) {
        return err('The server’s entry has changed since it was shown. Look at it again.');
      }
      withdraw('mcp_start', name, 'allow_always');
      server.allow(true);
      return ok(infoOf(server));
    },
    async test(name) {
      const server = servers.get(name);
      await server?.restart();
      return server && infoOf(server);
    },
    async signIn(name) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      const begun = await server.signIn();
      if (!begun.ok) return begun;
      // The window shows the address as well: here there may be no browser.
      await deps.openLink(begun.value).catch((thrown: unknown) => {
        logger.warn('the page to sign in could not be opened', { reason: messageOf(thrown) });
      });
      return begun;
    },
    accept(name, tools) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      if (!acceptTools(server, tools)) {
        return err('The server’s tools have changed since they were shown. Look at them again.');
      }
      return ok(infoOf(server));
    },
    logs: (name) => servers.get(name)?.logs(),
    prompts: () =>
      inOrder()
        .filter((server) => server.config().disabled !== true)
        .flatMap((server) =>
          (server.record().offered?.prompts ?? []).map((prompt) => ({
            server: server.name,
            ...prompt,
            arguments: [...prompt.arguments],
          })),
        ),
    async prompt(name, prompt, args) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      return asked(server, (connection, signal) =>
        connection.getPrompt(prompt, args, signal).then(promptText),
      );
    },
    resources: (name) => servers.get(name)?.record().offered?.resources,
    async resource(name, uri) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      return asked(server, async (connection, signal) => {
        return resourceResultOf(await connection.readResource(uri, signal)).output;
      });
    },
    async close() {
      unsubscribe();
      await following;
      await Promise.all([...servers.values()].map((server) => server.close()));
      await keeping;
    },
  };

  async function storeSecrets(
    pasted: readonly PastedServer[],
    given: Readonly<Record<string, string>>,
    allowFile: boolean,
  ): Promise<Result<void>> {
    for (const { name, value } of pasted.flatMap(({ secrets }) => secrets)) {
      const secret = given[name] ?? value;
      if (secret === undefined || secret === '') continue;
      redactor.add(name, secret);
      const stored = await deps.secrets.set(name, secret, { allowFile });
      if (!stored.ok) return stored;
    }
    return ok(undefined);
  }
}

/** Undefined: it is no program. */
function startRisk(confined: boolean | undefined): string {
  switch (confined) {
    case true:
      return 'It is a program. It can reach the network and your files, but not your keys and nothing of Connectome’s own.';
    case false:
      return 'It is a program that runs with all your rights, outside of the sandbox: it can read your keys, too.';
    default:
      return 'What its tools are called with is sent there.';
  }
}

/** Where the key store has what a server gave its owner when he signed in. */
export function signInSecret(name: string): string {
  return `mcp.${name}.signin`;
}
