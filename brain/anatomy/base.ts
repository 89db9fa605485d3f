/** What every region may need: settings and the name of a turn. Types only. */
import type { Config, JsonObject } from '../../protocol/index.ts';

/**
 * A JSON merge patch of the settings. A list is replaced as a whole: who adds to one makes the patch from
 * the settings as they are in the moment of writing, or two that add at once lose one of them.
 */
export type SettingsPatch = JsonObject | ((current: Config) => JsonObject);

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
