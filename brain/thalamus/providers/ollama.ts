/**
 * Ollama's chat through `ollama` (its browser build: the Node build reads image strings that happen
 * to be file names from the disk).
 */
import type { ChatRequest, Message, Ollama, Tool } from 'ollama/browser';
import { parseJson } from '../../shared/json.ts';
import type { ModelRequest, ModelTarget, ToolDefinition } from '../../shared/model.ts';
import { readableBody } from '../failures.ts';
import {
  callsOf,
  historyFor,
  imagesOf,
  reasoningOf,
  resultsOf,
  type SentMessage,
  textOf,
} from '../history.ts';
import type { Fetch } from '../http.ts';
import { modelNames } from './listed-facts.ts';
import type { Connection, ProviderApi, StreamOptions } from './provider.ts';
import { streamed } from './stream-body.ts';

/** Pure: the same request gives the same bytes. There is no `tool_choice` in this format. */
function toOllama(
  request: ModelRequest,
  target: ModelTarget,
  options: StreamOptions,
): ChatRequest & { stream: true } {
  const system: Message[] =
    request.system === '' ? [] : [{ role: 'system', content: request.system.toWellFormed() }];
  return {
    model: target.model,
    stream: true,
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(toTool) }),
    options: {
      ...(options.contextSize === undefined ? {} : { num_ctx: options.contextSize }),
      num_predict: target.maxOutputTokens,
    },
    messages: [...system, ...historyFor(target.provider, request.messages).flatMap(toMessages)],
  };
}

function toTool(tool: ToolDefinition): Tool {
  const { name, description } = tool;
  const parameters = tool.parameters as NonNullable<Tool['function']['parameters']>;
  return { type: 'function', function: { name, description, parameters } };
}

function toMessages(message: SentMessage): Message[] {
  const { parts } = message;
  if (message.role === 'tool') {
    return resultsOf(parts).map((result) => ({
      role: 'tool',
      tool_name: result.name,
      content: result.ok ? result.output : `Error: ${result.output}`,
      ...(result.images.length === 0 ? {} : { images: result.images.map(({ data }) => data) }),
    }));
  }
  const images = imagesOf(parts).map((image) => image.data);
  const calls = callsOf(parts);
  const reasoning = reasoningOf(parts, 'reasoning_content')?.text;
  return [
    {
      role: message.role,
      content: textOf(parts),
      ...(typeof reasoning === 'string' ? { thinking: reasoning } : {}),
      ...(images.length === 0 ? {} : { images }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call) => ({
              function: { name: call.name, arguments: { ...call.args } },
            })),
          }),
    },
  ];
}

/** Kept: an import is looked up anew at every call. */
let module: Promise<typeof import('ollama/browser')> | undefined;
const load = () => {
  module ??= import('ollama/browser');
  return module;
};

async function client(connection: Connection): Promise<Ollama> {
  const { Ollama: Sdk } = await load();
  const key: Record<string, string> =
    connection.apiKey === undefined ? {} : { Authorization: `Bearer ${connection.apiKey}` };
  return new Sdk({
    host: connection.baseUrl,
    headers: { ...key, ...connection.headers },
    fetch: connection.fetch,
  });
}

/** The SDK prints and skips lines that it cannot read; here they are errors, and a cut one is dropped. */
function readableLines(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const decoder = new TextDecoder();
    let rest = '';
    const lines = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
        rest = parts.pop() ?? '';
        for (const line of parts) pass(line, controller);
      },
      flush(controller) {
        if (parseJson(rest) !== undefined) pass(rest, controller);
      },
    });
    const { status, headers } = response;
    return new Response(response.body?.pipeThrough(lines) ?? null, { status, headers });
  };
}

const encoder = new TextEncoder();

function pass(line: string, controller: TransformStreamDefaultController<Uint8Array>): void {
  if (line.trim() === '') return;
  const value = parseJson(line);
  if (value === undefined) throw new SyntaxError('Ollama sent a line that is not JSON.');
  // Gateways put an object where Ollama has a sentence; the SDK would make "[object Object]" of it.
  const isOdd = typeof value === 'object' && value !== null && 'error' in value;
  const text = isOdd ? JSON.stringify({ error: readableBody(line) }) : line;
  controller.enqueue(encoder.encode(`${text}\n`));
}

/** The SDK reports a missing end by an error of its own; the reader knows it better. */
async function* untilCutOff(events: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* events;
  } catch (thrown) {
    if (thrown instanceof Error && thrown.message.startsWith('Did not receive done')) return;
    throw thrown;
  }
}

/** The list says nothing about what a model is for; all that are in use have it in their names. */
const embedsOnly = /embed|bge-|minilm/i;

async function listed(connection: Connection): Promise<readonly string[]> {
  const { models } = await (await client(connection)).list();
  return modelNames(models.map((model) => model.name ?? model.model));
}

export const ollamaApi: ProviderApi = {
  load,
  async stream(request, target, connection, options) {
    const fetch = readableLines(streamed(connection.fetch, 'lines'));
    const sdk = await client({ ...connection, fetch });
    return untilCutOff(await sdk.chat(toOllama(request, target, options)));
  },
  // Embedding models cannot chat; they must not become the default.
  async models(connection) {
    return (await listed(connection)).filter((name) => !embedsOnly.test(name));
  },
  async embeddingModels(connection) {
    return (await listed(connection)).filter((name) => embedsOnly.test(name));
  },
  async embed(model, texts, connection) {
    const sdk = await client(connection);
    return (await sdk.embed({ model, input: [...texts] })).embeddings;
  },
  async *pull(model, connection) {
    const fetch = readableLines(streamed(connection.fetch, 'lines'));
    const sdk = await client({ ...connection, fetch });
    for await (const step of await sdk.pull({ model, stream: true })) {
      const { status, digest, completed, total } = step;
      yield {
        status: typeof status === 'string' ? status : '',
        ...(typeof digest === 'string' ? { digest } : {}),
        ...(typeof completed === 'number' ? { completed } : {}),
        ...(typeof total === 'number' ? { total } : {}),
      };
    }
  },
  async facts(model, connection) {
    const sdk = await client(connection);
    const shown = await sdk.show({ model });
    const info: Readonly<Record<string, unknown>> = { ...shown.model_info };
    const key = Object.keys(info).find((name) => name.endsWith('.context_length'));
    const length = key === undefined ? undefined : info[key];
    const capabilities: readonly string[] | undefined = shown.capabilities;
    return {
      ...(typeof length === 'number' && length > 0 ? { contextWindow: length } : {}),
      ...(capabilities === undefined
        ? {}
        : { tools: capabilities.includes('tools'), images: capabilities.includes('vision') }),
    };
  },
};
