/** Talking to models: thalamus, wernicke, broca. Types only. */
import type { Config, EventBody, JsonObject, ProviderInfo } from '../../protocol/index.ts';
import type { Answer, ModelRequest, ModelTarget, StreamChunk } from '../shared/model.ts';
import type { Result } from '../shared/result.ts';
import type { TurnRef } from './base.ts';

export interface StreamRequest {
  /** `model@provider`, `reflex`, or undefined for the cascade's head. */
  readonly choice?: string;
  /** The owner picked `choice` for this session or message. */
  readonly pinned: boolean;
  /** The settings to go by, where those of this moment do not count (a turn keeps its own). */
  readonly config?: Config;
  /** Builds the request for the place it goes to; called again when the place changes. */
  prepare(
    target: ModelTarget,
    attempt: number,
    options: { readonly foldHarder: boolean },
  ): Promise<ModelRequest>;
  readonly signal: AbortSignal;
}

export interface Thalamus {
  /** Checks a choice: unknown names are errors that list what exists. */
  resolve(choice: string | undefined): Result<ModelTarget>;
  /** Where the owner's routes send a message for which no model was picked. */
  route(
    text: string,
    routes: Config['routes'],
  ): { readonly keyword: string; readonly target: string } | undefined;
  /** Ends after one `stop` or `failed`; never throws. On abort it just ends. */
  stream(request: StreamRequest): AsyncGenerator<StreamChunk>;
  list(): Promise<readonly ProviderInfo[]>;
  test(provider: string): Promise<{ ok: boolean; message: string; models: string[]; ms: number }>;
  /** Model servers on this machine that no provider is set up for yet. */
  find(): Promise<
    readonly {
      readonly name: string;
      readonly kind: 'ollama';
      readonly baseUrl: string;
      readonly models: readonly string[];
    }[]
  >;
  /** Key or settings of a provider changed: forget that it was misconfigured. */
  forget(provider: string): void;
}

export interface Wernicke {
  /** Folds a stream into one answer; tool arguments are parsed and checked by `check`. */
  parse(
    chunks: AsyncIterable<StreamChunk>,
    check: (name: string, args: JsonObject) => string | undefined,
  ): Promise<Answer>;
}

export interface Broca {
  /** Sends any event that is not streamed text; flushes what waits, stores it, tells everyone. */
  emit(turn: TurnRef, body: EventBody): void;
  /** Passes chunks on untouched while their text goes out to the windows. */
  streamToUI(
    turn: TurnRef,
    call: number,
    chunks: AsyncIterable<StreamChunk>,
  ): AsyncGenerator<StreamChunk>;
  toolOutput(turn: TurnRef, toolCallId: string, stream: 'stdout' | 'stderr', text: string): void;
}
