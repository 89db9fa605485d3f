import { useEffect, useRef, useState } from 'react';
import type { TurnState } from '../store/turns.ts';

const everyMs = 250;

/**
 * The turn as it is told beside the conversation. Streaming text changes it a hundred times a second,
 * and nobody reads figures that fast: then it is renewed a few times a second, else at once.
 */
export function useCalmTurn(turn: TurnState): TurnState {
  const [shown, setShown] = useState(turn);
  const latest = useRef(turn);
  latest.current = turn;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onlyText = differOnlyInText(shown, turn);
  useEffect(() => {
    if (!onlyText) setShown(turn);
    if (shown === turn || !onlyText || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setShown(latest.current);
    }, everyMs);
  }, [shown, turn, onlyText]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return onlyText ? shown : turn;
}

function differOnlyInText(a: TurnState, b: TurnState): boolean {
  if (a.turnId !== b.turnId || a.status !== b.status || a.endedAt !== b.endedAt) return false;
  if (a.parts !== b.parts || a.tools !== b.tools || a.memory !== b.memory) return false;
  if (a.calls.length !== b.calls.length) return false;
  return a.calls.every((call, index) => {
    const other = b.calls[index];
    return (
      other !== undefined &&
      call.context === other.context &&
      call.provider === other.provider &&
      call.usage === other.usage
    );
  });
}
