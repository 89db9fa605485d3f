/** OpenAI Responses stream events (`response.created` ... `response.completed`) to chunks. */
import type { AnswerStop, StreamChunk, WireReader } from '../../shared/model.ts';
import { asJsonObject, countOf, cutOff, type Fields, fieldsOf, listOf, textOf } from './fields.ts';

interface OpenCall {
  readonly index: number;
  hasArguments: boolean;
}

export function createOpenAiResponsesReader(): WireReader {
  /** By place in the output; ids are opaque here and change on some gateways from event to event. */
  const calls = new Map<unknown, OpenCall>();
  const spoken = new Set<unknown>();
  let started = false;
  let refused = false;
  let reason: AnswerStop | undefined;

  function openCall(place: unknown, item: Fields): readonly StreamChunk[] {
    const call: OpenCall = { index: calls.size, hasArguments: false };
    calls.set(place, call);
    const id = textOf(item.call_id);
    const first: StreamChunk = {
      type: 'tool_call',
      index: call.index,
      name: textOf(item.name),
      ...(id === '' ? {} : { id }),
    };
    return [first, ...argumentsOf(place, textOf(item.arguments))];
  }

  function argumentsOf(place: unknown, argsText: string): readonly StreamChunk[] {
    const call = calls.get(place);
    if (call === undefined || argsText === '') return [];
    call.hasArguments = true;
    return [{ type: 'tool_call', index: call.index, argsText }];
  }

  function closeItem(place: unknown, item: Fields): readonly StreamChunk[] {
    switch (item.type) {
      case 'reasoning':
        // Without its encrypted content it names something that was never stored.
        return textOf(item.encrypted_content) === ''
          ? []
          : [{ type: 'reasoning', block: asJsonObject(item) }];
      case 'function_call': {
        const call = calls.get(place);
        if (call === undefined) return openCall(place, item);
        return call.hasArguments ? [] : argumentsOf(place, textOf(item.arguments));
      }
      case 'message':
        return spoken.has(place) ? [] : wholeMessage(item);
      default:
        return [];
    }
  }

  /** A message that came without its deltas. */
  function wholeMessage(item: Fields): readonly StreamChunk[] {
    return listOf(item.content).map((value): StreamChunk => {
      const content = fieldsOf(value);
      if (content.type === 'refusal') refused = true;
      return { type: 'text', text: textOf(content.text) || textOf(content.refusal) };
    });
  }

  /** The answer of a server that does not stream. */
  function wholeResponse(response: Fields): readonly StreamChunk[] {
    const items = listOf(response.output).flatMap((item, place) => [
      ...summaryOf(fieldsOf(item)),
      ...closeItem(place, fieldsOf(item)),
    ]);
    const type = `response.${textOf(response.status) || 'completed'}`;
    return [...items, ...readEvent({ type, response })];
  }

  function readEvent(fields: Fields): readonly StreamChunk[] {
    const place = fields.output_index ?? fields.item_id ?? fieldsOf(fields.item).id;
    const text = textOf(fields.delta);
    if (fields.object === 'response') return wholeResponse(fields);
    switch (fields.type) {
      case 'response.output_item.added': {
        const item = fieldsOf(fields.item);
        return item.type === 'function_call' && !calls.has(place) ? openCall(place, item) : [];
      }
      case 'response.refusal.delta':
        refused = true;
        spoken.add(place);
        return [{ type: 'text', text }];
      case 'response.output_text.delta':
        spoken.add(place);
        return [{ type: 'text', text }];
      case 'response.reasoning_summary_part.added':
        return Number(fields.summary_index) > 0 ? [{ type: 'thinking', text: '\n\n' }] : [];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return [{ type: 'thinking', text }];
      case 'response.function_call_arguments.delta':
        return argumentsOf(place, text);
      case 'response.function_call_arguments.done':
        return calls.get(place)?.hasArguments === false
          ? argumentsOf(place, textOf(fields.arguments))
          : [];
      case 'response.output_item.done':
        return closeItem(place, fieldsOf(fields.item));
      case 'response.completed':
        reason = calls.size > 0 ? 'tool_calls' : 'end';
        return usageChunks(fieldsOf(fieldsOf(fields.response).usage));
      case 'response.incomplete': {
        const response = fieldsOf(fields.response);
        const why = fieldsOf(response.incomplete_details).reason;
        reason = why === 'content_filter' ? 'refusal' : 'length';
        return usageChunks(fieldsOf(response.usage));
      }
      default:
        return [];
    }
  }

  return {
    read(event) {
      const chunks = readEvent(fieldsOf(event));
      if (chunks.some(({ type }) => type !== 'usage')) started = true;
      return chunks;
    },
    isComplete: () => reason !== undefined,
    end() {
      if (reason === undefined) return [cutOff(started)];
      return [{ type: 'stop', reason: refused ? 'refusal' : reason }];
    },
  };
}

function summaryOf(item: Fields): readonly StreamChunk[] {
  if (item.type !== 'reasoning') return [];
  const texts = listOf(item.summary).map((part) => textOf(fieldsOf(part).text));
  return texts.length === 0 ? [] : [{ type: 'thinking', text: texts.join('\n\n') }];
}

/** OpenAI counts cached input inside `input_tokens`; `Usage` keeps the two apart. */
function usageChunks(fields: Fields): readonly StreamChunk[] {
  const input = countOf(fields.input_tokens);
  const output = countOf(fields.output_tokens);
  if (input === undefined && output === undefined) return [];
  const hit = countOf(fieldsOf(fields.input_tokens_details).cached_tokens) ?? 0;
  const cached = Math.min(hit, input ?? 0);
  return [
    {
      type: 'usage',
      usage: {
        inputTokens: (input ?? 0) - cached,
        outputTokens: output ?? 0,
        cacheReadTokens: cached,
      },
    },
  ];
}
