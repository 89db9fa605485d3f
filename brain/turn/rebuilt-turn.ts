/** A turn that had begun before a restart, rebuilt from its session's transcript. */
import type { PendingAsk } from '../../protocol/index.ts';
import {
  outcomeIn,
  type SessionState,
  type TurnState,
  unanswered,
} from '../hippocampus/session-state.ts';
import {
  type Answer,
  addUsage,
  type MessagePart,
  noUsage,
  type ParsedCall,
} from '../shared/model.ts';
import { finishedCall } from './tool-calls.ts';
import type { FinishedCall, OpenQuestion, Regions, Turn, Unfinished } from './turn.ts';

/** The turn as far as the transcript tells of it; questions that are open wait from this moment on. */
export function rebuildTurn(
  regions: Regions,
  session: SessionState,
  state: TurnState,
  signal: AbortSignal,
): Turn {
  const own = session.history.filter(({ turnId }) => turnId === state.turnId);
  const userEntry = own.find(({ message }) => message.role === 'user');
  const messages = own.map(({ message }) => message).filter(({ role }) => role !== 'user');
  const usages = state.events.filter((event) => event.type === 'usage');
  const unfinished = unfinishedOf(regions, session, state, signal);
  return {
    sessionId: session.meta.sessionId,
    turnId: state.turnId,
    request: state.request,
    startedAt: new Date(state.request.startedAt),
    signal,
    config: regions.settings.get(),
    granted: [],
    call: state.lastAnswer?.call ?? 0,
    closing: state.lastAnswer?.closing === true,
    messages,
    context: undefined,
    foldCounts: false,
    recordCall: undefined,
    userEntry,
    task: undefined,
    usage: usages.reduce((sum, event) => addUsage(sum, event), noUsage),
    outcomes: finishedCalls(state, callsOf(own.flatMap(({ message }) => message.parts))).map(
      ({ outcome }) => outcome,
    ),
    spendAllowed: spendWasAllowed(state),
    spendQuestion: spendQuestionOf(regions, session, state, signal),
    declined: undefined,
    unfinished,
  };
}

/** The open question about the day's spending, waiting again from this moment on. */
function spendQuestionOf(
  regions: Regions,
  session: SessionState,
  state: TurnState,
  signal: AbortSignal,
): OpenQuestion | undefined {
  if (state.ending !== undefined) return undefined;
  const ask = openAsks(session, state).find(({ spend }) => spend !== undefined);
  return ask === undefined ? undefined : waitAgain(regions, state, ask, signal);
}

function spendWasAllowed({ events }: TurnState): boolean {
  const asked = new Set(
    events.flatMap((event) =>
      event.type === 'yield' && event.spend !== undefined ? [event.toolCallId] : [],
    ),
  );
  return events.some(
    (event) => event.type === 'resumed' && event.decision !== 'deny' && asked.has(event.toolCallId),
  );
}

/** The owner may answer before the turn is back at it. */
function waitAgain(
  regions: Regions,
  state: TurnState,
  ask: PendingAsk,
  signal: AbortSignal,
): OpenQuestion | undefined {
  const fingerprint = state.fingerprints.get(ask.toolCallId);
  if (fingerprint === undefined) return undefined;
  // Aborted: it goes on waiting at the next start.
  const answering = regions.amygdala.approvals.wait(ask, signal).catch(() => undefined);
  return { ask, fingerprint, answering };
}

/** The last answer and what became of its calls, when not all of them have their results. */
function unfinishedOf(
  regions: Regions,
  session: SessionState,
  state: TurnState,
  signal: AbortSignal,
): Unfinished | undefined {
  const last = session.history.at(-1);
  if (last === undefined || last.turnId !== state.turnId || last.message.role !== 'assistant')
    return undefined;
  const calls: ParsedCall[] = callsOf(last.message.parts).map((parsed) => {
    const problem = state.lastAnswer?.problems[parsed.call.id];
    return problem === undefined ? parsed : { ...parsed, problem };
  });
  if (calls.length === 0) return undefined;
  const { parts, provider = '', model = '' } = last.message;
  const answer: Answer = {
    parts,
    text: textOf(parts),
    thinking: '',
    calls,
    usage: noUsage,
    provider,
    model,
    stop: 'tool_calls',
  };
  const finished = new Map(finishedCalls(state, calls).map((one) => [one.outcome.toolCallId, one]));
  const asked = new Map(
    (state.ending === undefined ? openAsks(session, state) : [])
      .filter(({ toolCallId, spend }) => !finished.has(toolCallId) && spend === undefined)
      .flatMap((ask) => {
        const question = waitAgain(regions, state, ask, signal);
        return question === undefined ? [] : [[ask.toolCallId, question] as const];
      }),
  );
  return { answer, finished, asked };
}

/** Questions of this turn that nobody has answered. */
function openAsks(session: SessionState, state: TurnState): PendingAsk[] {
  return unanswered(state).map(({ type: _type, epoch: _epoch, seq: _seq, ...ask }) => {
    return { ...ask, sessionId: session.meta.sessionId, turnId: state.turnId };
  });
}

function finishedCalls(state: TurnState, calls: readonly ParsedCall[]): FinishedCall[] {
  return state.events.flatMap((event) => {
    if (event.type !== 'tool_result') return [];
    const parsed = calls.find(({ call }) => call.id === event.toolCallId);
    if (parsed === undefined) return [];
    const outcome = outcomeIn(state, event);
    const { ok, output, origin, note, taint = [] } = event;
    const result = {
      ok,
      output,
      taint,
      ...(origin === undefined ? {} : { origin }),
      ...(note === undefined ? {} : { note }),
    };
    return [finishedCall(parsed.call, parsed.providerCallId, result, outcome, new Date(event.at))];
  });
}

export function callsOf(parts: readonly MessagePart[]): ParsedCall[] {
  return parts.flatMap((part) =>
    part.type === 'tool_call'
      ? [
          {
            call: part.call,
            ...(part.providerCallId === undefined ? {} : { providerCallId: part.providerCallId }),
          },
        ]
      : [],
  );
}

export function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
