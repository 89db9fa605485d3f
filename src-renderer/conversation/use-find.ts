/** Finding a text in the open conversation: the brain says in which turns it stands, also unread ones. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ResultOf } from '../../protocol/index.ts';
import { useUi } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';

type Hits = ResultOf<'session.find'>['turns'];

/** One of the places: the how-manieth in which turn. */
export interface FoundPlace {
  readonly turnId: string;
  readonly occurrence: number;
}

export interface Find {
  readonly isOpen: boolean;
  readonly text: string;
  /** Undefined while the brain looks. */
  readonly total: number | undefined;
  /** From 0. */
  readonly current: number;
  readonly place: FoundPlace | undefined;
  setText(text: string): void;
  step(by: 1 | -1): void;
  close(): void;
}

/** How long the reader may still be typing before the brain is asked. */
const pauseMs = 150;

export function useFind(sessionId: string): Find {
  const isOpen = useUi((state) => state.finding > 0);
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ readonly of: string; readonly turns: Hits }>();
  const [current, setCurrent] = useState(0);
  const wanted = isOpen ? text.trim() : '';

  useEffect(() => () => useUi.setState({ finding: 0 }), []);

  useEffect(() => {
    if (wanted === '') return;
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const { turns } = await call('session.find', { sessionId, text: wanted });
        if (late) return;
        setFound({ of: wanted, turns });
        // The newest one first: it is the nearest to what is on the screen.
        setCurrent(Math.max(0, sumOf(turns) - 1));
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (!late) setFound({ of: wanted, turns: [] });
      }
    }, pauseMs);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [sessionId, wanted]);

  const turns = found?.of === wanted ? found.turns : undefined;
  const total = turns === undefined ? undefined : sumOf(turns);
  const step = useCallback(
    (by: 1 | -1) => {
      if (total) setCurrent((at) => (at + by + total) % total);
    },
    [total],
  );
  const close = useCallback(() => useUi.setState({ finding: 0 }), []);
  return useMemo(
    () => ({
      isOpen,
      text: isOpen ? text : '',
      total,
      current,
      place: turns === undefined ? undefined : placeAt(turns, current),
      setText,
      step,
      close,
    }),
    [isOpen, text, total, current, turns, step, close],
  );
}

function sumOf(turns: Hits): number {
  return turns.reduce((sum, { count }) => sum + count, 0);
}

function placeAt(turns: Hits, index: number): FoundPlace | undefined {
  let rest = index;
  for (const { turnId, count } of turns) {
    if (rest < count) return { turnId, occurrence: rest };
    rest -= count;
  }
  return undefined;
}
