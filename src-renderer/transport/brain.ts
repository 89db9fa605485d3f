/** The window's one connection to the brain. */
import type {
  BrainEvent,
  ConnectomeEvent,
  MethodName,
  ParamsOf,
  ResultOf,
} from '../../protocol/index.ts';
import { createBridgeTransport } from './bridge.ts';
import { createClient, type Refusal } from './client.ts';
import type { TransportStatus } from './transport.ts';
import { createWebSocketTransport } from './websocket.ts';

type EventListener = (event: ConnectomeEvent | BrainEvent) => void;
type StatusListener = (status: TransportStatus) => void;

const eventListeners = new Set<EventListener>();
const statusListeners = new Set<StatusListener>();

type WordsFor = (refusal: Refusal | 'disconnected') => string;
let wordsFor: WordsFor = (refusal) => (typeof refusal === 'string' ? refusal : refusal.message);

/** From now on refusals read like this. */
export function wordRefusals(words: WordsFor): void {
  wordsFor = words;
}

const client = createClient(
  window.connectome ? createBridgeTransport(window.connectome) : createWebSocketTransport(),
  {
    onEvent(event) {
      for (const listener of eventListeners) listener(event);
    },
    onStatus(status) {
      for (const listener of statusListeners) listener(status);
    },
    wordsFor: (refusal) => wordsFor(refusal),
  },
);

/** Asks the brain; rejects with `RpcError`. Waits while there is no connection yet. */
export function call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> {
  return client.call(method, params);
}

export function onBrainEvent(listener: EventListener): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

export function onBrainStatus(listener: StatusListener): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

export const startBrain = (): void => client.start();
export const retryBrain = (): void => client.retry();
