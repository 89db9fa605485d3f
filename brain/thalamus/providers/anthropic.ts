/** Anthropic Messages through `@anthropic-ai/sdk`. */
import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '../../../protocol/index.ts';
import type { ImageData, ModelRequest, ModelTarget, ToolDefinition } from '../../shared/model.ts';
import { historyFor, type SentMessage, type SentPart } from '../history.ts';
import type { Connection, ProviderApi } from './provider.ts';
import { streaming } from './stream-body.ts';

type Block = Anthropic.ContentBlockParam;

const cached = { cache_control: { type: 'ephemeral' } } as const;

/** Pure: the same request gives the same bytes. */
function toAnthropic(
  request: ModelRequest,
  target: ModelTarget,
): Anthropic.MessageCreateParamsStreaming {
  const none = request.toolChoice === 'none' && request.tools.length > 0;
  return {
    model: target.model,
    max_tokens: target.maxOutputTokens,
    stream: true,
    ...(request.tools.length === 0 ? {} : { tools: toTools(request.tools) }),
    ...(none ? { tool_choice: { type: 'none' } } : {}),
    ...(request.system === ''
      ? {}
      : { system: [{ type: 'text', text: request.system.toWellFormed(), ...cached }] }),
    messages: toMessages(historyFor(target.provider, request.messages, { ids: /^[\w-]+$/ })),
  };
}

function toTools(tools: readonly ToolDefinition[]): Anthropic.Tool[] {
  return tools.map((tool, index) => ({
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.parameters, type: 'object' },
    ...(index === tools.length - 1 ? cached : {}),
  }));
}

/**
 * Tool results are user messages here, so neighbours are merged. Caching marks stand at the very end
 * (what is kept for the next request) and where the request before this one ended: looking back from
 * a mark, the provider goes 20 blocks far, which one answer with many tool calls is longer than.
 */
function toMessages(sent: readonly SentMessage[]): Anthropic.MessageParam[] {
  const endBefore = sent.findLastIndex(({ role }) => role === 'assistant') - 1;
  const messages: { role: 'user' | 'assistant'; content: Block[] }[] = [];
  sent.forEach((message, index) => {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = message.parts.map(toBlock).filter((block) => block !== undefined);
    if (blocks.length === 0) return;
    if (index === endBefore || index === sent.length - 1) markLast(blocks);
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: blocks });
  });
  return messages;
}

function toBlock(part: SentPart): Block | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return toImage(part);
    case 'reasoning':
      // The provider's own block (thinking with signature, redacted_thinking), byte for byte;
      // another shape stems from a time when this provider was of another kind.
      return /^(?:redacted_)?thinking$/.test(String(part.block.type))
        ? (part.block as JsonObject & Anthropic.ThinkingBlockParam)
        : undefined;
    case 'call':
      return { type: 'tool_use', id: part.id, name: part.name, input: part.args };
    case 'result':
      return {
        type: 'tool_result',
        tool_use_id: part.id,
        content: resultContent(part),
        ...(part.ok ? {} : { is_error: true }),
      };
  }
}

/** One string where there are no images, as ever: cached bytes must not change. */
function resultContent({
  output,
  images,
}: Extract<SentPart, { type: 'result' }>): Anthropic.ToolResultBlockParam['content'] {
  const text = output.trim() === '' ? '(no output)' : output;
  if (images.length === 0) return text;
  return [{ type: 'text', text }, ...images.map(toImage)];
}

function toImage({ mediaType: type, data }: ImageData): Anthropic.ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: mediaType(type), data } };
}

function mediaType(value: string): 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' {
  if (value === 'image/jpeg' || value === 'image/gif' || value === 'image/webp') return value;
  return 'image/png';
}

/** Reasoning blocks must stay as they came; the mark goes on the last other block. */
function markLast(blocks: Block[]): void {
  const index = blocks.findLastIndex(
    (block) => block.type !== 'thinking' && block.type !== 'redacted_thinking',
  );
  const block = blocks[index];
  if (block !== undefined) blocks[index] = { ...block, ...cached } as Block;
}

/** Kept: an import is looked up anew at every call. */
let module: Promise<typeof import('@anthropic-ai/sdk')> | undefined;
const load = () => {
  module ??= import('@anthropic-ai/sdk');
  return module;
};

async function client(connection: Connection): Promise<Anthropic> {
  const { default: Sdk } = await load();
  return new Sdk({
    baseURL: connection.baseUrl,
    // A server on the own machine may need no key; the SDK insists on one.
    apiKey: connection.apiKey ?? 'none',
    defaultHeaders: connection.headers,
    fetch: connection.fetch,
    maxRetries: 0,
    // Thalamus has its own, finer deadlines.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
  });
}

export const anthropicApi: ProviderApi = {
  load,
  async stream(request, target, connection) {
    const sdk = await client(streaming(connection));
    return sdk.messages.create(toAnthropic(request, target), { signal: connection.signal });
  },
  async models(connection) {
    const sdk = await client(connection);
    const names: string[] = [];
    for await (const model of sdk.models.list({ limit: 100 }, { signal: connection.signal })) {
      names.push(model.id);
      if (names.length >= 200) break;
    }
    return names;
  },
};
