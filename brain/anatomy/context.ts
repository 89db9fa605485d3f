/** What a model gets to know: prefrontal, ras, cortex. Types only. */
import type {
  Budget,
  CandidateSummary,
  ContentOrigin,
  Explanation,
  MemoryHit,
  MemorySource,
  PermissionMode,
  SnapshotSummary,
  Usage,
} from '../../protocol/index.ts';
import type { ModelMessage, ModelRequest, ModelTarget, ToolDefinition } from '../shared/model.ts';
import type { TurnRef } from './base.ts';

/** A chunk that went into a user message's `<context>`, so that it is not sent twice. */
export interface InjectedChunk {
  readonly path: string;
  readonly heading: string;
  /** SHA-256 of the chunk's text. */
  readonly hash: string;
  readonly tokens: number;
}

/** One message of the history exactly as it was sent, with what was injected into it. */
export interface HistoryEntry {
  readonly turnId: string;
  readonly message: ModelMessage;
  readonly injected?: readonly InjectedChunk[];
  /** Where untrusted text in it is from. */
  readonly taint?: readonly ContentOrigin[];
}

/** What was folded away; `history` is the whole history that replaces the former one. */
export interface Fold {
  readonly history: readonly HistoryEntry[];
  readonly foldedMessages: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly summary: string;
  /** The turn from which on messages stayed; absent where none did. */
  readonly keptFrom?: string;
}

export interface ContextInput {
  readonly turn: TurnRef;
  /** The owner's words. */
  readonly text: string;
  /** Images and texts that the owner attached. */
  readonly attachments: readonly ModelMessage['parts'][number][];
  readonly history: readonly HistoryEntry[];
  readonly target: ModelTarget;
  readonly workingDir: string;
  readonly mode: PermissionMode;
  /** What happened outside of the conversation and its model should know, a sentence each. */
  readonly notes?: readonly string[];
  /** Tools that this session has found. */
  readonly foundTools?: readonly string[];
  /** Names of the skills that the owner has active: their instructions are in. */
  readonly activeSkills?: readonly string[];
  /** Fold the history even though it is below its cap (the provider said the request is too long). */
  readonly foldHarder?: boolean;
}

/** Everything a turn sends before its first answer. Later calls append to `messages`. */
export interface Context {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** History and, last, this turn's user message with its `<context>`. */
  readonly messages: readonly ModelMessage[];
  /** The last of `messages`, as the transcript stores it. */
  readonly userEntry: HistoryEntry;
  readonly volatile: string;
  /** The window it was built for: a target with another one needs another build. Tokens. */
  readonly contextWindow: number;
  readonly budget: Budget;
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
  readonly fold?: Fold;
}

export interface SnapshotInput {
  readonly turn: TurnRef;
  readonly call: number;
  readonly attempt: number;
  readonly context: Context;
  readonly request: ModelRequest;
  readonly target: ModelTarget;
  readonly text: string;
}

/** A question about one call: what became of a note. */
export interface ExplainInput {
  readonly sessionId: string;
  /** The owner's words. */
  readonly text: string;
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
  /** The note that is asked about; `text` is undefined where there is none (any more). */
  readonly file?: { readonly path: string; readonly text: string | undefined };
  /** Or words: every note that a search for them finds. */
  readonly query?: string;
}

