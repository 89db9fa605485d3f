/**
 * What is typed between the palette's shortcut and its field belongs to the palette: the field that
 * had the focus would take it for a message, and send it at the next Enter.
 */

/** A palette that has not come by then is not coming. */
const patienceMs = 3000;

let typed = '';
let stop: (() => void) | undefined;

export function catchTyping(): void {
  stop?.();
  typed = '';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') {
      stop?.();
      return;
    }
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  const timer = setTimeout(() => stop?.(), patienceMs);
  addEventListener('keydown', onKeyDown, true);
  stop = () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKeyDown, true);
    stop = undefined;
  };
}

/** The palette's field has the focus from now on. */
export function takeTyped(): string {
  stop?.();
  const words = typed;
  typed = '';
  return words;
}
