import { type RefObject, useEffect, useRef } from 'react';
import { clearMarks, rangesOf, showMarks } from './found-marks.ts';
import type { Find, FoundPlace } from './use-find.ts';

/** Marks what was found among the turns that are drawn, and brings the chosen place into sight, once. */
export function useFoundMarks(
  scroller: RefObject<HTMLElement | null>,
  { text, place }: Find,
  /** Changes when other turns are drawn. */
  drawn: unknown,
): void {
  const shown = useRef<FoundPlace>(undefined);
  useEffect(() => {
    const root = scroller.current;
    const wanted = text.trim();
    if (root === null || wanted === '' || drawn === undefined) return;
    let frame = 0;
    const mark = (): void => {
      frame = 0;
      const ranges: Range[] = [];
      let current: Range | undefined;
      for (const item of root.querySelectorAll('[data-turn]')) {
        // Only what was said: figures and names of tools are not searched.
        const said = [...item.querySelectorAll('[data-said]')];
        const own = said.flatMap((one) => rangesOf(one, wanted));
        ranges.push(...own);
        if (item.getAttribute('data-turn') === place?.turnId) {
          current = own[Math.min(place.occurrence, own.length - 1)];
        }
      }
      showMarks(ranges, current);
      if (current === undefined || shown.current === place) return;
      shown.current = place;
      bringIntoSight(root, current);
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(mark);
    };
    later();
    // Text that streams in, tools that open: they may have it, too.
    const observer = new MutationObserver(later);
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [scroller, text, place, drawn]);
  useEffect(() => {
    if (text.trim() === '') clearMarks();
  }, [text]);
  useEffect(() => clearMarks, []);
}

const margin = 80;

function bringIntoSight(root: HTMLElement, range: Range): void {
  const box = root.getBoundingClientRect();
  const found = range.getBoundingClientRect();
  if (found.top >= box.top + margin && found.bottom <= box.bottom - margin) return;
  root.scrollTop += found.top - box.top - box.height / 3;
}
