/** Where the keyboard is, and where it goes when what it was in is gone. */

export const messageField = 'message-field';
export const searchField = 'session-search';
const room = 'room';

/** False when there is no message field in this room. */
export function focusMessage(): boolean {
  const field = document.getElementById(messageField);
  field?.focus();
  // That of a room that is being left stands there, unseen, until the next one is loaded.
  return field !== null && document.activeElement === field;
}

/** The field may be about to appear. */
export function focusSearch(): void {
  requestAnimationFrame(() => document.getElementById(searchField)?.focus());
}

export function focusRoom(): void {
  document.getElementById(room)?.focus({ preventScroll: true });
}

/**
 * The focus is never lost: when the focused element goes away or is disabled, its nearest surviving
 * neighbourhood gets it, so that Tab goes on from there and not from the top of the page.
 */
export function keepFocus(root: HTMLElement): () => void {
  let held: HTMLElement | undefined;
  let around: readonly HTMLElement[] = [];
  const onFocus = (event: FocusEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    held = event.target;
    around = ancestorsOf(event.target);
  };
  // A click beside everything lets go on purpose.
  const onPress = (): void => {
    held = undefined;
  };
  const look = (): void => {
    if (held === undefined || document.activeElement !== document.body) return;
    if (held.isConnected && !held.matches(':disabled')) return;
    held = undefined;
    const place = around.find((one) => one.isConnected && one !== root) ?? root;
    const next = place.matches(focusable)
      ? place
      : (place.querySelector<HTMLElement>(focusable) ?? place.closest<HTMLElement>(focusable));
    if (next && next.id !== room) next.focus({ preventScroll: true });
    // Beside a question that was answered stands nothing: the next thing to do is the next message.
    else if (!focusMessage()) focusRoom();
  };
  // After React is done, and after dialogs have given the focus back by themselves.
  const observer = new MutationObserver(() => {
    if (held !== undefined && document.activeElement === document.body) setTimeout(look, 30);
  });
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress);
  };
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex]';

function ancestorsOf(element: HTMLElement): readonly HTMLElement[] {
  const parent = element.parentElement;
  return parent === null || parent === document.body ? [] : [parent, ...ancestorsOf(parent)];
}
