/** What each of the three kinds of provider can do. */
import type { ModelPrices } from '../../../protocol/index.ts';
import type { ModelRequest, ModelTarget } from '../../shared/model.ts';
import type { Fetch } from '../http.ts';
import type { RefusableField } from '../refusals.ts';

/** One request's way to a provider's server. */
export interface Connection {
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request's socket when the turn is stopped or a deadline passes. */
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/** Bytes of one part of a model (`digest`), where the step is about one. */
export interface PullStep {
  readonly status: string;
  readonly digest?: string;
  readonly completed?: number;
  readonly total?: number;
}

export interface ModelFacts {
  readonly contextWindow?: number;
  readonly tools?: boolean;
  /** False where the model is known not to see. */
  readonly images?: boolean;
  readonly prices?: ModelPrices;
}

export interface StreamOptions {
  /** The owner set `maxOutputTokens`; otherwise the server's default holds where it has one. */
  readonly capOutput: boolean;
  /** What this server refused before. */
  readonly without: ReadonlySet<RefusableField>;
  /** The model is not known to be one that cannot reason. */
  readonly reasons: boolean;
  /** Ollama: the context size to load the model with. */
  readonly contextSize?: number;
}

export interface ProviderApi {
  /** Loads the SDK (up to half a second, once), so that no deadline pays for it. */
  load(): Promise<unknown>;
  /** Raw events of the wire format, for the matching reader. Throws what the SDK or socket throws. */
  stream(
    request: ModelRequest,
    target: ModelTarget,
    connection: Connection,
    options: StreamOptions,
  ): Promise<AsyncIterable<unknown>>;
  models(connection: Connection): Promise<readonly string[]>;
  /** Downloads a model to the server; ends when it is there, throws when it will not be. */
  pull?(model: string, connection: Connection): AsyncIterable<PullStep>;
  /** Models that turn texts into vectors; absent where the server does not tell them apart. */
  embeddingModels?(connection: Connection): Promise<readonly string[]>;
  /** One vector per text, in order, as the server sent them. */
  embed?(
    model: string,
    texts: readonly string[],
    connection: Connection,
  ): Promise<readonly (readonly number[])[]>;
  /** What the server itself knows about a model. */
  facts?(model: string, connection: Connection): Promise<ModelFacts>;
}
