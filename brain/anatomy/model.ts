/** Talking to models: thalamus, wernicke, broca. Types only. */
import type {
  Config,
  EventBody,
  JsonObject,
  ModelPrices,
  ModelPull,
  ProviderInfo,
  SpendingTotals,
  Usage,
} from '../../protocol/index.ts';
import type { Answer, ModelRequest, ModelTarget, StreamChunk } from '../shared/model.ts';
import type { Result } from '../shared/result.ts';
import type { Sentence } from '../shared/say.ts';
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
    options: {
      readonly foldHarder: boolean;
      /** What its tokens cost, all zero where they cost nothing; absent where that is not known. */
      readonly prices?: ModelPrices;
    },
  ): Promise<ModelRequest>;
  readonly signal: AbortSignal;
}

export interface Thalamus {
  /** Checks a choice: unknown names are errors that list what exists. */
  resolve(choice: string | undefined): Result<ModelTarget, Sentence>;
  /** Where the owner's routes send a message for which no model was picked. */
  route(
    text: string,
    routes: Config['routes'],
  ): { readonly keyword: string; readonly target: string } | undefined;
  /** Ends after one `stop` or `failed`; never throws. On abort it just ends. */
  stream(request: StreamRequest): AsyncGenerator<StreamChunk>;
  list(): Promise<readonly ProviderInfo[]>;
  test(provider: string): Promise<{ ok: boolean; message: string; models: string[]; ms: number }>;
  /** Downloads of models by their servers. */
  readonly pulls: {
    /** Starts one, or joins the one that runs. */
    start(provider: string, model: string): Result<ModelPull, 'not_found' | 'not_possible'>;
    cancel(provider: string, model: string): boolean;
    /** Those that run, and those that failed. */
    list(): readonly ModelPull[];
  };
  /** Ends what runs without a turn. */
  close(): Promise<void>;
  /** Model servers on this machine that no provider is set up for yet. */
  find(): Promise<
    readonly {
      readonly name: string;
      readonly kind: 'ollama';
      readonly baseUrl: string;
      readonly models: readonly string[];
    }[]
  >;
  /** What a model's tokens cost there, as `prepare` is told it. */
  pricesOf(provider: string, model: string): ModelPrices | undefined;
  /** `model@provider` that makes embeddings now; undefined where there is none. */
  embedder(): Promise<string | undefined>;
  /** One vector of length 1 per text, in order. */
  embed(
    embedder: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<readonly Float32Array[]>>;
  /** Key or settings of a provider changed: forget that it was misconfigured. */
  forget(provider: string): void;
}

/** One call of the account: a `usage` event of a turn, with who was paid. */
export interface SpentCall extends Usage {
  /** ISO time of the event; its local day is the day that the call counts to. */
  readonly at: string;
  readonly sessionId: string;
  readonly turnId: string;
  /** The turn's how-manieth `usage` event it was, from 1. */
  readonly number: number;
  readonly provider: string;
  readonly model: string;
}

/** Money set aside for a call that runs. */
export interface Hold {
  release(): void;
}

/** What was used and what it cost; and the limit of a day. US dollars. */
export interface Spending {
  /** Counts a call; one that is counted already is not counted again. */
  record(call: SpentCall): Promise<void>;
  /**
   * Sets the estimate aside, or says that the limit would be passed. `estimateUsd`: undefined where
   * no price is known, which no limit can be sure of. `limitUsd` 0: no limit. `allowed`: the owner
   * let this turn go on.
   */
  reserve(input: {
    readonly estimateUsd: number | undefined;
    readonly limitUsd: number;
    readonly allowed: boolean;
  }): Promise<
    | { readonly kind: 'held'; readonly hold: Hold }
    /** `spentUsd`: today, with what the calls that run now have set aside. */
    | { readonly kind: 'ask'; readonly spentUsd: number }
  >;
  /** The owner allowed passing this limit for the rest of the day; another one asks again. */
  allowToday(limitUsd: number): Promise<void>;
  /** Tokens of a mean answer of this model today; 0 where there was none. */
  meanOutput(target: { readonly provider: string; readonly model: string }): Promise<number>;
  today(): Promise<{
    readonly day: string;
    readonly spentUsd: number;
    /** Calls whose cost is not known and not in `spentUsd`. */
    readonly unknownCalls: number;
    /** The limit that may be passed today; 0: none. */
    readonly allowedUsd: number;
  }>;
  /** By day, provider and model, days in order. Days are local ones, `YYYY-MM-DD`, both included. */
  totals(query: {
    readonly from: string;
    readonly to: string;
    readonly sessionId?: string;
    /** Leaves these sessions out. */
    readonly without?: (sessionId: string) => boolean;
  }): Promise<readonly SpendingTotals[]>;
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
