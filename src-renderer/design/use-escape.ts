/** Escape closes what was opened last, and only that. */
import { useEffect, useRef } from 'react';

const layers: (() => void)[] = [];

function onKeyDown(event: KeyboardEvent): void {
  // Menus, dialogs and fields have had it already where it was theirs.
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  const close = layers.at(-1);
  if (close === undefined) return;
  event.preventDefault();
  close();
}

/** While `open`, Escape calls `onClose`, unless something above it takes it. */
export function useEscape(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!open) return;
    const close = (): void => latest.current();
    if (layers.length === 0) addEventListener('keydown', onKeyDown);
    layers.push(close);
    return () => {
      layers.splice(layers.indexOf(close), 1);
      if (layers.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, [open]);
}
