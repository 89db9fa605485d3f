/** What stays: hippocampus, basal ganglia, corpus. Types only. */
import type { JsonObject } from '../../protocol/index.ts';
import type { Result } from '../shared/result.ts';
import type { TurnRef } from './base.ts';

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
