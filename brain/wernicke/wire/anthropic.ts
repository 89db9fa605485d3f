/** Anthropic Messages stream events (`message_start` ... `message_stop`) to chunks. */
import type { Usage } from '../../../protocol/index.ts';
import type { AnswerStop, StreamChunk, WireReader } from '../../shared/model.ts';
import {
  asJson,
  asJsonObject,
  countOf,
  cutOff,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  textOf,
} from './fields.ts';

type OpenBlock =
  | { readonly type: 'tool'; readonly call: number; readonly id: unknown }
  | { readonly type: 'thinking'; thinking: string; signature: string };

const stops: Readonly<Record<string, AnswerStop>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  pause_turn: 'end',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

export function createAnthropicReader(): WireReader {
  const open = new Map<unknown, OpenBlock>();
  let calls = 0;
  let started = false;
  let stopped = false;
  let reason: AnswerStop = 'end';

  function startBlock(index: unknown, block: Fields): StreamChunk[] {
    switch (block.type) {
      case 'text':
        return block.text ? [{ type: 'text', text: textOf(block.text) }] : [];
      case 'thinking': {
        const thinking = textOf(block.thinking);
        open.set(index, { type: 'thinking', thinking, signature: textOf(block.signature) });
        return thinking === '' ? [] : [{ type: 'thinking', text: thinking }];
      }
      case 'redacted_thinking':
        return [{ type: 'reasoning', block: asJsonObject(block) }];
      case 'tool_use': {
        const { id, input } = block;
        // Some gateways send the beginning of a block twice.
        const known = open.get(index);
        if (known?.type === 'tool' && known.id === id) return [];
        const call = calls;
        calls += 1;
        open.set(index, { type: 'tool', call, id });
        const whole = isFields(input) && Object.keys(input).length > 0;
        return [
          {
            type: 'tool_call',
            index: call,
            name: textOf(block.name),
            ...(typeof id === 'string' && id !== '' ? { id } : {}),
            ...(whole ? { args: asJson(input) } : {}),
          },
        ];
      }
      default:
        // Blocks of server-side tools, which are never asked for.
        return [];
    }
  }

  function delta(index: unknown, part: Fields): StreamChunk[] {
    const block = open.get(index);
    switch (part.type) {
      case 'text_delta':
        return [{ type: 'text', text: textOf(part.text) }];
      case 'thinking_delta': {
        const text = textOf(part.thinking);
        if (block?.type === 'thinking') block.thinking += text;
        return [{ type: 'thinking', text }];
      }
      case 'signature_delta':
        if (block?.type === 'thinking') block.signature += textOf(part.signature);
        return [];
      case 'input_json_delta':
        if (block?.type !== 'tool') return [];
        return [{ type: 'tool_call', index: block.call, argsText: textOf(part.partial_json) }];
      default:
        return [];
    }
  }

  function stopBlock(index: unknown): StreamChunk[] {
    const block = open.get(index);
    open.delete(index);
    if (block?.type !== 'thinking') return [];
    const { thinking, signature } = block;
    return [{ type: 'reasoning', block: { type: 'thinking', thinking, signature } }];
  }

  /** The answer of a server that does not stream. */
  function wholeMessage(message: Fields): StreamChunk[] {
    started = true;
    stopped = true;
    reason = stops[textOf(message.stop_reason)] ?? 'end';
    const blocks = listOf(message.content).flatMap((block, index) => [
      ...startBlock(index, fieldsOf(block)),
      ...stopBlock(index),
    ]);
    return [...blocks, ...usageChunks(fieldsOf(message.usage))];
  }

  return {
    read(event) {
      const fields = fieldsOf(event);
      switch (fields.type) {
        case 'message_start':
          return usageChunks(fieldsOf(fieldsOf(fields.message).usage));
        case 'content_block_start':
          started = true;
          return startBlock(fields.index, fieldsOf(fields.content_block));
        case 'content_block_delta':
          return delta(fields.index, fieldsOf(fields.delta));
        case 'content_block_stop':
          return stopBlock(fields.index);
        case 'message_delta': {
          const said = textOf(fieldsOf(fields.delta).stop_reason);
          if (said !== '') reason = stops[said] ?? 'end';
          return usageChunks(fieldsOf(fields.usage));
        }
        case 'message':
          return wholeMessage(fields);
        case 'message_stop':
          stopped = true;
          return [];
        default:
          return [];
      }
    },
    isComplete: () => stopped,
    end: () => [stopped ? { type: 'stop', reason } : cutOff(started)],
  };
}

/** Anthropic counts cached input beside `input_tokens`, as `Usage` does. */
function usageChunks(fields: Fields): StreamChunk[] {
  const figures: { -readonly [K in keyof Usage]?: Usage[K] } = {};
  const input = countOf(fields.input_tokens);
  const output = countOf(fields.output_tokens);
  const read = countOf(fields.cache_read_input_tokens);
  const written = countOf(fields.cache_creation_input_tokens);
  if (input !== undefined) figures.inputTokens = input;
  if (output !== undefined) figures.outputTokens = output;
  if (read !== undefined) figures.cacheReadTokens = read;
  if (written !== undefined) figures.cacheWriteTokens = written;
  return Object.keys(figures).length === 0 ? [] : [{ type: 'usage', usage: figures }];
}
