/**
 * Wernicke understands what comes in.
 *
 * Job: fold a provider's stream into one `Answer`, whatever wire format it came from; the readers
 * under `wire/` turn raw SDK events into `StreamChunk`s.
 * Takes: chunks from thalamus (through broca), and a check of arguments against the tools' schemas.
 * Gives: the answer's parts in the order they came, its tool calls under ids of our own.
 * Always: a call whose arguments are not one valid object that fits the tool's schema carries a
 * `problem` and is never run; an answer that broke off keeps its text and has no calls; a stream
 * without an end is a failure, never a short answer.
 */
import type { Wernicke } from '../regions.ts';
import type {
  Answer,
  AnswerStop,
  MessagePart,
  ModelFailure,
  ParsedCall,
  ToolCall,
} from '../shared/model.ts';
import { say, spoken } from '../shared/say.ts';
import { readArguments } from './arguments.ts';
import { callsInText } from './calls-in-text.ts';
import { type Folded, fold, type RawCall, type Slot } from './fold.ts';

export { createAnthropicReader } from './wire/anthropic.ts';
export { createOllamaReader } from './wire/ollama.ts';
export { createOpenAiReader } from './wire/openai-chat.ts';
export { createOpenAiResponsesReader } from './wire/openai-responses.ts';

export interface WernickeDeps {
  /** Mints our id of a tool call (`c_...`). */
  readonly newToolCallId: () => string;
}

type Check = Parameters<Wernicke['parse']>[1];

const withoutEnd: ModelFailure = {
  code: 'stream_broken',
  ...spoken({ message: say('turn.brokeOff') }),
  retryable: true,
  started: true,
  providers: [],
};

export function createWernicke(deps: WernickeDeps): Wernicke {
  function parseCall(raw: RawCall, cutOff: boolean, used: Set<string>, check: Check): ParsedCall {
    const read = readArguments(raw.argsText, raw.args);
    const call: ToolCall = {
      id: deps.newToolCallId(),
      name: raw.name === '' ? 'unknown' : raw.name,
      args: read.args,
    };
    // An id that came twice cannot tell the two results apart: the second goes by our own.
    const own = raw.id === '' || used.has(raw.id);
    used.add(raw.id);
    const problem = problemOf(raw, call, read.problem, cutOff, check);
    return {
      call,
      ...(own ? {} : { providerCallId: raw.id }),
      ...(raw.providerFields === undefined ? {} : { providerFields: raw.providerFields }),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  function build(folded: Folded, check: Check): Answer {
    const { text, thinking, usage, provider, model } = folded;
    const failure = folded.failure ?? (folded.stop === undefined ? withoutEnd : undefined);
    const wanted = failure === undefined && folded.stop !== 'refusal';
    const slots = wanted ? withCallsInText(folded, check) : folded.slots;
    const lastCall = slots.findLast((slot) => slot.type === 'call');
    const parts: MessagePart[] = [];
    const calls: ParsedCall[] = [];
    const used = new Set<string>();
    for (const slot of slots) {
      if (slot.type !== 'call') {
        parts.push(slot);
        continue;
      }
      if (!wanted) continue;
      const cutOff = folded.stop === 'length' && slot === lastCall;
      const parsed = parseCall(slot.raw, cutOff, used, check);
      calls.push(parsed);
      const { problem: _, ...part } = parsed;
      parts.push({ type: 'tool_call', ...part });
    }
    return {
      parts,
      text,
      thinking,
      calls,
      usage,
      provider,
      model,
      stop: stopOf(folded.stop ?? 'end', calls.length),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  return {
    async parse(chunks, check) {
      return build(await fold(chunks), check);
    },
  };
}

/**
 * An answer whose whole text is one or more calls is those calls. Its text stays in `Answer.text`:
 * it was shown while it came.
 */
function withCallsInText(folded: Folded, check: Check): readonly Slot[] {
  const { slots, stop } = folded;
  const plain = slots.every(({ type }) => type !== 'call');
  if (folded.callsInText.length === 0 || !plain || stop !== 'end') return slots;
  const calls = callsInText(folded.text);
  const fits = calls.every(
    ({ name, args }) => folded.callsInText.includes(name) && check(name, args) === undefined,
  );
  if (calls.length === 0 || !fits) return slots;
  return [
    ...slots.filter(({ type }) => type === 'reasoning'),
    ...calls.map(({ name, args }): Slot => {
      return { type: 'call', raw: { id: '', name, argsText: '', args } };
    }),
  ];
}

function problemOf(
  raw: RawCall,
  call: ToolCall,
  problem: string | undefined,
  cutOff: boolean,
  check: Check,
): string | undefined {
  // No arguments at all would pass as {} although the limit may have cut them off.
  const unsaid = raw.args === undefined && raw.argsText.trim() === '';
  if (cutOff && (unsaid || problem !== undefined)) {
    return (
      'The answer reached its length limit in the middle of this call, so nothing was run. ' +
      'Call the tool again with shorter arguments, or in several steps.'
    );
  }
  if (problem !== undefined) return problem;
  if (raw.name === '') return 'The call does not name a tool, so nothing was run.';
  return check(call.name, call.args);
}

/** Servers disagree about the stop reason beside tool calls; the calls themselves decide. */
function stopOf(said: AnswerStop, calls: number): AnswerStop {
  if (said === 'end' && calls > 0) return 'tool_calls';
  if (said === 'tool_calls' && calls === 0) return 'end';
  return said;
}
