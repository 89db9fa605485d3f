/** What a call is judged by beside itself, and what is decided about it. Types only. */
import type { ContentOrigin, PermissionMode, PermissionsConfig } from '../../protocol/index.ts';
import type { Verdict } from '../regions.ts';
import type { Rules } from '../shared/rule-index.ts';
import type { Sentence } from '../shared/say.ts';

export interface RuleSet {
  readonly allow: Rules;
  /** Granted by the owner for this session only. */
  readonly session: Rules;
  readonly ask: Rules;
  readonly deny: Rules;
}

export interface Decided extends Pick<Verdict, 'level' | 'rule' | 'source'> {
  readonly reason: Sentence;
}

/** What the session and the settings say about the rest. */
export interface Modes {
  readonly mode: PermissionMode;
  readonly sandboxed: PermissionsConfig['sandboxed'];
  readonly taint: TaintFacts;
}

/** What the session has read, and which hosts confined commands may reach. */
export interface TaintFacts {
  readonly origins: readonly ContentOrigin[];
  readonly hosts: readonly string[];
}
