/**
 * All turns of one session, kept true to the event stream: duplicates are ignored, an event that
 * came too early waits for the missing ones, and folded events of a replay replace what is held.
 */
import type { ConnectomeEvent, ResultOf } from '../../protocol/index.ts';
import { applyToTurn, emptyTurn, turnFromRecord, withPartial } from './fold-turn.ts';
import type { TurnState } from './turns.ts';

export interface TurnsState {
  readonly order: readonly string[];
  readonly byId: Readonly<Record<string, TurnState>>;
  readonly epoch: string;
  readonly lastSeq: number;
  /** Came before an earlier one did. Not empty for long: then the session is read anew. */
  readonly held: readonly ConnectomeEvent[];
}

type SessionPage = Pick<ResultOf<'session.get'>, 'turns' | 'partial' | 'lastSeq' | 'epoch'>;

export function turnsFromPage(page: SessionPage): TurnsState {
  const turns = page.turns.map((record) => {
    const turn = turnFromRecord(record);
    const running = turn.status === 'running' || turn.status === 'waiting';
    return running && page.partial?.turnId === turn.turnId
      ? withPartial(turn, page.partial.call, page.partial.text)
      : turn;
  });
  return {
    order: turns.map((turn) => turn.turnId),
    byId: Object.fromEntries(turns.map((turn) => [turn.turnId, turn])),
    epoch: page.epoch,
    lastSeq: page.lastSeq,
    held: [],
  };
}

/** Puts an older page in front. */
export function withOlderTurns(
  state: TurnsState,
  records: ResultOf<'session.get'>['turns'],
): TurnsState {
  const older = records.filter((record) => state.byId[record.turnId] === undefined);
  return {
    ...state,
    order: [...older.map((record) => record.turnId), ...state.order],
    byId: {
      ...Object.fromEntries(older.map((record) => [record.turnId, turnFromRecord(record)])),
      ...state.byId,
    },
  };
}

export function applyEvent(state: TurnsState, event: ConnectomeEvent): TurnsState {
  if (event.epoch !== state.epoch || event.seq <= state.lastSeq) return state;
  // A folded event stands for all of its text so far, so the numbers it skips are in it.
  if (isFolded(event))
    return release({ ...applyInOrder(upTo(state, event.seq), event), lastSeq: event.seq });
  if (event.seq !== state.lastSeq + 1) return hold(state, event);
  return release({ ...applyInOrder(state, event), lastSeq: event.seq });
}

function isFolded(event: ConnectomeEvent): boolean {
  return 'folded' in event && event.folded === true;
}

function hold(state: TurnsState, event: ConnectomeEvent): TurnsState {
  if (state.held.some((other) => other.seq === event.seq)) return state;
  return { ...state, held: [...state.held, event].sort((a, b) => a.seq - b.seq) };
}

/**
 * A replay comes in order, but the numbers that a folded event stands for lie between others: a
 * tool's result can lie within the output of its neighbour. What waited for those is in order now.
 */
function upTo(state: TurnsState, seq: number): TurnsState {
  return state.held
    .filter((event) => event.seq < seq)
    .reduce((before, event) => applyInOrder(before, event), state);
}

function release(state: TurnsState): TurnsState {
  const [next, ...rest] = state.held;
  if (next === undefined || next.seq > state.lastSeq + 1) return state;
  const without = { ...state, held: rest };
  return next.seq <= state.lastSeq ? release(without) : applyEvent(without, next);
}

function applyInOrder(state: TurnsState, event: ConnectomeEvent): TurnsState {
  const { turnId } = event;
  // A waiting message is drawn from the queue; its turn begins with `started`.
  if (turnId === undefined || event.type === 'queued') return state;
  const { order, byId } = event.type === 'started' ? withoutReplaced(state, event.replaces) : state;
  const known = byId[turnId];
  const turn = applyToTurn(known ?? emptyTurn(turnId, event.at), event);
  return {
    ...state,
    order: known ? order : [...order, turnId],
    byId: { ...byId, [turnId]: turn },
  };
}

/** The turn whose place is taken goes, with all after it. One that was not read yet is before all. */
function withoutReplaced(
  { order, byId }: TurnsState,
  replaced: string | undefined,
): Pick<TurnsState, 'order' | 'byId'> {
  if (replaced === undefined) return { order, byId };
  const kept = order.slice(0, Math.max(0, order.indexOf(replaced)));
  return { order: kept, byId: Object.fromEntries(kept.map((id) => [id, byId[id] as TurnState])) };
}
