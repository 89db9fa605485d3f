/**
 * What is drawn late above the reader's eyes does not move what he reads. The list does so for turns that
 * are above them as a whole; this for a piece of the turn that he is reading.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** `state` is another one whenever the piece was drawn in another way. */
export function useSteadyPlace(piece: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef<{ readonly state: unknown; readonly height: number }>(undefined);
  useLayoutEffect(() => {
    const element = piece.current;
    if (element === null) return;
    const { top, height } = element.getBoundingClientRect();
    const { current: last } = before;
    before.current = { state, height };
    if (last === undefined || last.state === state || last.height === height) return;
    const scroller = element.closest('[data-scroller]');
    const turn = element.closest('[data-turn]');
    if (scroller === null || turn === null) return;
    const edge = scroller.getBoundingClientRect().top;
    const grown = height - last.height;
    const wasAbove = top + last.height <= edge;
    const isRead = turn.getBoundingClientRect().bottom - grown > edge;
    if (wasAbove && isRead) scroller.scrollTop += grown;
  }, [piece, state]);
}
