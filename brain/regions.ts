/**
 * What each region offers to the pipeline: the whole anatomy on one page, types only.
 *
 * Regions never import each other. `brain.ts` builds them and hands each one what it needs of the
 * others as plain functions or as the interfaces below.
 */
import type {
  Budget,
  CandidateSummary,
  CapabilityInfo,
  Config,
  Decision,
  EventBody,
  EventOf,
  JsonObject,
  MemoryHit,
  MemorySource,
  PendingAsk,
  PermissionMode,
  PermissionsConfig,
  ProviderInfo,
  SafetyLevel,
  SnapshotSummary,
  TaskStatus,
  TaskSummary,
  Usage,
} from '../protocol/index.ts';
import type {
  Answer,
  ImageData,
  ModelMessage,
  ModelRequest,
  ModelTarget,
  StreamChunk,
  ToolCall,
  ToolDefinition,
} from './shared/model.ts';
import type { Result } from './shared/result.ts';

/** The settings in force; `get` is cheap and always returns the last good state. */
export interface Settings {
  get(): Config;
  /** Called after a change took effect. Returns the unsubscribe function. */
  onChange(listener: (config: Config) => void): () => void;
}

export interface TurnRef {
  readonly sessionId: string;
  readonly turnId: string;
}

// ---------------------------------------------------------------- prefrontal, ras, cortex

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
}

/** What was folded away; `history` is the whole history that replaces the former one. */
export interface Fold {
  readonly history: readonly HistoryEntry[];
  readonly foldedMessages: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly summary: string;
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
  readonly ms: number;
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

export interface Prefrontal {
  buildContext(input: ContextInput): Promise<Context>;
  /**
   * Makes a request fit its target when the running turn has outgrown the window: the oldest large
   * results from message `turnStart` on are replaced by the path of their full text.
   */
  fitRequest(request: ModelRequest, target: ModelTarget, turnStart: number): ModelRequest;
  /** Corrects the estimates for this model by what it says that the request cost. */
  learnUsage(request: ModelRequest, target: ModelTarget, usage: Usage): void;
  /** Writes what is about to be sent; a failure to write is logged and never stops a turn. */
  writeSnapshot(input: SnapshotInput): Promise<string>;
  listSnapshots(filter: {
    readonly sessionId?: string;
    readonly turnId?: string;
    readonly limit: number;
  }): Promise<readonly SnapshotSummary[]>;
  getSnapshot(
    id: string,
  ): Promise<{ readonly snapshot: SnapshotSummary; readonly markdown: string } | undefined>;
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
    /** Leaves out what is about turns of this session: its exchanges and its episodes. */
    readonly withoutSession?: string;
    readonly limit: number;
  }): readonly CortexHit[];
  /** Indexes these workspace files now (the turn's own writes), absolute paths. */
  refresh(paths: readonly string[]): Promise<void>;
  state(): { readonly state: 'building' | 'ready' | 'broken'; readonly documents: number };
  /** Resolves when the index first agrees with the files. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

// ---------------------------------------------------------------- thalamus, wernicke, broca

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

// ---------------------------------------------------------------- amygdala, motor, cerebellum

/** read: looks only; change: edits files; command: runs programs; memory: knowledge files; mcp. */
export type ToolKind = 'read' | 'change' | 'command' | 'memory' | 'mcp' | 'other';

export interface ToolSpec extends ToolDefinition {
  readonly kind: ToolKind;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly timeoutMs?: number;
  /** Name of the skill, plugin or server that owns it. */
  readonly capability: string;
}

/** A danger or confirm pattern from a skill. */
export interface SkillPattern {
  readonly pattern: string;
  readonly level: 'block' | 'confirm';
  readonly reason: string;
  readonly skill: string;
}

export interface SafetyContext {
  readonly turn: TurnRef;
  readonly mode: PermissionMode;
  readonly workingDir: string;
  readonly spec: ToolSpec | undefined;
  /** The rules when the turn began: later ones only tighten. Absent: those of this moment. */
  readonly permissions?: Pick<PermissionsConfig, 'allow' | 'ask' | 'deny'>;
}

export interface Verdict {
  readonly level: SafetyLevel;
  /** One sentence for people. */
  readonly reason: string;
  /** The rule or pattern that decided, verbatim. */
  readonly rule?: string;
  /** Which layer decided: `protected`, `pattern`, `permissions.deny`, `mode`, ... */
  readonly source: string;
  /** For `confirm`: what the owner is shown. */
  readonly ask?: Pick<EventOf<'yield'>, 'title' | 'detail' | 'risk' | 'diff' | 'alwaysRule'>;
  /** Real paths this call may touch although they lie outside the working directory. */
  readonly paths: readonly string[];
  /** Changes when the arguments, the folder, the resolved paths or the file's content change. */
  readonly fingerprint: string;
}

export interface Amygdala {
  classify(call: ToolCall, context: SafetyContext): Promise<Verdict>;
  readonly approvals: Approvals;
}

export interface ApprovalAnswer {
  readonly decision: Decision;
  readonly reason?: string;
  readonly answers?: readonly string[];
}

/** Open questions to the owner. A decision counts once. */
export interface Approvals {
  /** Waits for the owner; rejects with an `AbortError` when `signal` aborts. */
  wait(ask: PendingAsk, signal: AbortSignal): Promise<ApprovalAnswer>;
  decide(
    id: { readonly turnId?: string; readonly toolCallId: string },
    answer: ApprovalAnswer,
  ): Result<void, 'not_found' | 'already_decided' | 'expired'>;
  pending(sessionId?: string): readonly PendingAsk[];
  /** Remembers "for this session"; forgotten with the process. */
  allowForSession(sessionId: string, rule: string): void;
}

