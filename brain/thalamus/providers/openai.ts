/** OpenAI chat completions, and every endpoint that speaks them, through `openai`. */
import type OpenAI from 'openai';
import type { ImageData, ModelRequest, ModelTarget } from '../../shared/model.ts';
import {
  callsOf,
  historyFor,
  imagesOf,
  reasoningOf,
  resultsOf,
  type SentMessage,
  type SentPart,
  textOf,
} from '../history.ts';
import type { Fetch } from '../http.ts';
import { isOpenAiOwn } from '../targets.ts';
import { listedFacts } from './listed-facts.ts';
import type { Connection, ProviderApi, StreamOptions } from './provider.ts';
import { streaming } from './stream-body.ts';

type Message = OpenAI.ChatCompletionMessageParam;

/** Pure: the same request gives the same bytes. */
function toOpenAi(
  request: ModelRequest,
  target: ModelTarget,
  official: boolean,
  options: StreamOptions,
): OpenAI.ChatCompletionCreateParamsStreaming {
  const { without } = options;
  const withTools = request.tools.length > 0 && !without.has('tools');
  // Compatible servers know the old name only; OpenAI's newer models take the new one only.
  const cap =
    official || without.has('max_tokens')
      ? { max_completion_tokens: target.maxOutputTokens }
      : { max_tokens: target.maxOutputTokens };
  const system: Message[] =
    request.system === '' ? [] : [{ role: 'system', content: request.system.toWellFormed() }];
  return {
    model: target.model,
    stream: true,
    ...(without.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(options.capOutput ? cap : {}),
    ...(withTools
      ? {
          tools: request.tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters: { ...parameters } },
          })),
        }
      : {}),
    ...(withTools && request.toolChoice === 'none' && !without.has('tool_choice')
      ? { tool_choice: 'none' }
      : {}),
    messages: [...system, ...historyFor(target.provider, request.messages).flatMap(toMessages)],
  };
}

function toMessages(message: SentMessage): Message[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: userContent(message.parts) }];
    case 'tool':
      return toolMessages(resultsOf(message.parts));
    case 'assistant':
      return [assistantMessage(message.parts)];
  }
}

function toolMessages(results: ReturnType<typeof resultsOf>): Message[] {
  const messages: Message[] = results.map((result) => ({
    role: 'tool',
    tool_call_id: result.id,
    // There is no error flag in this format.
    content: result.ok ? result.output : `Error: ${result.output}`,
  }));
  // Nor do tool messages carry images: they follow as the user's, after all results.
  const images = results.flatMap((result) => result.images);
  if (images.length === 0) return messages;
  const text = 'The images that the tools above returned:';
  return [...messages, { role: 'user', content: [{ type: 'text', text }, ...images.map(toImage)] }];
}

function toImage({ mediaType, data }: ImageData): OpenAI.ChatCompletionContentPartImage {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
}

function assistantMessage(parts: readonly SentPart[]): Message {
  const text = textOf(parts);
  const calls = callsOf(parts);
  const details = reasoningOf(parts, 'reasoning_details');
  // Not OpenAI's own, as is `reasoning_content`: what such a server sent it wants back.
  const thought = details === undefined ? {} : { reasoning_details: details.details };
  if (calls.length === 0) return { role: 'assistant', content: text, ...thought };
  const reasoning = reasoningOf(parts, 'reasoning_content');
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...thought,
    // Demanded back beside tool calls, refused elsewhere.
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning.text }),
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.args) },
      ...call.providerFields,
    })),
  };
}

/** One string where there are no images: some servers know nothing else. */
function userContent(parts: readonly SentPart[]): string | OpenAI.ChatCompletionContentPart[] {
  const images = imagesOf(parts);
  const text = textOf(parts);
  if (images.length === 0) return text;
  return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...images.map(toImage)];
}

/** Kept: an import is looked up anew at every call. */
let module: Promise<typeof import('openai')> | undefined;
export const loadOpenAi = () => {
  module ??= import('openai');
  return module;
};

export interface OpenAiRequest {
  readonly sdk: OpenAI;
  /**
   * Its own way to the server, which its signal ends. The SDK is not given the signal: it would ask
   * it several times for every event, which costs more than reading the event.
   */
  readonly options: { readonly fetchOptions: Through };
}

/** What the SDK hands on to its fetch. */
interface Through {
  readonly through: Fetch;
  readonly body?: never;
}

/** Half a millisecond each to make; a handful of servers and keys is all that anyone has. */
const clients = new Map<string, OpenAI>();
const MAX_CLIENTS = 16;

export async function openAiRequest(connection: Connection): Promise<OpenAiRequest> {
  const { baseUrl, apiKey, headers, fetch } = connection;
  const key = JSON.stringify([baseUrl, apiKey, headers]);
  const sdk = clients.get(key) ?? (await makeClient(connection));
  if (clients.size >= MAX_CLIENTS) clients.clear();
  clients.set(key, sdk);
  return { sdk, options: { fetchOptions: { through: fetch } } };
}

async function makeClient(connection: Connection): Promise<OpenAI> {
  const { default: Sdk } = await loadOpenAi();
  const official = isOpenAiOwn(connection.baseUrl);
  return new Sdk({
    baseURL: connection.baseUrl,
    // A server on the own machine may need no key; the SDK insists on one.
    apiKey: connection.apiKey ?? 'none',
    // The environment's OpenAI account is nobody else's business.
    ...(official ? {} : { organization: null, project: null }),
    defaultHeaders: connection.headers,
    fetch: (input, init) => wayOf(init)(input, init),
    maxRetries: 0,
    // Thalamus has its own, finer deadlines.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
  });
}

function wayOf(init: RequestInit | undefined): Fetch {
  const { through } = (init ?? {}) as Pick<Partial<Through>, 'through'>;
  if (through === undefined) throw new Error('a request without a connection of its own');
  return through;
}

export const openaiApi: ProviderApi = {
  load: loadOpenAi,
  async stream(request, target, connection, options) {
    const { sdk, options: own } = await openAiRequest(streaming(connection));
    const official = isOpenAiOwn(connection.baseUrl);
    return sdk.chat.completions.create(toOpenAi(request, target, official, options), own);
  },
  models: openAiModels,
  embed: openAiEmbed,
  async facts(model, connection) {
    const { sdk, options } = await openAiRequest(connection);
    const { data } = await sdk.models.list(options);
    return listedFacts(data.find(({ id }) => id === model));
  },
};

export async function openAiModels(connection: Connection): Promise<readonly string[]> {
  const { sdk, options } = await openAiRequest(connection);
  const page = await sdk.models.list(options);
  return page.data.map((model) => model.id);
}

export async function openAiEmbed(
  model: string,
  texts: readonly string[],
  connection: Connection,
): Promise<readonly (readonly number[])[]> {
  const { sdk, options } = await openAiRequest(connection);
  // Numbers: not every compatible server knows the SDK's base64.
  const body = { model, input: [...texts], encoding_format: 'float' as const };
  const { data } = await sdk.embeddings.create(body, options);
  return [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
}
