import { useSyncExternalStore } from 'react';
import { useSettings } from '../store/settings.ts';
import { setBrainOpen, useUi } from '../store/ui.ts';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
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
  if (matchMedia(noRoomForBrain).matches) useUi.setState({ brainOverlay: !brainOverlay });
  else setBrainOpen(!brainOpen);
}
