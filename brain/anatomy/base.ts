/** What every region may need: settings and the name of a turn. Types only. */
import type { Config } from '../../protocol/index.ts';

/** The settings in force; `get` is cheap and always returns the last good state. */
export interface Settings {
  get(): Config;
  /** Called after a change took effect. Returns the unsubscribe function. */
  onChange(listener: (config: Config) => void): () => void;
}

export interface TurnRef {
  readonly sessionId: string;
  readonly turnId: string;
}
