/** A pipe to the brain: whole JSON texts in both directions, reconnecting by itself. */
export type TransportStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** Lost or never reached; another try follows by itself. */
  | { readonly kind: 'broken'; readonly attempt: number }
  /** The brain answers but does not know this browser. No further try by itself. */
  | { readonly kind: 'unauthorized' };

export interface Transport {
  start(): void;
  /** Returns false when nothing could be sent. */
  send(text: string): boolean;
  /** Tries again at once instead of waiting. */
  retry(): void;
  onMessage: (text: string) => void;
  onStatus: (status: TransportStatus) => void;
}
