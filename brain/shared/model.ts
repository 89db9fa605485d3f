/**
 * The vocabulary between the regions that talk to models: prefrontal builds a `ModelRequest`,
 * thalamus streams `StreamChunk`s, wernicke folds them into an `Answer`.
 */
import type {
  ContentOrigin,
  JsonObject,
  JsonValue,
  ProviderFailureSummary,
  ProviderKind,
  TurnErrorCode,
  Usage,
} from '../../protocol/index.ts';
import type { Spoken } from './say.ts';

/** One tool call, whatever provider asked for it. `id` is ours (`c_...`). */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** `data` is base64. */
export interface ImageData {
  readonly mediaType: string;
  readonly data: string;
}

export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  /** A provider's own reasoning block, returned unchanged to `provider` and to nobody else. */
  | { readonly type: 'reasoning'; readonly provider: string; readonly block: JsonObject }
  /** `providerCallId` is the id the provider gave, sent back to it. */
  | {
      readonly type: 'tool_call';
      readonly call: ToolCall;
      readonly providerCallId?: string;
      /** Fields of the provider's own on this call (a signature), returned unchanged to it. */
      readonly providerFields?: JsonObject;
    }
  | {
      readonly type: 'tool_result';
      readonly toolCallId: string;
      readonly providerCallId?: string;
      readonly name: string;
      readonly ok: boolean;
      readonly output: string;
      /** What a tool showed beside its words. */
      readonly images?: readonly ImageData[];
      /** Where the output is from; with it, it is fenced when it is sent. */
      readonly origin?: ContentOrigin;
      /** What the program itself says about the call; sent outside of the fence. */
      readonly note?: string;
    };

export interface ModelMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly parts: readonly MessagePart[];
  /** Who wrote an assistant message; `reflex` answers are not shown to models as their own words. */
  readonly provider?: string;
  readonly model?: string;
}

/** What a model is told about a tool. `parameters` is a JSON Schema of type object. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** Where a request may go, with everything known about that place. Token counts. */
export interface ModelTarget {
  readonly provider: string;
  readonly kind: ProviderKind | 'reflex';
  readonly model: string;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly local: boolean;
}

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly ModelMessage[];
  readonly toolChoice: 'auto' | 'none';
  /** Less than the target allows. */
  readonly maxOutputTokens?: number;
}

export type AnswerStop = 'end' | 'tool_calls' | 'length' | 'refusal';

/** Why no (complete) answer came. `started`: something was already shown, so nothing was retried. */
export interface ModelFailure extends Spoken<'message'> {
  readonly code: TurnErrorCode;
  readonly retryable: boolean;
  readonly started: boolean;
  readonly providers: readonly ProviderFailureSummary[];
}

/** The one stream shape of thalamus. It ends after exactly one `stop` or `failed`. */
export type StreamChunk =
  /** The provider that answers; comes before anything it says. `failed` = those tried before it. */
  | {
      readonly type: 'provider';
      readonly provider: string;
      readonly model: string;
      readonly attempt: number;
      readonly failed: readonly ProviderFailureSummary[];
      /** Tools whose calls this place's models may write as text; wernicke looks for them. */
      readonly callsInText?: readonly string[];
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** A complete opaque reasoning block. */
  | { readonly type: 'reasoning'; readonly block: JsonObject }
  /** A piece of tool call number `index`: any of the fields, `argsText` to be concatenated. */
  | {
      readonly type: 'tool_call';
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly argsText?: string;
      readonly args?: JsonValue;
      readonly providerFields?: JsonObject;
    }
  /** Figures replace earlier ones of the same call, field by field. */
  | { readonly type: 'usage'; readonly usage: Partial<Usage> }
  /** Figures of a request that ended before it said anything: it may have cost something all the same. */
  | {
      readonly type: 'unanswered';
      readonly provider: string;
      readonly model: string;
      readonly usage: Usage;
    }
  | { readonly type: 'stop'; readonly reason: AnswerStop }
  | { readonly type: 'failed'; readonly failure: ModelFailure };

/** How a server is spoken to. OpenAI has two formats, and only its own servers know the second. */
export type WireFormat = ProviderKind | 'openai_responses';

/**
 * Turns one wire format's raw stream events into chunks; one reader per request. Wernicke makes
 * them, thalamus feeds them.
 */
export interface WireReader {
  /** Never throws: what it does not know is skipped. */
  read(event: unknown): readonly StreamChunk[];
  /** The server said that its answer is complete: whatever it still sends is no part of it. */
  isComplete(): boolean;
  /** Called once when the stream is over: what was still held back, then one `stop` or `failed`. */
  end(): readonly StreamChunk[];
}

/** A call as the model made it. With `problem` it must not run; the text goes back to the model. */
export interface ParsedCall {
  readonly call: ToolCall;
  readonly providerCallId?: string;
  readonly providerFields?: JsonObject;
  readonly problem?: string;
}

/** One whole answer of a model. */
export interface Answer {
  /** In the order they came; what the assistant message of the history is made of. */
  readonly parts: readonly MessagePart[];
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly ParsedCall[];
  readonly usage: Usage;
  readonly provider: string;
  readonly model: string;
  readonly stop: AnswerStop;
  readonly failure?: ModelFailure;
}

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

export function addUsage(a: Usage, b: Usage): Usage {
  const cost =
    a.costUsd === undefined && b.costUsd === undefined
      ? undefined
      : (a.costUsd ?? 0) + (b.costUsd ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    ...(cost === undefined ? {} : { costUsd: cost }),
  };
}
