import { useSyncExternalStore } from 'react';
import { useSettings } from '../store/settings.ts';
import { setBrainOpen, useUi } from '../store/ui.ts';

interface MediaStore {
  readonly subscribe: (changed: () => void) => () => void;
  readonly matches: () => boolean;
}

/** One per question, kept: a room that streams is drawn a hundred times a second. */
const stores = new Map<string, MediaStore>();

function storeOf(query: string): MediaStore {
  const known = stores.get(query);
  if (known !== undefined) return known;
  const media = matchMedia(query);
  const store: MediaStore = {
    subscribe(changed) {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    matches: () => media.matches,
  };
  stores.set(query, store);
  return store;
}

function useMedia(query: string): boolean {
  const { subscribe, matches } = storeOf(query);
  return useSyncExternalStore(subscribe, matches);
}

/** Whether the window is dark now, by its owner's choice or the system's. */
export function useDark(): boolean {
  const theme = useSettings((state) => state.theme);
  const system = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? system : theme === 'dark';
}

const narrow = '(max-width: 980px)';
const noRoomForBrain = '(max-width: 1180px)';

/** Below this the left panel is a rail of icons, and opens over the room. */
export const useNarrow = (): boolean => useMedia(narrow);
/** Below this the story of the turn opens over the conversation. */
export const useNoRoomForBrain = (): boolean => useMedia(noRoomForBrain);

/** Shows or hides the story of the turn, beside the conversation or over it. */
export function toggleBrain(): void {
  const { brainOpen, brainOverlay } = useUi.getState();
  if (storeOf(noRoomForBrain).matches()) useUi.setState({ brainOverlay: !brainOverlay });
  else setBrainOpen(!brainOpen);
}
