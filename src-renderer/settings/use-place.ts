import { type RefObject, useEffect } from 'react';

/** Elements that may carry the name of a setting. */
const named = 'h2, h3, h4, legend, label, dt, button, span';
const shownMs = 1600;

/** Brings what is called `name` into view and marks it for a moment; sections may load late. */
export function usePlace(page: RefObject<HTMLElement | null>, name: string | undefined): void {
  useEffect(() => {
    const element = page.current;
    if (element === null || name === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): boolean => {
      const place = [...element.querySelectorAll<HTMLElement>(named)].find(
        (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
      );
      if (place === undefined) return false;
      place.scrollIntoView({ block: 'center' });
      place.dataset.found = 'true';
      timer = setTimeout(() => {
        delete place.dataset.found;
      }, shownMs);
      return true;
    };
    if (show()) return () => clearTimeout(timer);
    const late = new MutationObserver(() => {
      if (show()) late.disconnect();
    });
    late.observe(element, { childList: true, subtree: true });
    return () => {
      late.disconnect();
      clearTimeout(timer);
    };
  }, [page, name]);
}
