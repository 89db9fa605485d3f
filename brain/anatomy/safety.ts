/** What may be done, and who is asked: the amygdala, and questions to the owner. Types only. */
import type {
  ContentOrigin,
  Decision,
  EventOf,
  PendingAsk,
  PermissionMode,
  PermissionsConfig,
  ProjectRules,
  SafetyLevel,
} from '../../protocol/index.ts';
import type { ToolCall } from '../shared/model.ts';
import type { Result } from '../shared/result.ts';
import type { Spoken } from '../shared/say.ts';
import type { TurnRef } from './base.ts';
import type { ActiveSkill, Confinement, SandboxOpening, ToolSpec } from './capabilities.ts';

export interface SafetyContext {
  readonly turn: TurnRef;
  readonly mode: PermissionMode;
  readonly workingDir: string;
  readonly spec: ToolSpec | undefined;
  /** Where untrusted text in the session's context is from. */
  readonly taint?: readonly ContentOrigin[];
  /** Each restricts what may be called at all. */
  readonly activeSkills?: readonly ActiveSkill[];
  /** The rules when the turn began: later ones only tighten. Absent: those of this moment. */
  readonly permissions?: Pick<PermissionsConfig, 'allow' | 'ask' | 'deny'> &
    Partial<Pick<PermissionsConfig, 'sandboxed'>>;
}

/** `reason`: one sentence for people. */
export interface Verdict extends Spoken<'reason'> {
  readonly level: SafetyLevel;
  /** The rule or pattern that decided, verbatim. */
  readonly rule?: string;
  /** Which layer decided: `protected`, `pattern`, `permissions.deny`, `mode`, ... */
  readonly source: string;
  /** For `confirm`: what the owner is shown. */
  readonly ask?: Pick<
    EventOf<'yield'>,
    'title' | 'detail' | 'risk' | 'diff' | 'alwaysRule' | 'said'
  >;
  /** Real paths this call may touch although they lie outside the working directory. */
  readonly paths: readonly string[];
  /** For commands: what it was judged to run in, and must. */
  readonly confinement?: Confinement;
  /** For commands in the sandbox: what it is opened for; absent: nothing. */
  readonly opening?: SandboxOpening;
  /** For commands: the output may be from elsewhere than the working folder and the system. */
  readonly readsElsewhere?: boolean;
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
  /** Of what `reason` is made, where it is not the owner's own words. */
  readonly said?: Spoken<'reason'>['said'];
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

/** A question of the brain itself: it belongs to no turn and blocks none. */
export type BesideQuestion = Omit<PendingAsk, 'toolCallId' | 'reason' | 'at'> & {
  /** Of a question that outlives a restart: it is the same one again. Made anew where absent. */
  readonly id?: string;
  readonly at?: string;
};

export interface AskedBeside {
  /** Rejects with an `AbortError` when the question is aborted. */
  readonly answer: Promise<Decision>;
  /** It was answered in another place: with this. */
  withdraw(decision: Decision): void;
}

export type AskBeside = (
  question: BesideQuestion,
  options?: {
    /** Aborted when the question has no point any more. */
    readonly signal?: AbortSignal;
    /** What the system's notification says below the title; without it there is none. */
    readonly notice?: string;
    /** What follows from the answer; windows hear that it is answered when this is done. */
    readonly carryOut?: (decision: Decision) => Promise<void>;
  },
) => AskedBeside;

/** The owner's trust in project folders. */
export interface FolderTrust {
  /** `root`: a real path. */
  judge(root: string): 'trusted' | 'never' | 'unknown';
  /**
   * Asks once; the answer counts from the next turn on. `detail`: what the folder wants to say. `rules`:
   * its permission rules, which a lasting trust takes over.
   */
  ask(project: {
    readonly root: string;
    readonly detail: string;
    readonly rules?: ProjectRules;
  }): void;
  /** Asks about the rules of a trusted folder where they are not the ones that were decided about. */
  askAboutRules(root: string, rules: ProjectRules): void;
}
