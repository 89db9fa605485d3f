/** OpenAI chat completion chunks, and what compatible servers make of them, to chunks. */
import type { AnswerStop, StreamChunk, WireReader } from '../../shared/model.ts';
import {
  asJson,
  countOf,
  cutOff,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  moneyOf,
  textOf,
} from './fields.ts';
import { createReasoningDetails } from './reasoning-details.ts';
import { withThinkTags } from './think-tags.ts';

const stops: Readonly<Record<string, AnswerStop>> = {
  stop: 'end',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'refusal',
  safety: 'refusal',
  recitation: 'refusal',
};

/** Reasons that name a fault of the server or a call that it could not make sense of. */
const faults = /error|malformed|insufficient_system_resource/i;

export function createOpenAiReader(): WireReader {
  return withThinkTags(createChatReader());
}

function createChatReader(): WireReader {
  const byIndex = new Map<number, number>();
  const byId = new Map<string, number>();
  const named = new Set<number>();
  let calls = 0;
  let started = false;
  let refused = false;
  let reason: AnswerStop | undefined;
  /** DeepSeek and others want their reasoning back on messages with tool calls. */
  let reasoning = '';
  const details = createReasoningDetails();

  /**
   * Which call a piece belongs to. Some servers leave `index` out, some send 0 for every call, some
   * mint a new id for every piece; only the first piece of a call has a name.
   */
  function numberOf(index: unknown, id: string, name: string): number {
    const latest = calls === 0 ? undefined : calls - 1;
    const known = typeof index === 'number' ? byIndex.get(index) : (byId.get(id) ?? latest);
    const another =
      known !== undefined && name !== '' && id !== '' && named.has(known) && byId.get(id) !== known;
    const unplaced = name !== '' && id === '' && typeof index !== 'number';
    const number = known === undefined || another || unplaced ? calls : known;
    if (number === calls) calls += 1;
    if (typeof index === 'number') byIndex.set(index, number);
    if (id !== '') byId.set(id, number);
    if (name !== '') named.add(number);
    return number;
  }

  function toolPiece(value: unknown): StreamChunk {
    const piece = fieldsOf(value);
    const called = fieldsOf(piece.function);
    const id = textOf(piece.id);
    const name = textOf(called.name);
    const args = called.arguments;
    const own = piece.extra_content;
    return {
      type: 'tool_call',
      index: numberOf(piece.index, id, name),
      // Google's signature of the thought that led to the call.
      ...(isFields(own) ? { providerFields: { extra_content: asJson(own) } } : {}),
      ...(id === '' ? {} : { id }),
      ...(name === '' ? {} : { name }),
      ...(typeof args === 'string' && args !== '' ? { argsText: args } : {}),
      // A few servers send the arguments as an object instead of its text.
      ...(typeof args === 'object' && args !== null ? { args: asJson(args) } : {}),
    };
  }

  function readDelta(delta: Fields): StreamChunk[] {
    const chunks: StreamChunk[] = [];
    const returned = textOf(delta.reasoning_content);
    const thought = returned || textOf(delta.reasoning);
    reasoning += returned;
    if (thought !== '') chunks.push({ type: 'thinking', text: thought });
    details.add(delta.reasoning_details);
    const refusal = textOf(delta.refusal);
    if (refusal !== '') refused = true;
    chunks.push(...contentChunks(delta.content));
    if (refusal !== '') chunks.push({ type: 'text', text: refusal });
    for (const piece of listOf(delta.tool_calls)) chunks.push(toolPiece(piece));
    if (chunks.length > 0) started = true;
    return chunks;
  }

  return {
    read(event) {
      const fields = fieldsOf(event);
      const choice = fieldsOf(listOf(fields.choices)[0]);
      // A server that cannot stream sends one whole message.
      const chunks = readDelta(fieldsOf(choice.delta ?? choice.message));
      const said = textOf(choice.finish_reason);
      if (said !== '')
        reason = faults.test(said) ? undefined : (stops[said.toLowerCase()] ?? 'end');
      // The figures come with the last chunk, or beside the choice; null until then.
      chunks.push(...usageChunks(fieldsOf(fields.usage)));
      return chunks;
    },
    // The figures come after the finish reason; the SDK knows the `[DONE]` after them.
    isComplete: () => false,
    end() {
      // The `[DONE]` line may be missing; the finish reason may not.
      if (reason === undefined) return [cutOff(started)];
      const chunks: StreamChunk[] = [];
      const pieces = details.all();
      if (pieces.length > 0) {
        chunks.push({ type: 'reasoning', block: { type: 'reasoning_details', details: pieces } });
      } else if (reasoning !== '' && calls > 0) {
        const block = { type: 'reasoning_content', text: reasoning };
        chunks.push({ type: 'reasoning', block });
      }
      // A refusal ends like any answer here: with `stop`.
      chunks.push({ type: 'stop', reason: refused && calls === 0 ? 'refusal' : reason });
      return chunks;
    },
  };
}

/** A text, or a list of parts (Mistral), with reasoning among them. */
function contentChunks(content: unknown): StreamChunk[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).flatMap((value): StreamChunk[] => {
    const part = fieldsOf(value);
    if (part.type === 'text') return [{ type: 'text', text: textOf(part.text) }];
    if (part.type !== 'thinking') return [];
    const texts = listOf(part.thinking).map((one) => textOf(fieldsOf(one).text));
    return [{ type: 'thinking', text: texts.join('') }];
  });
}

/** OpenAI counts cached input inside `prompt_tokens`; `Usage` keeps the two apart. */
function usageChunks(fields: Fields): StreamChunk[] {
  const prompt = countOf(fields.prompt_tokens);
  const output = countOf(fields.completion_tokens);
  if (prompt === undefined && output === undefined) return [];
  const cost = moneyOf(fields.cost);
  const details = fieldsOf(fields.prompt_tokens_details);
  const hit = countOf(details.cached_tokens) ?? countOf(fields.prompt_cache_hit_tokens) ?? 0;
  // What came from the cache is part of the prompt, whatever the server says.
  const cached = Math.min(hit, prompt ?? 0);
  return [
    {
      type: 'usage',
      usage: {
        inputTokens: (prompt ?? 0) - cached,
        outputTokens: output ?? 0,
        cacheReadTokens: cached,
        // Routers say what the answer cost them.
        ...(cost === undefined ? {} : { costUsd: cost }),
      },
    },
  ];
}
