/** What stays: hippocampus, basal ganglia, corpus. Types only. */
import type { ContentOrigin, JsonObject, ToolOutcomeKind } from '../../protocol/index.ts';
import type { Result } from '../shared/result.ts';
import type { Sentence } from '../shared/say.ts';
import type { TurnRef } from './base.ts';

export interface ToolOutcome {
  readonly toolCallId: string;
  readonly tool: string;
  readonly outcome: ToolOutcomeKind;
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
  /** Text from elsewhere was in view: only the owner's words are for other conversations. */
  readonly tainted?: boolean;
}

export interface EpisodeJournal {
  /** Returns the workspace-relative path; writes nothing when the turn is already there. */
  appendEpisode(episode: Episode): Promise<string>;
}

/** One fact of the knowledge files. */
export interface Fact {
  /** Workspace-relative. */
  readonly path: string;
  readonly text: string;
  /** `YYYY-MM-DD`; absent for what the owner wrote by hand. */
  readonly learned?: string;
  readonly sessionId?: string;
  /** What it said before it was corrected, the newest first. `until`: `YYYY-MM-DD`. */
  readonly before: readonly { readonly text: string; readonly until: string }[];
}

/** Errors are sentences for the model and its owner. */
export interface Knowledge {
  /** Adds a dated fact with its session. `exists`: the same fact is already there. */
  remember(fact: {
    readonly text: string;
    readonly topic?: string;
    readonly sessionId: string;
  }): Promise<Result<{ readonly path: string; readonly exists: boolean }, Sentence>>;
  list(): Promise<readonly Fact[]>;
  /**
   * The one fact that is meant: by its words, a part of them, or words that are all in it; more than
   * once where it stands more than once. Where several fit, the error names them.
   */
  find(words: string): Promise<Result<readonly Fact[], Sentence>>;
  /** Replaces a fact; what it said stays below it in a comment. No session: the owner by hand. */
  correct(change: {
    readonly old: string;
    readonly replacement: string;
    readonly sessionId?: string;
  }): Promise<
    Result<{ readonly path: string; readonly was: string; readonly is: string }, Sentence>
  >;
  /** Removes a fact. `keepCopy`: the file as it was goes to the trash folder first. */
  forget(what: {
    readonly fact: string;
    readonly keepCopy: boolean;
  }): Promise<Result<readonly Fact[], Sentence>>;
}

/** A skill as the agent wants it. */
export interface ProposedSkill {
  readonly kind: 'skill';
  /** In `cerebellum/`. */
  readonly folder: string;
  /** Whole files; others of the skill stay. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Of what was there when it was proposed. */
  readonly base: string;
}

/** A change of the knowledge files or of a skill. */
export type ProposedChange =
  | ProposedSkill
  | { readonly kind: 'remember'; readonly fact: string; readonly topic?: string | undefined }
  | { readonly kind: 'correct'; readonly old: string; readonly replacement: string };

/** What a conversation that has read text from elsewhere wants to keep, and skills of the agent's: the owner decides. */
export interface Proposals {
  /** Kept until he does; the same change twice is one proposal. The error is a sentence for the model. */
  add(proposal: {
    readonly sessionId: string;
    readonly origins: readonly ContentOrigin[];
    readonly change: ProposedChange;
  }): Promise<Result<void, Sentence>>;
  /** Drops those of which some text is meant, and the questions about them. */
  withdraw(isMeant: (text: string) => boolean): Promise<void>;
}

/** Weekly summaries. */
export interface Consolidation {
  /** Makes those of weeks that are over and have none; cheap where there is nothing to do. */
  catchUp(): Promise<void>;
}

/** What forgetting a fact would take away. */
export interface ForgetPlan {
  readonly facts: readonly Fact[];
  /** Files of the home in which it would be masked; paths relative to the home. */
  readonly files: readonly string[];
  readonly sessions: readonly string[];
}

export interface Forgetting {
  plan(what: {
    readonly fact: string;
    readonly everywhere: boolean;
  }): Promise<Result<ForgetPlan, Sentence>>;
  /**
   * Takes a fact out of the knowledge files (a copy goes to the trash folder); `everywhere`: out of
   * all that the program has written, without a copy. `later`: conversations in use now, from which
   * it goes when their turn is over.
   */
  forget(what: {
    readonly fact: string;
    readonly everywhere: boolean;
  }): Promise<
    Result<
      { readonly facts: readonly Fact[]; readonly changed: number; readonly later: number },
      Sentence
    >
  >;
  /** Goes on with what a crash or a stop has cut off. */
  start(): Promise<void>;
  /** Goes on with what waited for a turn to end. */
  turnEnded(): Promise<void>;
  /** Resolves when what it is doing is done. */
  settled(): Promise<void>;
}

/** What a model may look up beyond its context. Errors are sentences for it. */
export interface Recollection {
  /** A note of the mind, or one section of it; without comments. */
  note(
    path: string,
    heading: string | undefined,
  ): Promise<Result<{ readonly path: string; readonly text: string }, Sentence>>;
  /** Past conversations that are not private, best first. */
  searchSessions(query: {
    readonly query: string;
    readonly limit: number;
    readonly withoutSession?: string;
  }): readonly {
    readonly sessionId: string;
    readonly title: string;
    readonly turnId: string;
    /** Matches between U+0001 and U+0002. */
    readonly snippet: string;
    readonly at: string;
    readonly score: number;
  }[];
  /** Turns of a conversation, from number `from` (the first is 1). */
  readSession(
    sessionId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<
    Result<
      {
        readonly title: string;
        readonly turns: number;
        readonly exchanges: readonly {
          readonly number: number;
          readonly at: string;
          readonly user: string;
          readonly answer: string;
          readonly tools: readonly string[];
          /** Where untrusted text that was in its view is from. */
          readonly taint: readonly ContentOrigin[];
        }[];
      },
      Sentence
    >
  >;
}

/** A note of at most 500 tokens: what the owner denied or corrected before today. */
export interface PreferenceDigest {
  /** Of the newest journal it is from. */
  readonly path: string;
  readonly heading: string;
  readonly text: string;
  readonly hash: string;
  readonly tokens: number;
}

export interface BasalGanglia {
  /** One entry per tool call; a call that is already in the journal is skipped. */
  recordOutcome(
    outcomes: readonly ToolOutcome[],
    /** Text from elsewhere was in view when they were made. */
    turn?: { readonly tainted: boolean },
  ): Promise<void>;
  /** The same all day; undefined where there is nothing to tell. */
  preferences(): Promise<PreferenceDigest | undefined>;
  /** The journals say something else now (a fact was forgotten). */
  rewritten(): void;
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
