import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConnectomeEvent, EventBody } from '../../protocol/index.ts';
import { applyEvent, type TurnsState, turnsFromPage } from '../../src-renderer/store/sequence.ts';
import { isMoreText } from '../../src-renderer/store/streamed.ts';
import { delta, event, turnId, wholeTurn } from './events.ts';

const empty: TurnsState = turnsFromPage({ turns: [], lastSeq: 0, epoch: 'epoch-1' });

/** All that is drawn of the turns, but for how their texts go on. */
function still({ order, byId }: TurnsState) {
  const isSeen = (text: string): boolean => text.trim() !== '';
  const turns = Object.values(byId).map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => ({
      ...call,
      text: isSeen(call.text),
      thinking: isSeen(call.thinking),
    })),
  }));
  return { order, turns };
}

/** Events for which nothing but the text would be drawn anew. */
function taken(events: readonly ConnectomeEvent[]): readonly ConnectomeEvent[] {
  let state = empty;
  return events.filter((one) => {
    const before = state;
    state = applyEvent(state, one);
    if (!isMoreText(before, one)) return false;
    expect(still(state)).toEqual(still(before));
    return true;
  });
}

describe('what is drawn only when more than text has come', () => {
  it('is drawn for each event that changes it, whatever comes in whatever order', () => {
    const piece: fc.Arbitrary<EventBody> = fc.record({
      type: fc.constantFrom<'delta' | 'thinking'>('delta', 'thinking'),
      call: fc.integer({ min: 1, max: 2 }),
      text: fc.constantFrom(' ', '\n', 'word', ' more words'),
      folded: fc.boolean(),
    });
    const all = fc.array(
      fc.oneof<fc.Arbitrary<EventBody>[]>(piece, fc.constantFrom(...wholeTurn())),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(all, fc.array(fc.nat(29)), (bodies, swapped) => {
        const events = bodies.map((body, index) => event(index + 1, body, { seq: index + 1 }));
        for (const at of swapped) {
          const [one, other] = [events[at], events[at + 1]];
          if (one && other) events.splice(at, 2, other, one);
        }
        taken(events.map((one) => ({ ...one, turnId })));
      }),
    );
  });

  it('is not drawn again for each piece of an answer', () => {
    const events = ['Once', ' upon', ' a', ' time.'].map((text, index) => delta(index + 1, text));
    expect(taken(events)).toEqual(events.slice(1));
  });
});
