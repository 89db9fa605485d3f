import { create } from 'zustand';
import type { TransportStatus } from '../transport/transport.ts';

interface ConnectionState {
  readonly status: TransportStatus;
  /** Was open at least once, so what is on the screen is real though maybe old. */
  readonly wasOpen: boolean;
}

export const useConnection = create<ConnectionState>(() => ({
  status: { kind: 'connecting' },
  wasOpen: false,
}));

export function setConnection(status: TransportStatus): void {
  useConnection.setState((state) => ({
    status,
    wasOpen: state.wasOpen || status.kind === 'open',
  }));
}
