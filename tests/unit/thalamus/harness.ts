/** A real thalamus with the real readers, before scripted model servers. */
import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Thalamus } from '../../../brain/regions.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import type {
  Answer,
  ModelMessage,
  ModelRequest,
  ModelTarget,
  StreamChunk,
  ToolDefinition,
} from '../../../brain/shared/model.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { createThalamus } from '../../../brain/thalamus/index.ts';
import {
  createAnthropicReader,
  createOllamaReader,
  createOpenAiReader,
  createOpenAiResponsesReader,
  createWernicke,
} from '../../../brain/wernicke/index.ts';
import { type Config, configSchema, type ModelPull } from '../../../protocol/index.ts';
import type { ModelServer } from '../../support/model-servers/index.ts';

export interface HarnessOptions {
  readonly providers: Config['providers'];
  readonly cascade?: readonly string[];
  readonly limits?: Partial<Config['limits']>;
  readonly memory?: Partial<Config['memory']>;
  readonly firstChunkMs?: number;
  readonly online?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface Harness {
  readonly thalamus: Thalamus;
  readonly pulls: ModelPull[];
  readonly health: { provider: string; state: string; message: string }[];
  readonly waits: number[];
  readonly prepared: { target: ModelTarget; attempt: number; foldHarder: boolean }[];
  /** The time that circuits see. */
  advance(ms: number): void;
  setOnline(online: boolean): void;
  reconfigure(providers: Config['providers']): void;
  stream(ask: Ask): AsyncGenerator<StreamChunk>;
  ask(ask: Ask): Promise<Answer>;
  /**
   * The same of a server that falls silent (see `silence`). Time passes while it is asked, as often as it
   * takes, and not for whoever is asked after it: how fast the machine is does not matter.
   */
  askInSilence(ask: Ask, server: ModelServer): Promise<Answer>;
}

const SILENCE_MS = 1_000;
const NEVER_MS = 100_000_000;

/** Limits of which only this one is reached in `askInSilence`. */
export function silence(clock: 'firstByteMs' | 'firstChunkMs' | 'idleMs') {
  const of = (name: typeof clock): number => (name === clock ? SILENCE_MS : NEVER_MS);
  const limits = { firstByteMs: of('firstByteMs'), idleMs: of('idleMs') };
  return { limits, firstChunkMs: of('firstChunkMs') };
}

export interface Ask {
  readonly text?: string;
  readonly messages?: readonly ModelMessage[];
  readonly system?: string;
  readonly tools?: readonly ToolDefinition[];
  readonly toolChoice?: 'auto' | 'none';
  readonly choice?: string;
  readonly pinned?: boolean;
  readonly signal?: AbortSignal;
  readonly check?: (name: string) => string | undefined;
}

export const readTool: ToolDefinition = {
  name: 'Read',
  description: 'Reads a file.',
  parameters: {
    type: 'object',
    properties: { file_path: { type: 'string' } },
    required: ['file_path'],
  },
};

export function user(text: string): ModelMessage {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

/** The messages that a pipeline appends after an answer with tool calls. */
export function afterCalls(answer: Answer, output: string): ModelMessage[] {
  return [
    { role: 'assistant', parts: answer.parts, provider: answer.provider, model: answer.model },
    {
      role: 'tool',
      parts: answer.calls.map(({ call, providerCallId }) => ({
        type: 'tool_result',
        toolCallId: call.id,
        name: call.name,
        ok: true,
        output,
        ...(providerCallId === undefined ? {} : { providerCallId }),
      })),
    },
  ];
}

export function harness(options: HarnessOptions): Harness {
  let config = configOf(options.providers);
  let now = new Date(2026, 10, 21, 12, 0, 0).getTime();
  let online = options.online ?? true;
  let ids = 0;
  const listeners = new Set<(config: Config) => void>();
  const health: Harness['health'] = [];
  const pulls: ModelPull[] = [];
  const waits: number[] = [];
  const prepared: Harness['prepared'] = [];

  function configOf(providers: Config['providers']): Config {
    return configSchema.parse({
      providers,
      cascade: options.cascade ?? Object.keys(providers),
      limits: options.limits ?? {},
      memory: options.memory ?? {},
    });
  }

  const thalamus = createThalamus({
    settings: {
      get: () => config,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    host: { isOnline: () => online, readEnvironment: (name) => options.environment?.[name] },
    secrets: { get: async (name) => options.secrets?.[name] },
    redactor: createRedactor(),
    clock: { now: () => new Date(now) },
    logger: silentLogger,
    readers: {
      anthropic: createAnthropicReader,
      openai: createOpenAiReader,
      openai_responses: createOpenAiResponsesReader,
      ollama: createOllamaReader,
    },
    onHealth: (provider, state, message) => health.push({ provider, state, message: message.text }),
    onPull: (pull) => pulls.push(pull),
    async wait(ms) {
      waits.push(ms);
      now += ms;
    },
    random: () => 0.5,
    ...(options.firstChunkMs === undefined ? {} : { firstChunkMs: options.firstChunkMs }),
  });
  const wernicke = createWernicke({
    newToolCallId() {
      ids += 1;
      return `c_${String(ids).padStart(26, '0')}`;
    },
  });

  function stream(ask: Ask): AsyncGenerator<StreamChunk> {
    return thalamus.stream({
      choice: ask.choice,
      pinned: ask.pinned ?? false,
      signal: ask.signal ?? new AbortController().signal,
      async prepare(target, attempt, { foldHarder }): Promise<ModelRequest> {
        prepared.push({ target, attempt, foldHarder });
        return {
          system: ask.system ?? 'You are a test.',
          tools: ask.tools ?? [],
          messages: ask.messages ?? [user(ask.text ?? 'Hello')],
          toolChoice: ask.toolChoice ?? 'auto',
        };
      },
    });
  }

  const parse = (ask: Ask) => wernicke.parse(stream(ask), (name) => ask.check?.(name));

  return {
    thalamus,
    pulls,
    health,
    waits,
    prepared,
    advance(ms) {
      now += ms;
    },
    setOnline(value) {
      online = value;
    },
    reconfigure(providers) {
      config = configOf(providers);
      for (const listener of listeners) listener(config);
    },
    stream,
    ask: parse,
    async askInSilence(ask, server) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      try {
        let ended = false;
        const answer = parse(ask).finally(() => {
          ended = true;
        });
        await server.waitForChats(1);
        while (!ended && prepared.length < 2) {
          // A server on this machine gets five times as long.
          vi.advanceTimersByTime(5 * SILENCE_MS + 1);
          await delay(1);
        }
        return await answer;
      } finally {
        vi.useRealTimers();
      }
    },
  };
}

export async function collect(chunks: AsyncIterable<StreamChunk>): Promise<readonly StreamChunk[]> {
  const all: StreamChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}
