/**
 * MCP servers: programs and URLs of others whose tools the mind may use.
 *
 * Takes the settings' `mcpServers`; gives tools, runs their calls, and tells windows how each server
 * is. Must always hold: a server starts only as its owner saw it; what it says about its tools counts
 * as it was when he accepted it; no server can delay a turn that does not call it.
 */
import type { JsonObject, McpServerConfig, McpServerInfo } from '../../../protocol/index.ts';
import type { McpServers, ToolResult, ToolRun } from '../../regions.ts';
import type { ToolCall } from '../../shared/model.ts';
import { expandHome } from '../../shared/paths.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { sentenceOfThrown } from '../../shared/told-error.ts';
import { createAdding } from './adding.ts';
import { nobody } from './caller.ts';
import { createConfinement } from './confinement.ts';
import type { Connection } from './connection.ts';
import type { ServersDeps } from './deps.ts';
import { serverEnvironment } from './environment.ts';
import { infoOf } from './info.ts';
import { inItsFolder } from './its-folder.ts';
import { resolveLaunch } from './launch.ts';
import { acceptTools, createOwnerQuestions } from './owner-questions.ts';
import type { ServerRecord } from './record.ts';
import { createRecords } from './records.ts';
import { promptText, resourceResultOf } from './results.ts';
import { createServer, type Server } from './server.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { callTool, type ServerTool, toolsOf } from './tools.ts';
import { createWantedFolders } from './wanted-folders.ts';

export type { ServerAsk, ServersDeps } from './deps.ts';

export interface ServersRegion extends McpServers {
  readonly tools: () => readonly ServerTool[];
  execute(tool: ServerTool, call: ToolCall, run: ToolRun): Promise<ToolResult>;
  close(): Promise<void>;
}

/** So long the owner waits for a prompt or a resource. */
const OWNERS_MS = 60_000;

type Configs = Readonly<Record<string, McpServerConfig>>;

