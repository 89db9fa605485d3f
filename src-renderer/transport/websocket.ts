import { exchangeCode, readSessionValue, takeCode } from './session-key.ts';
import type { Transport } from './transport.ts';

const firstDelayMs = 300;
const longestDelayMs = 5_000;
/** WebSocket close code of a host that no longer accepts our key. */
const policyViolation = 1008;

/** WebSocket to the host that served this page. */
export function createWebSocketTransport(): Transport {
  let socket: WebSocket | undefined;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let connecting = false;
  /** The host was there before this attempt, and refused the one before. */
  let refusedBefore = false;

  const transport: Transport = {
    start: () => void connect(),
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    retry() {
      if (socket?.readyState === WebSocket.OPEN || connecting) return;
      clearTimeout(timer);
      void connect();
    },
    onMessage: () => {},
    onStatus: () => {},
  };

  async function connect(): Promise<void> {
    connecting = true;
    transport.onStatus({ kind: 'connecting' });
    const code = takeCode();
    if (code !== undefined) {
      try {
        await exchangeCode(code);
      } catch {
        // Unreachable host: the socket below meets the same and reports it.
      }
    }
    const value = readSessionValue();
    if (value === undefined) {
      connecting = false;
      transport.onStatus({ kind: 'unauthorized' });
      return;
    }
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const next = new WebSocket(`${scheme}//${location.host}/rpc`, ['connectome', `k.${value}`]);
    socket = next;
    let opened = false;
    next.onopen = () => {
      opened = true;
      connecting = false;
      attempt = 0;
      refusedBefore = false;
      transport.onStatus({ kind: 'open' });
    };
    next.onmessage = (event) => {
      if (typeof event.data === 'string') transport.onMessage(event.data);
    };
    next.onclose = (event) => void closed(opened, event.code);
  }

  async function closed(opened: boolean, closeCode: number): Promise<void> {
    socket = undefined;
    attempt += 1;
    // A browser is not told why an upgrade was refused. A live host that refuses means: not us. But one that
    // answers now may have come up since the attempt: only a second refusal is one.
    const isThere = !opened && (await hostAnswers());
    if (closeCode === policyViolation || (isThere && refusedBefore)) {
      connecting = false;
      refusedBefore = false;
      transport.onStatus({ kind: 'unauthorized' });
      return;
    }
    refusedBefore = isThere;
    if (isThere) {
      void connect();
      return;
    }
    connecting = false;
    transport.onStatus({ kind: 'broken', attempt });
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
    timer = setTimeout(() => void connect(), delay * (0.8 + Math.random() * 0.4));
  }

  addEventListener('online', () => transport.retry());
  // Whoever comes back to the window does not wait for the next attempt.
  addEventListener('focus', () => transport.retry());
  addEventListener('hashchange', () => {
    if (location.hash.includes('code=')) transport.retry();
  });
  return transport;
}

async function hostAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    // Nobody is there, or not yet.
    return false;
  }
}
