/** Ollama `/api/chat` lines to chunks. Tool calls come whole, arguments as objects. */
import type { AnswerStop, StreamChunk, WireReader } from '../../shared/model.ts';
import { asJson, countOf, cutOff, type Fields, fieldsOf, listOf, textOf } from './fields.ts';
import { withThinkTags } from './think-tags.ts';

export function createOllamaReader(): WireReader {
  return withThinkTags(createChatReader());
}

function createChatReader(): WireReader {
  let calls = 0;
  let started = false;
  let reason: AnswerStop | undefined;
  /** Models that think between their calls need it back. */
  let reasoning = '';

  function toolCall(value: unknown): StreamChunk {
    const fields = fieldsOf(value);
    const called = fieldsOf(fields.function);
    const id = textOf(fields.id);
    const args = called.arguments;
    const index = calls;
    calls += 1;
    return {
      type: 'tool_call',
      index,
      name: textOf(called.name),
      ...(id === '' ? {} : { id }),
      ...(args === undefined || args === null ? {} : { args: asJson(args) }),
    };
  }

  return {
    read(event) {
      const fields = fieldsOf(event);
      const message = fieldsOf(fields.message);
      const chunks: StreamChunk[] = [];
      const thinking = textOf(message.thinking);
      reasoning += thinking;
      if (thinking !== '') chunks.push({ type: 'thinking', text: thinking });
      const text = textOf(message.content);
      if (text !== '') chunks.push({ type: 'text', text });
      for (const call of listOf(message.tool_calls)) chunks.push(toolCall(call));
      if (chunks.length > 0) started = true;
      if (fields.done === true) {
        reason =
          textOf(fields.done_reason) === 'length' ? 'length' : calls > 0 ? 'tool_calls' : 'end';
        chunks.push(...usageChunks(fields));
      }
      return chunks;
    },
    isComplete: () => reason !== undefined,
    end() {
      if (reason === undefined) return [cutOff(started)];
      const chunks: StreamChunk[] = [];
      if (reasoning !== '' && calls > 0) {
        const block = { type: 'reasoning_content', text: reasoning };
        chunks.push({ type: 'reasoning', block });
      }
      chunks.push({ type: 'stop', reason });
      return chunks;
    },
  };
}

function usageChunks(fields: Fields): StreamChunk[] {
  const input = countOf(fields.prompt_eval_count);
  const output = countOf(fields.eval_count);
  if (input === undefined && output === undefined) return [];
  return [{ type: 'usage', usage: { inputTokens: input ?? 0, outputTokens: output ?? 0 } }];
}
