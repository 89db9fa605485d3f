/**
 * Folds a turn's events into what is drawn of it. Apart from what a turn is, because only this must
 * be the same for the history of `session.get`, replays after a lost connection, and live events.
 */
import type {
  ConnectomeEvent,
  EventOf,
  ToolOutcomeKind,
  TurnRecord,
} from '../../protocol/index.ts';
import {
  type CallState,
  isAboutMoney,
  type OutputPiece,
  type Told,
  type ToolState,
  type ToolStatus,
  type TurnPart,
  type TurnState,
} from './turns.ts';

export function emptyTurn(turnId: string, startedAt: string): TurnState {
  return {
    turnId,
    status: 'running',
    text: '',
    attachments: [],
    startedAt,
    parts: [],
    calls: [],
    tools: {},
  };
}

export function turnFromRecord(record: TurnRecord): TurnState {
  return record.events.reduce(applyToTurn, emptyTurn(record.turnId, record.startedAt));
}

/** Pure; events must come in order and once (see `sequence.ts`). */
export function applyToTurn(turn: TurnState, event: ConnectomeEvent): TurnState {
  switch (event.type) {
    case 'queued':
      return turn;
    case 'started':
      return {
        ...turn,
        text: event.text,
        attachments: event.attachments ?? [],
        startedAt: event.at,
        ...(event.replaces === undefined ? {} : { replaces: event.replaces }),
      };
    case 'context':
      return withCall(turn, event.call, (call) => ({ ...call, context: event }));
    case 'provider': {
      const next = withCall(turn, event.call, (call) => ({
        ...call,
        provider: event,
        askedAt: event.at,
      }));
      const routed =
        event.route !== undefined && !turn.parts.some(({ kind }) => kind === 'route')
          ? withPart(next, { kind: 'route', call: event.call })
          : next;
      return isSwitch(turn, event)
        ? withPart(routed, { kind: 'switch', call: event.call })
        : routed;
    }
    case 'delta':
      return withPart(
        withCall(turn, event.call, (call) => ({
          ...call,
          text: event.folded ? event.text : call.text + event.text,
        })),
        { kind: 'text', call: event.call },
      );
    case 'thinking':
      return withPart(
        withCall(turn, event.call, (call) => ({
          ...call,
          thinking: event.folded ? event.text : call.thinking + event.text,
        })),
        { kind: 'thinking', call: event.call },
      );
    case 'tool_call':
      return withPart(
        withTool(turn, event.toolCallId, (tool) => ({
          ...tool,
          call: event.call,
          name: event.name,
          args: event.args,
        })),
        { kind: 'tool', toolCallId: event.toolCallId },
      );
    case 'safety':
      return withTool(turn, event.toolCallId, (tool) => ({
        ...tool,
        safety: event,
        judgedAt: event.at,
        status: event.level === 'safe' ? 'running' : tool.status,
      }));
    case 'yield': {
      const asked = withTool(turn, event.toolCallId, (tool) => ({
        ...tool,
        ask: event,
        askedAt: event.at,
        status: 'asking',
      }));
      return withPart(
        { ...asked, status: 'waiting' },
        { kind: 'ask', toolCallId: event.toolCallId },
      );
    }
    case 'resumed': {
      const decided = withTool(turn, event.toolCallId, (tool) => ({
        ...tool,
        decided: event,
        decidedAt: event.at,
        status: event.decision === 'deny' ? 'denied' : isAboutMoney(tool) ? 'ok' : 'running',
      }));
      return { ...decided, status: isAsking(decided) ? 'waiting' : 'running' };
    }
    case 'tool_output':
      return withTool(turn, event.toolCallId, (tool) => ({
        ...tool,
        output: withOutput(tool.output, event),
      }));
    case 'tool_result': {
      const ended = withTool(turn, event.toolCallId, (tool) => ({
        ...tool,
        name: tool.name || event.name,
        result: event,
        endedAt: event.at,
        status: endedAs(tool, event),
      }));
      return { ...ended, status: isAsking(ended) ? 'waiting' : 'running' };
    }
    case 'file_changed':
      return withTool(turn, event.toolCallId, (tool) => ({
        ...tool,
        changes: [...tool.changes, event],
      }));
    case 'undone':
      return { ...turn, undone: event };
    case 'todo':
      return { ...turn, todo: event.items };
    case 'compaction': {
      const folded: TurnState = {
        ...turn,
        parts: [...turn.parts, { kind: 'compaction', event }],
      };
      // One during the turn is in the context of the call that follows.
      return turn.endedAt === undefined ? folded : { ...folded, foldedAfter: event };
    }
    case 'content':
      return withContent(turn, event.text);
    case 'usage':
      return withCall(turn, event.call, (call) => withUsage(call, event));
    case 'memory':
      return { ...turn, memory: event };
    case 'done':
      return { ...closed(turn, event), status: 'done', endedAt: event.at, done: event };
    case 'error':
      return { ...closed(turn, event), status: 'error', endedAt: event.at, error: event };
    default:
      // A newer brain may tell more than this window knows.
      return turn;
  }
}

/** Somebody failed who had not failed already when this turn last asked. */
function isSwitch(turn: TurnState, event: EventOf<'provider'>): boolean {
  const before = turn.calls.findLast((call) => call.call < event.call && call.provider)?.provider;
  const known = new Set(before?.failed?.map(({ provider }) => provider));
  const isNews = event.failed?.some(({ provider }) => !known.has(provider)) ?? false;
  return isNews || (known.size > 0 && before?.provider !== event.provider);
}

