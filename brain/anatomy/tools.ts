/** The cerebellum, and what a call of a tool is given and gives. Types only. */
import type {
  CapabilityInfo,
  ContentOrigin,
  JsonObject,
  Question,
  SkillReview,
  TodoItem,
  TurnFile,
} from '../../protocol/index.ts';
import type { ImageData, ToolCall } from '../shared/model.ts';
import type { Result } from '../shared/result.ts';
import type { Sentence, Spoken } from '../shared/say.ts';
import type { TurnRef } from './base.ts';
import type {
  Confinement,
  SandboxOpening,
  SandboxState,
  SkillPattern,
  SkillSummary,
  ToolSpec,
} from './capabilities.ts';
import type { SafetyContext } from './safety.ts';
import type { McpServers } from './servers.ts';

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
  readonly changedFiles?: readonly ChangedFile[];
  /** Tools that were found; the session's requests have them from now on. */
  readonly foundTools?: readonly string[];
  /** The list of steps that the owner is shown from now on. */
  readonly todos?: readonly TodoItem[];
  /** Of what `output` is made, where all of it is the program's own words. */
  readonly said?: Spoken<'output'>['said'];
  /** The program's own words at the end of `output`. */
  readonly footer?: Sentence;
  /** Where the output is from; absent where it is the program's own words or a skill's instructions. */
  readonly origin?: ContentOrigin;
  /** Untrusted origins of text in the output that its own origin does not tell. */
  readonly taint?: readonly ContentOrigin[];
}

/** What came of a question to the owner. */
export type OwnersAnswer =
  | { readonly kind: 'answered'; readonly answers: readonly string[] }
  | { readonly kind: 'skipped'; readonly reason?: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'stopped' };

/** A question to the conversation's model beside the conversation: nothing of it goes along. */
export interface BesideModel {
  /** Which model would answer (`model@provider`); the error is a sentence. */
  target(): Result<string>;
  ask(request: {
    readonly model: string;
    readonly system: string;
    readonly messages: readonly BesideMessage[];
    readonly maxTokens: number;
    readonly signal: AbortSignal;
  }): Promise<Result<{ readonly text: string; readonly cut: boolean }>>;
}

export interface BesideMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A file that a tool changed. Hashes of its content; absent where there was no file. */
export interface ChangedFile {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  /** Noticed after a command: what was in it is not known, it cannot be brought back. */
  readonly byCommand?: TurnFile['kind'];
  /** Of a moved file: where it was, and by what it is known to be the same. */
  readonly from?: string;
  readonly stamp?: string;
}

/** One change of a file in a turn of the past. */
export interface TurnChange {
  readonly path: string;
  readonly toolCallId: string;
  readonly before?: string;
  readonly after?: string;
  readonly by: TurnFile['by'];
  /** For a command's change. */
  readonly kind?: TurnFile['kind'];
  readonly from?: string;
  readonly stamp?: string;
  /** False: it was announced, and nobody knows whether it was done. */
  readonly done: boolean;
}

/** Undoes and redoes what a turn's tools did to files. */
export interface FileUndo {
  /** What became of each file, and what could be done now. Changes nothing. */
  review(sessionId: string, changes: readonly TurnChange[]): Promise<readonly TurnFile[]>;
  /** Conflicts are left as they are and named. Can be repeated after a crash. */
  restore(
    sessionId: string,
    changes: readonly TurnChange[],
    options: { readonly paths?: readonly string[]; readonly redo: boolean },
  ): Promise<{
    readonly restored: readonly string[];
    readonly refused: readonly (Spoken<'reason'> & { readonly path: string })[];
  }>;
  /** After a crash: removes what a write that did not end left beside the files it was about. */
  tidyUp(sessionId: string, changes: readonly TurnChange[]): Promise<void>;
}

export interface ToolRun {
  readonly turn: TurnRef;
  readonly toolCallId: string;
  readonly workingDir: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Real paths outside the working directory that were judged and may be touched. */
  readonly paths: readonly string[];
  /** For commands: what they were judged to run in; `standard` where it is not said. */
  readonly confinement?: Confinement;
  readonly opening?: SandboxOpening;
  /** Where untrusted text in the session's context is from. */
  readonly taint?: readonly ContentOrigin[];
  /** Where output that is too long for the conversation is kept whole. */
  readonly fullOutputPath: string;
  onOutput(stream: 'stdout' | 'stderr', text: string): void;
  /** Only for tools that say `asksOwner`: others would let their time run out. */
  askOwner(questions: readonly Question[]): Promise<OwnersAnswer>;
  /** What else the call was judged by, for what it does itself. */
  readonly safety?: Partial<Pick<SafetyContext, 'spec' | 'activeSkills' | 'permissions'>>;
  /** Absent: there is no model to be asked. */
  readonly model?: BesideModel;
  /** A file is about to become this; its former content is kept. Said before it is done. */
  beforeChange(change: Pick<ChangedFile, 'path' | 'before' | 'after'>): void;
}

export interface Cerebellum {
  /** All that can be called. */
  tools(): readonly ToolSpec[];
  /** Those that go into the requests of a session that has found these. */
  offered(found: readonly string[]): readonly ToolSpec[];
  /** A sentence naming what is wrong and the known parameters; undefined when the arguments fit. */
  check(name: string, args: JsonObject): string | undefined;
  executeTool(call: ToolCall, run: ToolRun): Promise<ToolResult>;
  skills(): readonly SkillSummary[];
  patterns(): readonly SkillPattern[];
  list(): readonly CapabilityInfo[];
  /** Plugins may be looked at and started; called when their owner can be asked. */
  start(): void;
  /** The owner's word on a skill's plugin. Errors are sentences for him. */
  allowPlugin(name: string, allowed: boolean): Promise<Result<void, Sentence>>;
  /** Skills from outside: what they would bring, and taking them in. Errors are sentences for people. */
  readonly intake: {
    review(attachmentId: string): Promise<
      Result<
        {
          readonly skills: readonly SkillReview[];
          readonly refused: readonly (Spoken<'reason'> & { readonly path: string })[];
        },
        Sentence
      >
    >;
    install(
      attachmentId: string,
      folders: readonly string[],
      options: { readonly allowPlugins: boolean },
    ): Promise<Result<readonly CapabilityInfo[], Sentence>>;
  };
  /** The owner's word that the packages which a plugin wants are installed. */
  installPackages(name: string): Promise<Result<void, Sentence>>;
  reload(): Promise<readonly CapabilityInfo[]>;
  readonly undo: FileUndo;
  readonly servers: McpServers;
  sandbox(): Promise<SandboxState>;
  close(): Promise<void>;
}
