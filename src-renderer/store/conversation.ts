/** The conversation on the screen: its turns, its queue and how it stays true to the brain. */
import { create } from 'zustand';
import type { ConnectomeEvent, QueuedMessage, SessionSummary } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { applyEvent, type TurnsState, turnsFromPage, withOlderTurns } from './sequence.ts';
import { putSession } from './sessions.ts';
import { isMoreText, isStreamed } from './streamed.ts';
import type { CallState, TurnState } from './turns.ts';

const pageSize = 20;
/** How long a missing event may be on its way before the session is read anew. */
const gapPatienceMs = 700;
const keptConversations = 6;

export interface Conversation {
  readonly session: SessionSummary;
  readonly turns: TurnsState;
  readonly queue: readonly QueuedMessage[];
  readonly queuePaused: boolean;
  readonly hasOlder: boolean;
}

interface ConversationState {
  readonly sessionId: string | undefined;
  readonly phase: 'none' | 'loading' | 'ready' | 'missing' | 'failed';
  readonly failure: string;
  /** With every letter that has come. */
  readonly current: Conversation | undefined;
  /**
   * The same, as it was before text that was there has only become longer. All that is drawn but this
   * text itself is drawn from it: a hundred pieces a second change nothing else.
   */
  readonly calm: Conversation | undefined;
}

const nothing: ConversationState = {
  sessionId: undefined,
  phase: 'none',
  failure: '',
  ...shown(undefined),
};

export const useConversation = create<ConversationState>(() => nothing);

/** Conversations left a moment ago: shown at once when their owner comes back. */
const recent = new Map<string, Conversation>();
/** Events that came while the session was being read. */
let early: ConnectomeEvent[] = [];
/** Text that came since the last frame was drawn: taken in as one, when the next one is. */
let arrived: ConnectomeEvent[] = [];
let frame: number | undefined;
/** Number of the read under way; 0 when none is. */
let reading = 0;
let lastRead = 0;
let gapTimer: ReturnType<typeof setTimeout> | undefined;

export function openConversation(sessionId: string | undefined): void {
  takeIn();
  const before = useConversation.getState();
  if (before.sessionId === sessionId) return;
  if (before.sessionId !== undefined) {
    keep(before.current);
    void unsubscribe(before.sessionId);
  }
  if (sessionId === undefined) {
    useConversation.setState(nothing);
    return;
  }
  const current = recent.get(sessionId);
  useConversation.setState({
    sessionId,
    phase: current ? 'ready' : 'loading',
    failure: '',
    ...shown(current),
  });
  void (current === undefined ? readConversation(sessionId) : comeBack(sessionId));
}

/** What is held stays, with the place its reader had in it; only what was missed is asked for. */
async function comeBack(sessionId: string): Promise<void> {
  try {
    const [{ session, queue, epoch }] = await Promise.all([
      call('session.get', { sessionId, limit: 1 }),
      subscribe(sessionId),
    ]);
    if (useConversation.getState().current?.turns.epoch !== epoch) return;
    update(sessionId, (held) => ({
      ...held,
      session,
      queue,
      queuePaused: session.queuePaused,
    }));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.reason === 'disconnected' || useConversation.getState().sessionId !== sessionId) {
      return;
    }
    if (error.reason === 'not_found') {
      useConversation.setState({ phase: 'missing', ...shown(undefined) });
    }
  }
}

/** Reads the session from the brain; events that come meanwhile are applied afterwards. */
async function readConversation(sessionId: string): Promise<void> {
  lastRead += 1;
  const own = lastRead;
  reading = own;
  early = [];
  try {
    const page = await call('session.get', { sessionId, limit: pageSize });
    if (own !== reading) return;
    const missed = endRead();
    if (useConversation.getState().sessionId !== sessionId) return;
    const turns = missed.reduce(applyEvent, turnsFromPage(page));
    useConversation.setState({
      phase: 'ready',
      ...shown({
        session: page.session,
        turns,
        queue: page.queue,
        queuePaused: page.session.queuePaused,
        hasOlder: page.hasMore,
      }),
    });
    putSession(page.session);
    await subscribe(sessionId);
  } catch (error) {
    if (own !== reading) return;
    endRead();
    if (!(error instanceof RpcError)) throw error;
    if (useConversation.getState().sessionId !== sessionId) return;
    // After a lost connection the reconnect reads again; what is on the screen stays.
    if (error.reason === 'disconnected') return;
    useConversation.setState(
      error.reason === 'not_found'
        ? { phase: 'missing', ...shown(undefined) }
        : { phase: 'failed', failure: error.message },
    );
  }
}

/** Also where its reader has gone elsewhere meanwhile: whoever is still reading asks for nothing else. */
function endRead(): readonly ConnectomeEvent[] {
  const missed = early;
  early = [];
  reading = 0;
  return missed;
}