/** How a tool ended. `kind` decides about retries and the outcome journal. */
export type ToolFailureKind =
  | 'timeout'
  | 'network'
  | 'permission'
  | 'validation'
  | 'not_found'
  | 'stopped'
  | 'error';

export interface ToolResult {
  readonly ok: boolean;
  readonly output: string;
  readonly failure?: ToolFailureKind;
  readonly truncated: boolean;
  readonly fullOutputPath?: string;
  /** For the model's eyes, beside `output`. */
  readonly images?: readonly ImageData[];
  readonly changedFiles?: readonly {
    readonly path: string;
    readonly before?: string;
    readonly after?: string;
  }[];
}

export interface ToolRun {
  readonly turn: TurnRef;
  readonly toolCallId: string;
  readonly workingDir: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Real paths outside the working directory that were judged and may be touched. */
  readonly paths: readonly string[];
  /** Where output that is too long for the conversation is kept whole. */
  readonly fullOutputPath: string;
  onOutput(stream: 'stdout' | 'stderr', text: string): void;
}

export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  /** Workspace-relative path of SKILL.md. */
  readonly path: string;
  readonly triggers: readonly string[];
  readonly body: string;
}

export interface Cerebellum {
  tools(): readonly ToolSpec[];
  /** A sentence naming what is wrong and the known parameters; undefined when the arguments fit. */
  check(name: string, args: JsonObject): string | undefined;
  executeTool(call: ToolCall, run: ToolRun): Promise<ToolResult>;
  skills(): readonly SkillSummary[];
  patterns(): readonly SkillPattern[];
  list(): readonly CapabilityInfo[];
  reload(): Promise<readonly CapabilityInfo[]>;
  close(): Promise<void>;
}

export interface StepInput {
  readonly call: ToolCall;
  readonly spec: ToolSpec | undefined;
  readonly signal: AbortSignal;
  /** Time of one attempt of a tool that says nothing itself; the settings' where absent. */
  readonly toolTimeoutMs?: number;
}

/** The markdown file of one turn's tool work. */
export interface Task {
  readonly taskId: string;
  /** Runs one step with the retry contract; `run` gets the attempt (from 1) and its time limit. */
  execute(
    step: StepInput,
    run: (attempt: number, timeoutMs: number, fullOutputPath: string) => Promise<ToolResult>,
  ): Promise<{ readonly result: ToolResult; readonly attempts: number; readonly ms: number }>;
  /** Writes down a step that did not run (denied, bad arguments). */
  note(step: StepInput, result: ToolResult): Promise<void>;
  setStatus(status: TaskStatus): Promise<void>;
}

export interface Motor {
  /** The turn's task: made at the first call, opened again when a turn goes on after a restart. */
  openTask(turn: TurnRef, title: string): Promise<Task>;
  list(limit: number): Promise<readonly TaskSummary[]>;
  get(
    taskId: string,
  ): Promise<{ readonly task: TaskSummary; readonly markdown: string } | undefined>;
  /** At start: RUNNING and WAITING tasks of turns that are not in `stillOpen` become INTERRUPTED. */
  recover(stillOpen: ReadonlySet<string>): Promise<void>;
}

// ---------------------------------------------------------------- hippocampus, basal ganglia, corpus

export interface ToolOutcome {
  readonly toolCallId: string;
  readonly tool: string;
  readonly outcome: 'success' | 'failure' | 'denial';
  readonly args: JsonObject;
  /** Output, error text, or the reason of a denial. */
  readonly detail: string;
  readonly at: Date;
}

export interface Episode {
  readonly turn: TurnRef;
  readonly startedAt: Date;
  readonly userText: string;
  readonly tools: readonly { readonly name: string; readonly outcome: ToolOutcome['outcome'] }[];
  readonly response: string;
  /** Stop reason or error code. */
  readonly outcome: string;
}

export interface EpisodeJournal {
  /** Returns the workspace-relative path; writes nothing when the turn is already there. */
  appendEpisode(episode: Episode): Promise<string>;
}

export interface Knowledge {
  /** Adds a dated fact with its session. `exists`: the same fact is already there. */
  remember(fact: {
    readonly text: string;
    readonly topic?: string;
    readonly sessionId: string;
  }): Promise<Result<{ readonly path: string; readonly exists: boolean }>>;
}

export interface BasalGanglia {
  /** One entry per tool call; a call that is already in the journal is skipped. */
  recordOutcome(outcomes: readonly ToolOutcome[]): Promise<void>;
}

/** News inside the brain; broadcast only, never control flow. */
export interface CorpusEvents {
  'turn.started': { readonly turn: TurnRef };
  'turn.ended': { readonly turn: TurnRef; readonly outcome: string; readonly ms: number };
  'provider.health': {
    readonly provider: string;
    readonly state: string;
    readonly message: string;
  };
  'workspace.changed': { readonly paths: readonly string[] };
  'capability.changed': { readonly names: readonly string[]; readonly errors: number };
  'config.changed': { readonly problems: number };
  'index.state': { readonly state: string; readonly documents: number };
  'tool.finished': {
    readonly turn: TurnRef;
    readonly tool: string;
    readonly outcome: string;
    readonly ms: number;
  };
}
export interface Corpus {
  emit<K extends keyof CorpusEvents>(name: K, payload: CorpusEvents[K]): void;
  on<K extends keyof CorpusEvents>(
    name: K,
    listener: (payload: CorpusEvents[K]) => void,
  ): () => void;
  close(): Promise<void>;
}
