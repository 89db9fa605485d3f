import { useSyncExternalStore } from 'react';

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

/** Below this the left panel is a rail of icons, and opens over the room. */
export const useNarrow = (): boolean => useMedia('(max-width: 980px)');
/** Below this the story of the turn opens over the conversation. */
export const useNoRoomForBrain = (): boolean => useMedia('(max-width: 1180px)');
