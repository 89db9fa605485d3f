/** One turn as the window draws it: what it is made of, and what can be read from it. */
import type { EventEnvelope, EventOf, EventType, JsonValue } from '../../protocol/index.ts';

export type TurnStatus = 'running' | 'waiting' | 'done' | 'error';
export type ToolStatus =
  | 'called'
  | 'asking'
  | 'running'
  | 'ok'
  | 'failed'
  | 'denied'
  /** By its owner. */
  | 'stopped'
  /** The program ended, or the turn broke off: nobody knows how far it came. */
  | 'interrupted';

export interface OutputPiece {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface ToolState {
  readonly toolCallId: string;
  readonly call: number;
  readonly name: string;
  readonly args: JsonValue;
  readonly status: ToolStatus;
  readonly safety?: EventOf<'safety'>;
  readonly judgedAt?: string;
  readonly ask?: EventOf<'yield'>;
  readonly askedAt?: string;
  readonly decided?: EventOf<'resumed'>;
  readonly decidedAt?: string;
  /** Live output while it runs, the two streams as they came. */
  readonly output: readonly OutputPiece[];
  readonly result?: EventOf<'tool_result'>;
  readonly endedAt?: string;
  readonly changes: readonly EventOf<'file_changed'>[];
}

/** An event as it was told: with its time. */
export type Told<T extends EventType> = EventEnvelope & EventOf<T>;

export interface CallState {
  readonly call: number;
  readonly text: string;
  readonly thinking: string;
  readonly context?: Told<'context'>;
  readonly provider?: EventOf<'provider'>;
  /** When the provider was chosen. */
  readonly askedAt?: string;
  /** All that was reported for this call: one that changed providers may have been paid twice. */
  readonly usage?: Told<'usage'>;
  /** How many of these reports came without a cost. */
  readonly unknownCosts: number;
}

/** What is drawn, in the order in which it happened. */
export type TurnPart =
  | { readonly kind: 'thinking'; readonly call: number }
  | { readonly kind: 'text'; readonly call: number }
  | { readonly kind: 'tool'; readonly toolCallId: string }
  | { readonly kind: 'ask'; readonly toolCallId: string }
  | { readonly kind: 'switch'; readonly call: number }
  /** A route of the owner's decided who answers this turn. */
  | { readonly kind: 'route'; readonly call: number }
  | { readonly kind: 'compaction'; readonly event: EventOf<'compaction'> };

export interface TurnState {
  readonly turnId: string;
  readonly status: TurnStatus;
  readonly text: string;
  readonly attachments: readonly { readonly id: string; readonly name: string }[];
  readonly startedAt: string;
  /** The turn whose place its message took. */
  readonly replaces?: string;
  readonly endedAt?: string;
  readonly parts: readonly TurnPart[];
  readonly calls: readonly CallState[];
  readonly tools: Readonly<Record<string, ToolState>>;
  readonly todo?: EventOf<'todo'>['items'];
  /** What the owner undid or redid last of this turn's files. */
  readonly undone?: EventOf<'undone'>;
  readonly memory?: Told<'memory'>;
  /** The history was folded after this turn's end: the next call starts with less. */
  readonly foldedAfter?: EventOf<'compaction'>;
  readonly done?: EventOf<'done'>;
  readonly error?: EventOf<'error'>;
}

/** The answer: the text of the last call. */
export function answerText(turn: TurnState): string {
  return turn.calls.at(-1)?.text ?? '';
}

export function openAsks(turn: TurnState): readonly ToolState[] {
  return Object.values(turn.tools).filter((tool) => tool.status === 'asking');
}

/** How long the tool itself ran, in milliseconds: waiting for its owner does not count. */
export function ranMs(tool: ToolState): number {
  const ms = tool.result?.ms ?? 0;
  if (tool.decidedAt === undefined || tool.endedAt === undefined) return ms;
  return Math.min(ms, Math.max(0, Date.parse(tool.endedAt) - Date.parse(tool.decidedAt)));
}

export function outputText(tool: ToolState): string {
  return tool.output.map((piece) => piece.text).join('');
}

/** A question about the limit of spending, kept beside the tools because it is asked as theirs are. */
export function isAboutMoney(tool: ToolState): boolean {
  return tool.ask?.spend !== undefined;
}

/** It was carried out, or is being so: what was refused or still waits is no step of the work. */
export function hasRun(tool: ToolState): boolean {
  if (isAboutMoney(tool)) return false;
  if (tool.status === 'stopped' || tool.status === 'interrupted') return wasLetRun(tool);
  return tool.status === 'running' || tool.status === 'ok' || tool.status === 'failed';
}

function wasLetRun({ safety, decided }: ToolState): boolean {
  return safety?.level === 'safe' || (decided !== undefined && decided.decision !== 'deny');
}
