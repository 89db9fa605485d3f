/** The state of one running turn, and the regions it works with. */
import type {
  AttachmentRef,
  Config,
  ContentOrigin,
  PendingAsk,
  PermissionMode,
  Usage,
} from '../../protocol/index.ts';
import type { BrocaRegion } from '../broca/index.ts';
import type { TurnRequest } from '../hippocampus/records.ts';
import type { Sessions } from '../hippocampus/sessions.ts';
import type {
  Amygdala,
  ApprovalAnswer,
  BasalGanglia,
  Cerebellum,
  Context,
  Corpus,
  EpisodeJournal,
  HistoryEntry,
  Motor,
  Prefrontal,
  Settings,
  Spending,
  Task,
  Thalamus,
  ToolOutcome,
  TurnRef,
  Wernicke,
} from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import type { Answer, ImageData, MessagePart, ModelMessage } from '../shared/model.ts';
import type { Result } from '../shared/result.ts';
import type { Sentence } from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';

/** Everything the pipeline calls, in the order of a turn. */
export interface Regions {
  readonly prefrontal: Prefrontal;
  readonly thalamus: Thalamus;
  readonly spending: Spending;
  readonly broca: BrocaRegion;
  readonly wernicke: Wernicke;
  readonly amygdala: Amygdala;
  readonly motor: Motor;
  readonly cerebellum: Cerebellum;
  readonly hippocampus: { readonly sessions: Sessions; readonly episodes: EpisodeJournal };
  readonly basalganglia: BasalGanglia;
  readonly corpus: Corpus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Settings;
  /** Which skills the owner has active in a session from now on; told to the windows. */
  readonly changeActiveSkills: (
    sessionId: string,
    change: (active: readonly string[]) => readonly string[],
  ) => Promise<void>;
  /** The owner's standing permission, written to the settings. */
  readonly addAllowRule: (rule: string) => Promise<Result<unknown, Sentence>>;
  /** What the owner attached, ready for a model. */
  readonly readAttachments: (ids: readonly string[]) => Promise<readonly MessagePart[]>;
  /** Keeps pictures that a tool showed, so that they are there after a crash. */
  readonly keepImages: (
    turn: TurnRef,
    images: readonly ImageData[],
  ) => Promise<readonly AttachmentRef[]>;
  /** Files at or below this real path are the owner's: reading them taints nothing. */
  readonly isTrusted: (path: string) => boolean;
  /** The settings do not parse or are unsafe: every session is in mode `default` until mended. */
  readonly modeOf: (sessionMode: PermissionMode) => PermissionMode;
}

/** A tool call's end, as the model and the journals need it. */
export interface FinishedCall {
  readonly part: Extract<MessagePart, { type: 'tool_result' }>;
  readonly outcome: ToolOutcome;
  /** Where untrusted text in it is from. */
  readonly taint: readonly ContentOrigin[];
}

export interface Turn extends TurnRef {
  readonly request: TurnRequest;
  readonly startedAt: Date;
  readonly signal: AbortSignal;
  /** The settings when it began (after a restart: when it was taken up again). */
  readonly config: Config;
  /** Rules that the owner made "always" in answers to this turn's questions. */
  readonly granted: string[];
  /** Calls asked so far; the running one's number. */
  call: number;
  /** The running call is the last one: no tools may follow. */
  closing: boolean;
  /** Messages after the user message of this turn. */
  messages: ModelMessage[];
  context: Context | undefined;
  /** The context's fold was made for the session's own provider and may be stored. */
  foldCounts: boolean;
  /** Writes down what was sent, unless that was done; nothing else of the call is told before it. */
  recordCall: (() => void) | undefined;
  /** The user message as it was sent, once it was stored. */
  userEntry: HistoryEntry | undefined;
  /** Opened at the first tool call; neighbours that run side by side share it. */
  task: Promise<Task> | undefined;
  usage: Usage;
  outcomes: ToolOutcome[];
  /** The owner let this turn go past the limit of the day's spending. */
  spendAllowed: boolean;
  /** A question about that limit which was shown before a restart and waits again. */
  spendQuestion: OpenQuestion | undefined;
  /** Why the turn ends here, in words: the owner did not let it spend more. */
  declined: string | undefined;
  /** Set when a turn goes on after a restart: the answer whose calls are not all finished. */
  unfinished: Unfinished | undefined;
}

export interface Unfinished {
  readonly answer: Answer;
  readonly finished: ReadonlyMap<string, FinishedCall>;
  /** Questions that were shown before the restart and wait again. */
  readonly asked: ReadonlyMap<string, OpenQuestion>;
}

export interface OpenQuestion {
  readonly ask: PendingAsk;
  /** What was shown; a change since then is a denial. */
  readonly fingerprint: string;
  /** Undefined when the turn was stopped instead. */
  readonly answering: Promise<ApprovalAnswer | undefined>;
}

/** What a message that begins with `/skill` wants. */
export type SkillOrder =
  | { readonly kind: 'activate'; readonly name: string }
  /** All of them without a name. */
  | { readonly kind: 'end'; readonly name?: string }
  | { readonly kind: 'list' };

/** `/skill name rest`, `/skill "two words" rest`, `/skill off [name]`, `/skill`. */
const skillCommand = /^\/skill(?:\s+(?:"([^"]+)"|(\S+)))?(?:\s+([\s\S]*))?$/;

function skillOrder(
  said: string,
): { readonly skill: SkillOrder; readonly text: string } | undefined {
  const found = skillCommand.exec(said.trim());
  if (found === null) return undefined;
  const name = found[1] ?? found[2];
  const rest = (found[3] ?? '').trim();
  if (name === undefined) return { skill: { kind: 'list' }, text: '' };
  if (found[1] === undefined && name === 'off') {
    const ended = rest.replace(/^"(.*)"$/, '$1');
    return { skill: ended === '' ? { kind: 'end' } : { kind: 'end', name: ended }, text: '' };
  }
  return { skill: { kind: 'activate', name }, text: rest };
}

/** The text without the `/reflex` or `/skill` prefix, and the model it is for. */
export function addressee(request: TurnRequest): {
  readonly text: string;
  readonly skill?: SkillOrder;
  readonly choice?: string;
  readonly pinned: boolean;
} {
  const reflex = /^\/reflex(?:\s+|$)/.exec(request.text);
  if (reflex !== null) {
    return { text: request.text.slice(reflex[0].length), choice: 'reflex', pinned: true };
  }
  const { text, model: choice } = request;
  return {
    text,
    ...skillOrder(text),
    pinned: choice !== undefined,
    ...(choice === undefined ? {} : { choice }),
  };
}