export async function readOlderTurns(limit = pageSize): Promise<void> {
  const { sessionId, current } = useConversation.getState();
  const before = current?.turns.order[0];
  if (sessionId === undefined || before === undefined || !current?.hasOlder) return;
  const page = await call('session.get', { sessionId, limit, before });
  update(sessionId, (conversation) => ({
    ...conversation,
    turns: withOlderTurns(conversation.turns, page.turns),
    hasOlder: page.hasMore,
  }));
}

/** After the connection came back: ask for what was missed. */
export async function catchUp(): Promise<void> {
  const { sessionId, current } = useConversation.getState();
  if (sessionId === undefined || reading !== 0) return;
  if (current === undefined) {
    await readConversation(sessionId);
    return;
  }
  await subscribe(sessionId);
  await readQueue(sessionId);
}

async function subscribe(sessionId: string): Promise<void> {
  const { current } = useConversation.getState();
  if (current === undefined) return;
  const { epoch, lastSeq } = current.turns;
  const answer = await call('events.subscribe', { sessionId, epoch, afterSeq: lastSeq });
  if (answer.reset) await readConversation(sessionId);
}

async function unsubscribe(sessionId: string): Promise<void> {
  try {
    await call('events.unsubscribe', { sessionId });
  } catch {
    // Without a connection there is no subscription either.
  }
}

export async function readQueue(sessionId: string): Promise<void> {
  const { messages, paused } = await call('queue.list', { sessionId });
  update(sessionId, (conversation) => ({
    ...conversation,
    queue: messages,
    queuePaused: paused,
  }));
}

export function conversationEvent(event: ConnectomeEvent): void {
  const { sessionId, current } = useConversation.getState();
  if (event.sessionId !== sessionId) return;
  if (reading !== 0) early.push(event);
  if (current === undefined) return;
  if (event.epoch !== current.turns.epoch) {
    // The brain started anew; its numbers go on, but what we hold may be older than its files.
    if (reading === 0) void readConversation(sessionId);
    return;
  }
  arrived.push(event);
  // A window that nobody sees draws no frames; what it holds by then waits for the next of the others.
  if (isStreamed(event)) frame ??= requestAnimationFrame(takeIn);
  else takeIn();
}

function takeIn(): void {
  if (frame !== undefined) cancelAnimationFrame(frame);
  frame = undefined;
  const events = arrived;
  arrived = [];
  const { sessionId, current: before, calm } = useConversation.getState();
  if (sessionId === undefined || before === undefined) return;
  let current = before;
  let isCalm = true;
  for (const event of events) {
    isCalm &&= isMoreText(current.turns, event);
    current = withEvent(current, event);
  }
  if (current === before) return;
  useConversation.setState(isCalm ? { current, calm } : shown(current));
  watchGap(sessionId, current.turns);
}

function withEvent(conversation: Conversation, event: ConnectomeEvent): Conversation {
  const turns = applyEvent(conversation.turns, event);
  if (turns === conversation.turns) return conversation;
  const queue =
    event.type === 'started'
      ? conversation.queue.filter((message) => message.turnId !== event.turnId)
      : conversation.queue;
  return { ...conversation, turns, queue };
}

/** The text or the thoughts of a call, letter by letter. */
export function useStreamed(turnId: string, held: CallState, kind: 'text' | 'thinking'): string {
  return useConversation(({ current }) => {
    const calls = current?.turns.byId[turnId]?.calls;
    return (calls?.find(({ call }) => call === held.call) ?? held)[kind];
  });
}

/** The turn with all text that has come, for those who look at it now and then. */
export function latestOf(turn: TurnState): TurnState {
  return useConversation.getState().current?.turns.byId[turn.turnId] ?? turn;
}

export function conversationChanged(session: SessionSummary): void {
  update(session.sessionId, (conversation) => ({
    ...conversation,
    session,
    queuePaused: session.queuePaused,
  }));
}

/** What it says has changed under the same numbers: everything held of it is out of date. */
export async function conversationRewritten(sessionId: string): Promise<void> {
  recent.delete(sessionId);
  if (useConversation.getState().sessionId === sessionId) await readConversation(sessionId);
}

function watchGap(sessionId: string, turns: TurnsState): void {
  clearTimeout(gapTimer);
  if (turns.held.length === 0) return;
  gapTimer = setTimeout(() => {
    const state = useConversation.getState();
    if (state.sessionId === sessionId && state.current?.turns.held.length) {
      void readConversation(sessionId);
    }
  }, gapPatienceMs);
}

function update(sessionId: string, change: (conversation: Conversation) => Conversation): void {
  useConversation.setState((state) =>
    state.sessionId === sessionId && state.current ? shown(change(state.current)) : state,
  );
}

function shown(current: Conversation | undefined): Pick<ConversationState, 'current' | 'calm'> {
  return { current, calm: current };
}

function keep(conversation: Conversation | undefined): void {
  if (conversation === undefined) return;
  recent.delete(conversation.session.sessionId);
  recent.set(conversation.session.sessionId, conversation);
  const oldest = recent.keys().next();
  if (recent.size > keptConversations && !oldest.done) recent.delete(oldest.value);
}
