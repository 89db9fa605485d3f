import type { Transport } from './transport.ts';

/** What the desktop app's preload script offers. */
export interface Bridge {
  send(text: string): void;
  onMessage(listener: (text: string) => void): () => void;
  /** Where the menu, a link from elsewhere or a notification leads to. */
  onGo(listener: (path: string) => void): () => void;
}

declare global {
  interface Window {
    readonly connectome?: Bridge;
  }
}

/** Inside the desktop app the pipe is always there. */
export function createBridgeTransport(bridge: Bridge): Transport {
  const transport: Transport = {
    start() {
      bridge.onMessage((text) => transport.onMessage(text));
      transport.onStatus({ kind: 'open' });
    },
    send(text) {
      bridge.send(text);
      return true;
    },
    retry: () => {},
    onMessage: () => {},
    onStatus: () => {},
  };
  return transport;
}
