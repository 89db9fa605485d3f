/** Carries news from the connection into the stores. */
import type { BrainEvent, SessionSummary } from '../../protocol/index.ts';
import { call, onBrainEvent, onBrainStatus, startBrain } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { loadBrainAsks } from './asks.ts';
import { setConnection } from './connection.ts';
import {
  catchUp,
  conversationChanged,
  conversationEvent,
  conversationRewritten,
  readQueue,
} from './conversation.ts';
import { loadProviders, putPull } from './providers.ts';
import { loadSessions, sessionChanged } from './sessions.ts';
import { loadSettings, setProblems } from './settings.ts';

export function startLive(): void {
  onBrainStatus((status) => {
    setConnection(status);
    if (status.kind === 'open') void quietly(refreshAll());
  });
  onBrainEvent((event) => {
    if ('scope' in event) brainEvent(event);
    else conversationEvent(event);
  });
  addEventListener('unhandledrejection', (event) => {
    // A call cut off by a lost connection is not a fault; the reconnect asks anew.
    if (event.reason instanceof RpcError && event.reason.reason === 'disconnected') {
      event.preventDefault();
    }
  });
  startBrain();
}

async function refreshAll(): Promise<void> {
  await call('events.subscribe', {});
  await Promise.all([catchUp(), loadSessions(), loadProviders(), loadSettings(), loadBrainAsks()]);
}

function brainEvent(event: BrainEvent): void {
  switch (event.type) {
    case 'session_changed': {
      sessionChanged(event);
      const session = event.session as SessionSummary | undefined;
      if (session !== undefined && event.change !== 'deleted') conversationChanged(session);
      if (event.change === 'rewritten') void quietly(conversationRewritten(event.sessionId));
      if (event.change === 'queue') void quietly(readQueue(event.sessionId));
      return;
    }
    case 'provider_health':
      void quietly(loadProviders());
      return;
    case 'provider_pull':
      putPull(event);
      if (event.state !== 'running') void quietly(loadProviders());
      return;
    case 'config':
      setProblems(event.problems);
      void quietly(Promise.all([loadSettings(), loadProviders()]));
      return;
    case 'yield':
    case 'resumed':
    case 'capability':
      void quietly(loadBrainAsks());
      return;
    default:
      // `index` and `workspace_changed` concern rooms that listen for themselves.
      return;
  }
}

/** For work that the next event or reconnect repeats anyway. */
async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
}
