/** A real thalamus with the real readers, before scripted model servers. */

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
    onHealth: (provider, state, message) => health.push({ provider, state, message }),
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
    ask: (ask) => wernicke.parse(stream(ask), (name) => ask.check?.(name)),
  };
}

export async function collect(chunks: AsyncIterable<StreamChunk>): Promise<readonly StreamChunk[]> {
  const all: StreamChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}