/** The text of a running call as the brain holds it; replaces ours. */
export function withPartial(turn: TurnState, call: number, text: string): TurnState {
  if (text === '') return turn;
  return withPart(
    withCall(turn, call, (state) => ({ ...state, text })),
    { kind: 'text', call },
  );
}

/** The last call's whole text; what streamed of it is the same or less. */
function withContent(turn: TurnState, text: string): TurnState {
  const last = turn.calls.at(-1);
  if (last === undefined) return text === '' ? turn : withPartial(turn, 1, text);
  // When the last call only asked for tools (stopped in between), the text belongs to an earlier one.
  if (last.text === text || text === '') return turn;
  const owner = turn.calls.findLast((call) => call.text !== '' && text.startsWith(call.text));
  return withPartial(turn, owner?.call ?? last.call, text);
}

/** A folded piece is its whole stream so far and replaces what is held of it. */
function withOutput(
  pieces: readonly OutputPiece[],
  { stream, text, folded }: EventOf<'tool_output'>,
): readonly OutputPiece[] {
  if (folded) return [...pieces.filter((piece) => piece.stream !== stream), { stream, text }];
  const last = pieces.at(-1);
  return last?.stream === stream
    ? pieces.with(-1, { stream, text: last.text + text })
    : [...pieces, { stream, text }];
}

function isAsking(turn: TurnState): boolean {
  return Object.values(turn.tools).some((tool) => tool.status === 'asking');
}

const statusOf = {
  success: 'ok',
  failure: 'failed',
  denial: 'denied',
  stopped: 'stopped',
  interrupted: 'interrupted',
} as const satisfies Record<ToolOutcomeKind, ToolStatus>;

/** Transcripts of older programs do not say how a call ended, only whether all went well. */
function endedAs(tool: ToolState, { outcome, ok }: EventOf<'tool_result'>): ToolStatus {
  if (outcome !== undefined) return statusOf[outcome];
  if (ok) return 'ok';
  return wasRefused(tool) || tool.status === 'asking' ? 'denied' : 'failed';
}

function wasRefused({ decided, safety }: ToolState): boolean {
  return decided?.decision === 'deny' || safety?.level === 'block';
}

/** A turn that ended leaves no tool in the air. */
function closed(turn: TurnState, end: EventOf<'done' | 'error'>): TurnState {
  const open = Object.values(turn.tools).filter(
    (tool) => tool.result === undefined && (!isAboutMoney(tool) || tool.status === 'asking'),
  );
  if (open.length === 0) return turn;
  const wasStopped = end.type === 'done' && end.stopReason === 'stopped';
  const cut: ToolStatus = wasStopped ? 'stopped' : 'interrupted';
  const tools = { ...turn.tools };
  for (const tool of open) {
    tools[tool.toolCallId] = { ...tool, status: wasRefused(tool) ? 'denied' : cut };
  }
  return { ...turn, tools };
}

function withCall(
  turn: TurnState,
  number: number,
  change: (call: CallState) => CallState,
): TurnState {
  const at = turn.calls.findIndex((call) => call.call === number);
  const current = turn.calls[at];
  if (current === undefined) {
    const fresh = change({ call: number, text: '', thinking: '', unknownCosts: 0 });
    return { ...turn, calls: [...turn.calls, fresh].sort((a, b) => a.call - b.call) };
  }
  return { ...turn, calls: turn.calls.with(at, change(current)) };
}

/** Older brains did not say who was paid; then a missing cost may as well mean "free". */
function withUsage(call: CallState, event: Told<'usage'>): CallState {
  const isUnknown = event.costUsd === undefined && event.provider !== undefined;
  const unknownCosts = call.unknownCosts + (isUnknown ? 1 : 0);
  const { usage } = call;
  if (usage === undefined) return { ...call, usage: event, unknownCosts };
  const costs = [usage.costUsd, event.costUsd].filter((cost) => cost !== undefined);
  const sum: Told<'usage'> = {
    ...event,
    inputTokens: usage.inputTokens + event.inputTokens,
    outputTokens: usage.outputTokens + event.outputTokens,
    cacheReadTokens: usage.cacheReadTokens + event.cacheReadTokens,
    cacheWriteTokens: usage.cacheWriteTokens + event.cacheWriteTokens,
    ...(costs.length === 0 ? {} : { costUsd: costs.reduce((total, cost) => total + cost, 0) }),
    ms: usage.ms + event.ms,
  };
  return { ...call, usage: sum, unknownCosts };
}

function withTool(
  turn: TurnState,
  toolCallId: string,
  change: (tool: ToolState) => ToolState,
): TurnState {
  const current = turn.tools[toolCallId] ?? {
    toolCallId,
    call: turn.calls.at(-1)?.call ?? 1,
    name: '',
    args: {},
    status: 'called',
    output: [],
    changes: [],
  };
  return { ...turn, tools: { ...turn.tools, [toolCallId]: change(current) } };
}

function withPart(turn: TurnState, part: TurnPart): TurnState {
  return turn.parts.some((other) => samePart(other, part))
    ? turn
    : { ...turn, parts: [...turn.parts, part] };
}

function samePart(a: TurnPart, b: TurnPart): boolean {
  if (a.kind !== b.kind) return false;
  if ('call' in a && 'call' in b) return a.call === b.call;
  return 'toolCallId' in a && 'toolCallId' in b && a.toolCallId === b.toolCallId;
}
