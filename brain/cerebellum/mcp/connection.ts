/**
 * One live connection to a server: the handshake, its lists, calls, and what it asks of us. Everything
 * that comes from it is bounded: pages, entries, time.
 */
import { pathToFileURL } from 'node:url';
import type {
  CallToolResult,
  Client,
  CreateMessageRequest,
  CreateMessageResult,
  GetPromptResult,
  ReadResourceResult,
  RequestOptions,
  Tool,
  Transport,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { cleaned, type ListedTool } from './describe.ts';

export const HANDSHAKE_MS = 60_000;
const LIST_MS = 30_000;
const MAX_PAGES = 20;
const MAX_TOOLS = 200;
const MAX_ENTRIES = 500;
/** The protocol's own timers are not used for calls: ours stand still while the owner is asked. */
const NO_LIMIT = 2 ** 31 - 1;

export interface Manifest {
  readonly server: string;
  readonly version: string;
  readonly protocol: string;
  readonly tools: readonly ListedTool[];
  readonly resources: readonly ListedResource[];
  readonly prompts: readonly ListedPrompt[];
  /** What was left out, for people. */
  readonly problems: readonly Sentence[];
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** The URI has places to be filled in. */
  readonly template: boolean;
}

export interface ListedPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

export interface Hooks {
  /** The version of this program. */
  readonly version: string;
  /** Undefined: nobody can answer. */
  elicit(
    message: string,
    schema: unknown,
    signal: AbortSignal,
  ): Promise<{
    readonly action: 'accept' | 'decline' | 'cancel';
    readonly content?: Record<string, string | number | boolean | string[]>;
  }>;
  /** Absent: it may not ask its owner's model. */
  sample?(
    params: CreateMessageRequest['params'],
    signal: AbortSignal,
  ): Promise<CreateMessageResult>;
  /** Folders it may work in. */
  roots(): readonly string[];
  onRootsAsked(): void;
  onLog(text: string): void;
  onListChanged(): void;
  onClosed(): void;
}

export interface Connection {
  manifest(signal?: AbortSignal): Promise<Manifest>;
  call(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    options: Pick<RequestOptions, 'onprogress' | 'signal'>,
  ): Promise<CallToolResult>;
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<GetPromptResult>;
  rootsChanged(): Promise<void>;
  close(): Promise<void>;
}

/** Connects, or throws with a sentence for people. `modern`: also newer servers without a handshake. */
export async function openConnection(
  transport: Transport,
  hooks: Hooks,
  { modern, signal }: { readonly modern: boolean; readonly signal: AbortSignal },
): Promise<Connection> {
  const sdk = await import('@modelcontextprotocol/client');
  const changed = {
    autoRefresh: false,
    debounceMs: 200,
    onChanged: () => hooks.onListChanged(),
  };
  const client: Client = new sdk.Client(
    { name: 'connectome', version: hooks.version },
    {
      capabilities: {
        ...(hooks.sample === undefined ? {} : { sampling: {} }),
        roots: { listChanged: true },
        elicitation: { form: {} },
      },
      listChanged: { tools: changed, prompts: changed, resources: changed },
      ...(modern ? { versionNegotiation: { mode: 'auto' } } : {}),
    },
  );
  client.onerror = (error) => hooks.onLog(messageOf(error));
  client.onclose = () => hooks.onClosed();
  client.setRequestHandler('roots/list', () => {
    hooks.onRootsAsked();
    return { roots: hooks.roots().map((path) => ({ uri: pathToFileURL(path).href, name: path })) };
  });
  client.setRequestHandler('elicitation/create', ({ params }, context) => {
    if (params.mode === 'url') return { action: 'decline' };
    return hooks.elicit(params.message, params.requestedSchema, context.mcpReq.signal);
  });
  const { sample } = hooks;
  if (sample !== undefined) {
    client.setRequestHandler('sampling/createMessage', ({ params }, context) =>
      sample(params, context.mcpReq.signal),
    );
  }
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
    hooks.onLog(`${params.level}: ${text}`);
  });
  await client.connect(transport, { signal, timeout: HANDSHAKE_MS });
  return connectionOf(client);
}

