/** What can be done with a turn from within the conversation. */
export interface SendMore {
  readonly model?: string;
  readonly attachments?: readonly string[];
}

export interface TurnActions {
  readonly onShowStory: (turnId: string) => void;
  readonly onFork: (turnId: string) => void;
  /** Sends another message after this turn. */
  readonly onSend: (text: string, more?: SendMore) => void;
}
