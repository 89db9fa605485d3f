/**
 * The turns, virtualised. Stays at the end while text comes in, until the reader scrolls away;
 * older turns are read when the reader reaches the top, without moving what is on the screen.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { readOlderTurns } from '../store/conversation.ts';
import type { TurnsState } from '../store/sequence.ts';
import css from './thread.module.css';
import { keepPlace, likelyHeight, placeOf } from './thread-place.ts';
import type { TurnActions } from './turn-actions.ts';
import { TurnView } from './turn-view.tsx';
import type { Find, FoundPlace } from './use-find.ts';
import { useFoundMarks } from './use-found-marks.ts';

/** How near to the end, in pixels, still counts as being there. */
const endThreshold = 64;
/** Beyond the end of everything: the newest turn. */
const endOffset = 1e9;
/** Turns per page while one is looked for that is far back. */
const seekingPage = 200;

/**
 * From there on the virtualiser stays at the end by itself. Its own command would look anew in every
 * frame where the end is, and come a frame late, as long as text streams in: it waits for it to stand.
 */
function toEndOf(scroller: HTMLElement | null): void {
  if (scroller === null) return;
  scroller.scrollTop = endOffset;
  // It is told at once: what is measured until the browser does so is measured at the end.
  scroller.dispatchEvent(new Event('scroll'));
}

interface ThreadProps {
  readonly sessionId: string;
  readonly turns: TurnsState;
  readonly hasOlder: boolean;
  readonly chosenTurnId: string | undefined;
  readonly idle: boolean;
  readonly actions: TurnActions;
  /** Grows when the owner sent something: then the end is where he wants to be. */
  readonly sent: number;
  /** A turn to be brought into sight, once. */
  readonly goTo?: string | undefined;
  readonly find: Find;
}

export function Thread(props: ThreadProps) {
  const { sessionId, turns, hasOlder, chosenTurnId, idle, actions, sent, goTo, find } = props;
  const { t } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const { order, byId } = turns;
  const [place] = useState(() => placeOf(sessionId, order[0], goTo));
  const [atEnd, setAtEnd] = useState(place === undefined);
  const wasAtEnd = useRef(atEnd);
  /** On the way to a turn that an address names, and still where the list began: at its end. */
  const leavingEnd = useRef(false);
  const readingOlder = useRef(false);

  const virtualizer = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => likelyHeight(byId[order[index] ?? '']),
    getItemKey: (index) => order[index] ?? index,
    // From the first draw on at the end, or where its reader left: what is above is not drawn first.
    initialOffset: place?.offset ?? endOffset,
    initialMeasurementsCache: place === undefined ? [] : [...place.measured],
    initialRect: { width: 0, height: globalThis.innerHeight },
    overscan: 2,
    paddingStart: 12,
    paddingEnd: 20,
    anchorTo: 'end',
    scrollEndThreshold: endThreshold,
    useAnimationFrameWithResizeObserver: false,
    // A turn that grows moves what is there without drawing anything anew.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });
  const items = virtualizer.getVirtualItems();

  const newest = order.at(-1);
  const last = useRef(place === undefined ? undefined : { sent, newest });
  useLayoutEffect(() => {
    const { current: before } = last;
    last.current = { sent, newest };
    if (before?.sent !== sent) wasAtEnd.current = true;
    if (wasAtEnd.current && !(before?.sent === sent && before.newest === newest)) {
      toEndOf(scroller.current);
    }
  }, [sent, newest]);

  // The composer or the queue grew, or the window shrank: the end stays in sight.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (wasAtEnd.current) toEndOf(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = scroller.current;
    if (root === null || end.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isAtEnd = entry?.isIntersecting ?? true;
        // What was seen before the way began would lead back to the end.
        if (isAtEnd && leavingEnd.current) return;
        leavingEnd.current = false;
        wasAtEnd.current = isAtEnd;
        setAtEnd(isAtEnd);
      },
      { root, rootMargin: `0px 0px ${endThreshold}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);

  // Where its reader was, for when he comes back.
  const latest = useRef(order);
  latest.current = order;
  const wentTo = useRef(place?.wentTo);
  useEffect(
    () => () => {
      keepPlace(sessionId, {
        firstTurnId: latest.current[0],
        offset: virtualizer.scrollOffset ?? 0,
        measured: virtualizer.takeSnapshot(),
        atEnd: wasAtEnd.current,
        wentTo: wentTo.current,
      });
    },
    [virtualizer, sessionId],
  );

  const goToIndex = goTo === undefined ? -1 : order.indexOf(goTo);
  const isSeeking = goTo !== undefined && wentTo.current !== goTo;
  useLayoutEffect(() => {
    if (goTo === undefined || wentTo.current === goTo) return;
    if (goToIndex >= 0) {
      wentTo.current = goTo;
      wasAtEnd.current = goToIndex === order.length - 1;
      leavingEnd.current = !wasAtEnd.current;
      virtualizer.scrollToIndex(goToIndex, { align: 'start' });
    } else if (hasOlder && order.length > 0) {
      // It is further back than what was read so far.
      void readOlderTurns(seekingPage);
    }
  }, [virtualizer, goTo, goToIndex, hasOlder, order.length]);

  // What was found may stand in a turn that is not drawn, or not even read yet.
  const { place: found } = find;
  const foundAt = useRef<FoundPlace>(undefined);
  const foundIndex = found === undefined ? -1 : order.indexOf(found.turnId);
  useLayoutEffect(() => {
    if (found === undefined || foundAt.current === found) return;
    if (foundIndex >= 0) {
      foundAt.current = found;
      wasAtEnd.current &&= foundIndex === order.length - 1;
      virtualizer.scrollToIndex(foundIndex, { align: 'auto' });
    } else if (hasOlder && order.length > 0) {
      void readOlderTurns(seekingPage);
    }
  }, [virtualizer, found, foundIndex, hasOlder, order.length]);
  useFoundMarks(scroller, find, items);

  const firstIndex = items[0]?.index;
  useEffect(() => {
    if (firstIndex !== 0 || !hasOlder || isSeeking || readingOlder.current) return;
    readingOlder.current = true;
    readOlderTurns().finally(() => {
      readingOlder.current = false;
    });
  }, [firstIndex, hasOlder, isSeeking]);

  return (
    <div className={css.frame}>
      <section
        ref={scroller}
        className={css.scroller}
        data-scroller
        aria-label={t('thread.label')}
        {...scrollable}
      >
        <div ref={virtualizer.containerRef} className={css.all}>
          {items.map((item) => {
            const turn = byId[order[item.index] ?? ''];
            if (turn === undefined) return null;
            return (
              <div
                key={item.key}
                data-index={item.index}
                data-turn={turn.turnId}
                ref={virtualizer.measureElement}
                className={css.item}
              >
                <TurnView
                  turn={turn}
                  last={item.index === order.length - 1}
                  chosen={turn.turnId === chosenTurnId}
                  idle={idle}
                  actions={actions}
                />
              </div>
            );
          })}
          <div ref={end} className={css.end} />
        </div>
      </section>
      {!atEnd && (
        <button
          type="button"
          className={css.toEnd}
          aria-label={t('thread.toEnd')}
          title={t('thread.toEnd')}
          onClick={() => virtualizer.scrollToEnd({ behavior: 'smooth' })}
        >
          <ArrowDown aria-hidden />
        </button>
      )}
    </div>
  );
}
