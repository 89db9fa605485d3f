/**
 * OpenAI's Responses API through `openai`: nothing is stored over there (`store: false`), so the
 * model's encrypted reasoning travels back with the history.
 */
import type OpenAI from 'openai';
import type { ImageData, ModelRequest, ModelTarget } from '../../shared/model.ts';
import { historyFor, imagesOf, type SentMessage, type SentPart, textOf } from '../history.ts';
import { loadOpenAi, openAiEmbed, openAiModels, openAiRequest } from './openai.ts';
import type { ProviderApi, StreamOptions } from './provider.ts';
import { streaming } from './stream-body.ts';

type Item = OpenAI.Responses.ResponseInputItem;

/** Pure: the same request gives the same bytes. */
function toOpenAiResponses(
  request: ModelRequest,
  target: ModelTarget,
  options: StreamOptions,
): OpenAI.Responses.ResponseCreateParamsStreaming {
  const { without, reasons } = options;
  const withTools = request.tools.length > 0 && !without.has('tools');
  return {
    model: target.model,
    stream: true,
    store: false,
    ...(reasons && !without.has('include') ? { include: ['reasoning.encrypted_content'] } : {}),
    // Summaries are all that OpenAI shows of a model's reasoning, and need a verified account.
    ...(reasons && !without.has('reasoning') ? { reasoning: { summary: 'auto' } } : {}),
    ...(options.capOutput ? { max_output_tokens: target.maxOutputTokens } : {}),
    ...(withTools
      ? {
          tools: request.tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            name,
            description,
            parameters: { ...parameters },
            // Strict schemas have no optional parameters, and strict is the default here.
            strict: false,
          })),
        }
      : {}),
    ...(withTools && request.toolChoice === 'none' && !without.has('tool_choice')
      ? { tool_choice: 'none' as const }
      : {}),
    ...(request.system === '' ? {} : { instructions: request.system.toWellFormed() }),
    input: historyFor(target.provider, request.messages, {
      model: target.model,
      ids: /^[\x21-\x7e]{1,64}$/,
    }).flatMap(toItems),
  };
}

function toItems(message: SentMessage): Item[] {
  if (message.role === 'user') return [{ role: 'user', content: userContent(message.parts) }];
  const items = message.parts.map(toItem).filter((item) => item !== undefined);
  // Reasoning that led to nothing (the answer broke off) is refused.
  const last = items.findLastIndex((item) => item.type !== 'reasoning');
  return items.slice(0, last + 1);
}

function toItem(part: SentPart): Item | undefined {
  switch (part.type) {
    case 'text':
      return { role: 'assistant', content: part.text };
    case 'reasoning':
      // The item as it came; blocks of another format stem from this provider's former settings.
      return part.block.type === 'reasoning'
        ? (part.block as typeof part.block & OpenAI.Responses.ResponseReasoningItem)
        : undefined;
    case 'call':
      return {
        type: 'function_call',
        call_id: part.id,
        name: part.name,
        arguments: JSON.stringify(part.args),
      };
    case 'result':
      return {
        type: 'function_call_output',
        call_id: part.id,
        // There is no error flag in this format.
        output: resultOutput(part),
      };
    case 'image':
      // Models of this API speak in words only.
      return undefined;
  }
}

function resultOutput({
  ok,
  output,
  images,
}: Extract<
  SentPart,
  { type: 'result' }
>): OpenAI.Responses.ResponseInputItem.FunctionCallOutput['output'] {
  const text = ok ? output : `Error: ${output}`;
  if (images.length === 0) return text;
  return [{ type: 'input_text', text }, ...images.map(toImage)];
}

function toImage({ mediaType, data }: ImageData): OpenAI.Responses.ResponseInputImage {
  return {
    type: 'input_image',
    detail: 'auto',
    image_url: `data:${mediaType};base64,${data}`,
  };
}

function userContent(
  parts: readonly SentPart[],
): string | OpenAI.Responses.ResponseInputMessageContentList {
  const images = imagesOf(parts);
  const text = textOf(parts);
  if (images.length === 0) return text;
  return [...(text === '' ? [] : [{ type: 'input_text' as const, text }]), ...images.map(toImage)];
}

/** The SDK passes a failed response on as an event like any other. */
class ResponseFailed extends Error {
  readonly code: string;
  readonly requestID = undefined;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ResponseFailed';
    this.code = code;
  }
}

const noReason = 'no reason given';

async function* untilFailed(
  events: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>,
): AsyncGenerator<unknown> {
  for await (const event of events) {
    if (event.type === 'response.failed') {
      // Not every compatible server says why.
      const error = (event as Partial<typeof event>).response?.error;
      throw new ResponseFailed(error?.code ?? 'server_error', error?.message ?? noReason);
    }
    if (event.type === 'error') {
      throw new ResponseFailed(event.code ?? 'error', event.message ?? noReason);
    }
    yield event;
  }
}

export const openaiResponsesApi: ProviderApi = {
  load: loadOpenAi,
  async stream(request, target, connection, options) {
    const { sdk, options: own } = await openAiRequest(streaming(connection));
    const body = toOpenAiResponses(request, target, options);
    return untilFailed(await sdk.responses.create(body, own));
  },
  models: openAiModels,
  embed: openAiEmbed,
};
