/** Ollama `/api/chat` lines to chunks. Tool calls come whole, arguments as objects. */
import type { AnswerStop, StreamChunk, WireReader } from '../../shared/model.ts';
import { asJson, countOf, cutOff, type Fields, fieldsOf, listOf, textOf } from './fields.ts';

export function createOllamaReader(): WireReader {
  let calls = 0;
  let started = false;
  let reason: AnswerStop | undefined;

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
    end: () => [reason === undefined ? cutOff(started) : { type: 'stop', reason }],
  };
}

function usageChunks(fields: Fields): StreamChunk[] {
  const input = countOf(fields.prompt_eval_count);
  const output = countOf(fields.eval_count);
  if (input === undefined && output === undefined) return [];
  return [{ type: 'usage', usage: { inputTokens: input ?? 0, outputTokens: output ?? 0 } }];
}