export interface Prefrontal {
  buildContext(input: ContextInput): Promise<Context>;
  /** Looks up what will be asked for when this message is sent in this session (absent: a new one). */
  lookAhead(message: { readonly text: string; readonly sessionId: string | undefined }): void;
  /** What the requests of a session that has found these have as tools. */
  toolDefinitions(found: readonly string[]): readonly ToolDefinition[];
  /**
   * Makes a request fit its target when the running turn has outgrown the window: the oldest large
   * results from message `turnStart` on are replaced by the path of their full text.
   */
  fitRequest(request: ModelRequest, target: ModelTarget, turnStart: number): ModelRequest;
  /** Folds a history on its owner's wish; undefined when that would not make it smaller. */
  compact(history: readonly HistoryEntry[], target: ModelTarget | undefined): Fold | undefined;
  /**
   * The provider called this request too long: later builds for its model stay well below it, so
   * that the next turn is not refused as well.
   */
  learnRefusal(request: ModelRequest, target: ModelTarget): void;
  /** What the model will count as input, as far as its reports so far tell. */
  estimateTokens(request: ModelRequest, target: ModelTarget): number;
  /** Corrects the estimates for this model by what it says that the request cost. */
  learnUsage(request: ModelRequest, target: ModelTarget, usage: Usage): void;
  /** Writes what is about to be sent; a failure to write is logged and never stops a turn. */
  writeSnapshot(input: SnapshotInput): Promise<string>;
  /** Resolves when every snapshot so far is on the disk. */
  settled(): Promise<void>;
  listSnapshots(filter: {
    readonly sessionId?: string;
    readonly turnId?: string;
    readonly limit: number;
  }): Promise<readonly SnapshotSummary[]>;
  getSnapshot(
    id: string,
  ): Promise<{ readonly snapshot: SnapshotSummary; readonly markdown: string } | undefined>;
  explain(input: ExplainInput): readonly Explanation[];
}

/** A piece of the mind that may enter the context. */
export interface Candidate {
  readonly path: string;
  readonly heading: string;
  readonly category: 'memory' | 'skills';
  readonly source: MemorySource;
  readonly text: string;
  readonly hash: string;
  readonly tokens: number;
  /** Lexical relevance from the search, 0..1. */
  readonly lexical: number;
  readonly modified?: Date;
}
export interface ScoredCandidate extends Candidate {
  /** 0..1. */
  readonly score: number;
}
export interface DroppedCandidate {
  readonly candidate: ScoredCandidate;
  readonly reason: string;
}
export interface FillResult {
  /** Best first; a trimmed one carries its shorter text and token count. */
  readonly included: readonly (ScoredCandidate & { readonly trimmed?: boolean })[];
  readonly dropped: readonly DroppedCandidate[];
  readonly usedTokens: number;
}
export interface Ras {
  score(candidates: readonly Candidate[], query: string, now: Date): readonly ScoredCandidate[];
  /** Fills `capTokens` best first; whole candidates, near-duplicates dropped. */
  fill(candidates: readonly ScoredCandidate[], capTokens: number): FillResult;
}

export interface CortexHit extends MemoryHit {
  /** The turn that an exchange or an episode is about. */
  readonly turnId?: string;
  readonly text: string;
  readonly hash: string;
  readonly tokens: number;
  readonly modified: Date;
}
export interface Cortex {
  search(query: {
    readonly query: string;
    readonly sources?: readonly MemorySource[];
    readonly after?: string;
    readonly before?: string;
    /** What `near` said about the question. */
    readonly near?: ReadonlyMap<string, number>;
    /** Leaves out what is about turns of this session: its exchanges and its episodes. */
    readonly withoutSession?: string;
    readonly limit: number;
  }): readonly CortexHit[];
  /**
   * Which chunks (by hash, with 0 to 1) lie nearest to a question in meaning; undefined, and at
   * once, where no embedding model can be reached. Waits at most half a second.
   */
  near(question: string): Promise<ReadonlyMap<string, number> | undefined>;
  /** `search` with what `near` says. */
  recall(query: Parameters<Cortex['search']>[0]): Promise<readonly CortexHit[]>;
  /**
   * Indexes these workspace files now (the turn's own writes), absolute paths. `anew`: also the part
   * of a transcript that was read before, since it says something else now.
   */
  refresh(paths: readonly string[], options?: { readonly anew?: boolean }): Promise<void>;
  /** Resolves when every refresh asked for so far is in the index; soon in any case. */
  refreshed(): Promise<void>;
  state(): { readonly state: 'building' | 'ready' | 'broken'; readonly documents: number };
  /** Resolves when the index first agrees with the files. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
