/** Where a reader was in a conversation, and how tall its turns are: kept while the window is open. */
import type { VirtualItem } from '@tanstack/react-virtual';
import type { TurnState } from '../store/turns.ts';

interface Place {
  readonly firstTurnId: string | undefined;
  /** Pixels from the top. */
  readonly offset: number;
  readonly measured: readonly VirtualItem[];
  readonly atEnd: boolean;
  /** The turn that an address has brought into sight; not again when its reader comes back. */
  readonly wentTo: string | undefined;
}

const kept = 12;
const places = new Map<string, Place>();

/** Undefined where the end is the place to be. */
export function placeOf(
  sessionId: string,
  firstTurnId: string | undefined,
  goTo: string | undefined,
): Place | undefined {
  const place = places.get(sessionId);
  if (place === undefined || place.firstTurnId !== firstTurnId) return undefined;
  // An address that asks for another turn is newer than the place.
  if (goTo !== undefined && place.wentTo !== goTo) return undefined;
  return place.atEnd ? undefined : place;
}

export function keepPlace(sessionId: string, place: Place): void {
  places.delete(sessionId);
  places.set(sessionId, place);
  const oldest = places.keys().next();
  if (places.size > kept && !oldest.done) places.delete(oldest.value);
}

const charactersPerLine = 92;
const lineHeight = 24;

/** A longer message of the owner is folded. */
const foldedCharacters = 1200;

/** A guess at the height of a turn that was never drawn, in pixels: the better, the less moves. */
export function likelyHeight(turn: TurnState | undefined): number {
  if (turn === undefined) return 280;
  const text = turn.calls.reduce(
    (sum, call) => sum + call.text.length,
    Math.min(turn.text.length, foldedCharacters),
  );
  const tools = Object.keys(turn.tools).length;
  return 150 + Math.ceil(text / charactersPerLine) * lineHeight + Math.min(tools, 6) * 36;
}