function connectionOf(client: Client): Connection {
  const modern = (): boolean => client.getProtocolEra() === 'modern';

  /** Page by page, to its end or to the bound. */
  async function pages<T>(
    read: (
      cursor: string | undefined,
    ) => Promise<{ items: readonly T[]; next: string | undefined }>,
    bound: number,
  ): Promise<{ readonly items: readonly T[]; readonly more: boolean }> {
    const items: T[] = [];
    let cursor: string | undefined;
    for (let page = 1; ; page += 1) {
      const got = await read(cursor);
      items.push(...got.items);
      if (items.length > bound) return { items: items.slice(0, bound), more: true };
      if (got.next === undefined || got.next === cursor) return { items, more: false };
      if (page >= MAX_PAGES) return { items, more: true };
      cursor = got.next;
    }
  }

  return {
    async manifest(signal) {
      const options = { timeout: LIST_MS, ...(signal === undefined ? {} : { signal }) };
      const { tools: hasTools, resources, prompts } = client.getServerCapabilities() ?? {};
      const at = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
      const tools = hasTools
        ? await pages<ListedTool>(async (cursor) => {
            const got = await client.request({ method: 'tools/list', params: at(cursor) }, options);
            return { items: got.tools, next: got.nextCursor };
          }, MAX_TOOLS)
        : { items: [], more: false };
      const problems = tools.more
        ? [say('server.tooManyTools', { limit: tools.items.length })]
        : [];
      // What a server says it has and then does not answer takes nothing else away.
      const failed =
        (unread: 'server.unreadResources' | 'server.unreadPrompts') => (thrown: unknown) => {
          problems.push(say(unread, { why: messageOf(thrown) }));
          return { items: [], more: false };
        };
      const listed = resources
        ? await pages<ListedResource>(async (cursor) => {
            const got = await client.request(
              { method: 'resources/list', params: at(cursor) },
              options,
            );
            const items = got.resources.map((one) => resourceOf(one.uri, one, false));
            return { items, next: got.nextCursor };
          }, MAX_ENTRIES).catch(failed('server.unreadResources'))
        : { items: [] };
      const templates = resources
        ? await pages<ListedResource>(async (cursor) => {
            const got = await client.request(
              { method: 'resources/templates/list', params: at(cursor) },
              options,
            );
            const items = got.resourceTemplates.map((one) =>
              resourceOf(one.uriTemplate, one, true),
            );
            return { items, next: got.nextCursor };
            // Many servers have resources and no templates, and say so with an error.
          }, MAX_ENTRIES).catch(() => ({ items: [] }))
        : { items: [] };
      const asked = prompts
        ? await pages<ListedPrompt>(async (cursor) => {
            const got = await client.request(
              { method: 'prompts/list', params: at(cursor) },
              options,
            );
            return { items: got.prompts.map(promptOf), next: got.nextCursor };
          }, MAX_ENTRIES).catch(failed('server.unreadPrompts'))
        : { items: [] };
      const { name = '', version = '' } = client.getServerVersion() ?? {};
      return {
        server: cleaned(name, 100),
        version: cleaned(version, 50),
        protocol: client.getNegotiatedProtocolVersion() ?? '',
        tools: tools.items,
        resources: [...listed.items, ...templates.items],
        prompts: asked.items,
        problems,
      };
    },
    async call(tool, args, options) {
      return client.callTool(
        { name: tool.name, arguments: { ...args } },
        { ...options, timeout: NO_LIMIT, ...(modern() ? { toolDefinition: tool } : {}) },
      );
    },
    readResource: (uri, signal) => client.readResource({ uri }, { signal, timeout: NO_LIMIT }),
    getPrompt: (name, args, signal) =>
      client.getPrompt({ name, arguments: { ...args } }, { signal, timeout: LIST_MS }),
    async rootsChanged() {
      if (!modern()) await client.sendRootsListChanged();
    },
    close: () => client.close(),
  };
}

function resourceOf(
  uri: string,
  said: {
    readonly name: string;
    readonly title?: string | undefined;
    readonly description?: string | undefined;
  },
  template: boolean,
): ListedResource {
  return {
    uri: cleaned(uri, 1000),
    name: cleaned(said.title ?? said.name, 100),
    description: cleaned(said.description ?? '', 300),
    template,
  };
}

function promptOf(said: {
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments?:
    | readonly { name: string; description?: string | undefined; required?: boolean | undefined }[]
    | undefined;
}): ListedPrompt {
  return {
    name: said.name.slice(0, 200),
    description: cleaned(said.description ?? '', 500),
    arguments: (said.arguments ?? []).slice(0, 20).map(({ name, description, required }) => ({
      name: name.slice(0, 100),
      description: cleaned(description ?? '', 300),
      required: required === true,
    })),
  };
}
