/** What is open, folded and chosen in this window; nothing of it concerns the brain. */
import { create } from 'zustand';
import type { PermissionMode } from '../../protocol/index.ts';

/** Choices for a conversation that does not exist yet. */
export interface NewConversation {
  readonly model?: string;
  readonly mode?: PermissionMode;
  readonly workingDir?: string;
  /** Leaves no memory. */
  readonly private?: boolean;
}

interface UiState {
  /** The right panel where there is room for it; narrow windows open it over the conversation. */
  readonly brainOpen: boolean;
  readonly brainOverlay: boolean;
  readonly sideOverlay: boolean;
  readonly palette: boolean;
  readonly tour: boolean;
  /** The open conversation whose title is being written. */
  readonly renaming: string | undefined;
  /** The turn whose story is told; the newest one when absent. */
  readonly storyTurnId: string | undefined;
  readonly newConversation: NewConversation;
  /** Counts how often the reader asked to find something; 0: the bar is closed. */
  readonly finding: number;
  /** Text handed to the composer of a new conversation, for its owner to finish. */
  readonly seed: { readonly id: number; readonly text: string } | undefined;
  /** Read aloud by screen readers. */
  readonly announcement: string;
  readonly notice:
    | { readonly id: number; readonly text: string; readonly bad: boolean }
    | undefined;
}

const brainKey = 'connectome.brainPanel';

export const useUi = create<UiState>(() => ({
  brainOpen: localStorage.getItem(brainKey) !== 'closed',
  brainOverlay: false,
  sideOverlay: false,
  palette: false,
  tour: false,
  renaming: undefined,
  storyTurnId: undefined,
  newConversation: {},
  finding: 0,
  seed: undefined,
  announcement: '',
  notice: undefined,
}));

export function setBrainOpen(open: boolean): void {
  localStorage.setItem(brainKey, open ? 'open' : 'closed');
  useUi.setState({ brainOpen: open });
}

/** Whether the next new conversation is to leave no memory. */
export function setPrivate(isPrivate: boolean): void {
  useUi.setState(({ newConversation: { private: _, ...rest } }) => ({
    newConversation: isPrivate ? { ...rest, private: true } : rest,
  }));
}

export function announce(text: string): void {
  // The same words twice are told twice only when the text changes.
  useUi.setState((state) => ({
    announcement: state.announcement === text ? `${text}\u00a0` : text,
  }));
}

let lastSeed = 0;
export function seedComposer(text: string): void {
  lastSeed += 1;
  useUi.setState({ seed: { id: lastSeed, text } });
}

let lastNotice = 0;
/** A short message that goes away by itself. */
export function notify(text: string, kind: 'good' | 'bad' = 'good'): void {
  lastNotice += 1;
  const id = lastNotice;
  useUi.setState({ notice: { id, text, bad: kind === 'bad' } });
  setTimeout(() => {
    if (useUi.getState().notice?.id === id) useUi.setState({ notice: undefined });
  }, 6000);
}
