/** What can be done with a turn from within the conversation. */
import type { TurnState } from '../store/turns.ts';

export interface SendMore {
  readonly model?: string;
  readonly attachments?: readonly string[];
  /** The turn whose place the message takes. */
  readonly replaces?: string;
}

export interface TurnActions {
  readonly onShowStory: (turnId: string) => void;
  readonly onFork: (turnId: string) => void;
  /** Sends another message after this turn, or in its place. False: it was refused, and said so. */
  readonly onSend: (text: string, more?: SendMore) => Promise<boolean>;
}

/** The same message once more, in its own place. */
export function retryOf(turn: TurnState, model?: string): SendMore {
  return {
    attachments: turn.attachments.map(({ id }) => id),
    replaces: turn.turnId,
    ...(model === undefined ? {} : { model }),
  };
}