export async function createServers(deps: ServersDeps): Promise<ServersRegion> {
  const { settings, logger, redactor } = deps;
  const servers = new Map<string, Server>();
  const confinement = createConfinement(deps.sandbox, settings);
  const records = createRecords(deps);
  const unasked = new Set<string>();
  let started = false;
  let toolList: readonly ServerTool[] | undefined;

  const serverOf = (name: string): Server | undefined => servers.get(name);
  const mayAsk = (name: string): boolean => started && !unasked.has(name);
  const questions = createOwnerQuestions({ ...deps, confinement, serverOf, mayAsk });

  const folder = (): string => expandHome(settings.get().workingDir, deps.userHome);

  function signInOf(name: string): SignIn {
    const { secrets } = deps;
    return createSignIn({
      secret: signInSecret(name),
      get: secrets.get,
      async keep(secret, value) {
        // Where there is no keyring it is kept until the program ends.
        const kept = await secrets.set(secret, value, { allowFile: false });
        if (!kept.ok) logger.warn('a sign-in could not be kept', { name, reason: kept.error.text });
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
      async resolve(entry) {
        const usual = folder();
        const launch = await resolveLaunch(entry, {
          userHome: deps.userHome,
          folder: usual,
          readEnvironment: deps.readEnvironment,
          secret: (secret) => deps.secrets.get(secret),
          learnSecret: redactor.add,
        });
        return launch.ok ? inItsFolder(launch.value, usual, deps.storage.makeFolder) : launch;
      },
      environment: (own, program) => serverEnvironment(own, deps.readEnvironment, program),
      redact: redactor.own,
      confinement,
      confine: (program) => deps.sandbox.confineServer(program),
      wantedFolders: createWantedFolders({
        userHome: deps.userHome,
        homeRoot: deps.paths.root,
        makeFolder: deps.storage.makeFolder,
      }),
      signIn: signInOf(name),
      openLink: deps.openLink,
      onAsks: (launch) => questions.toStart(name, launch),
      onChange: () => changed(name),
      onRecord: records.keep,
    });
  }

  function changed(name: string): void {
    toolList = undefined;
    const server = servers.get(name);
    if (server === undefined) return;
    questions.aboutTools(server);
    deps.onChange(shown(server));
  }

  /** What the settings say is what there is. */
  async function follow(configs: Configs): Promise<void> {
    for (const [name, server] of servers) {
      if (configs[name] !== undefined) continue;
      servers.delete(name);
      void server.close();
      questions.withdraw('mcp_start', name, 'deny');
      questions.withdraw('mcp_tools', name, 'deny');
      toolList = undefined;
    }
    await Promise.all(
      Object.entries(configs).map(async ([name, config]) => {
        const known = servers.get(name);
        if (known !== undefined) {
          known.setConfig(config);
          return;
        }
        const record = await records.of(name);
        if (servers.has(name)) return;
        const server = make(name, config, record);
        servers.set(name, server);
        toolList = undefined;
        if (mayAsk(name)) void server.start();
      }),
    );
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

  const shown = (server: Server): McpServerInfo =>
    infoOf(server, { confinement, redact: redactor.own });

  /** As in the settings: the same in every run. */
  const inOrder = (): readonly Server[] =>
    Object.keys(settings.get().mcpServers).flatMap((name) => servers.get(name) ?? []);

  /** What its owner himself asks of a server, beside any turn. */
  async function asked(
    server: Server,
    work: (connection: Connection, signal: AbortSignal) => Promise<string>,
  ): Promise<Result<string, Sentence>> {
    const signal = AbortSignal.timeout(OWNERS_MS);
    try {
      const text = await server.use(nobody, '', signal, (live) => work(live, signal));
      return ok(redactor.own(text));
    } catch (thrown) {
      return err(sentenceOfThrown(thrown));
    }
  }

  const missing = (name: string) => err(say('none.server', { name }));

  async function patch(
    name: string,
    entry: JsonObject | null | ((current: McpServerConfig) => JsonObject),
  ): Promise<Result<void, Sentence>> {
    const updated = await deps.updateSettings(({ mcpServers }) => ({
      mcpServers: { [name]: typeof entry === 'function' ? entry(mcpServers[name] ?? {}) : entry },
    }));
    if (!updated.ok) return err(updated.error);
    await following;
    return ok(undefined);
  }

  return {
    ...createAdding({ ...deps, confinement, serverOf, patch, unasked }),
    tools() {
      toolList ??= inOrder().flatMap(toolsOf);
      return toolList;
    },
    execute: callTool,
    start() {
      started = true;
      for (const server of servers.values()) {
        void server.start();
        questions.aboutTools(server);
      }
    },
    list: () => inOrder().map(shown),
    async remove(name) {
      if (!servers.has(name)) return missing(name);
      const removed = await patch(name, null);
      if (!removed.ok) return removed;
      await records.remove(name);
      for (const secret of deps.secrets.names()) {
        if (secret.startsWith(`mcp.${name}.`)) await deps.secrets.delete(secret);
      }
      return ok(undefined);
    },
    async change(name, change) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      const made = typeof change === 'function' ? change : () => change;
      const done = await patch(name, (entry) => ({ ...made(entry) }) as JsonObject);
      return done.ok ? ok(shown(server)) : done;
    },
    allow(name, launch) {
      const server = servers.get(name);
      if (server === undefined) return missing(name);
      if (confinement.launchOf(server.config()) !== launch) {
        return err(say('server.entryChanged'));
      }
      questions.withdraw('mcp_start', name, 'allow_always');
      server.allow(true);
      return ok(shown(server));
    },
    async test(name) {
      const server = servers.get(name);
      await server?.restart();
      return server && shown(server);
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
        return err(say('server.toolsChanged'));
      }
      return ok(shown(server));
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
      await records.settled();
    },
  };
}

/** Where the key store has what a server gave its owner when he signed in. */
function signInSecret(name: string): string {
  return `mcp.${name}.signin`;
}
