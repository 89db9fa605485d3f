import { expect, it } from 'vitest';
import { segmentsOf } from '../../src-renderer/conversation/segments.ts';
import { applyToTurn, emptyTurn } from '../../src-renderer/store/fold-turn.ts';
import { event, turnId } from './events.ts';

const cooling = { provider: 'claude', code: 'cooling', message: 'claude is overloaded (529).' };
const refused = { provider: 'spare', code: 'refused', message: 'Nothing answers.' };

function asked(seq: number, call: number, provider: string, more: object = {}) {
  return event(seq, { type: 'provider', call, provider, model: 'm', attempt: 1, ...more });
}

// Bug: while a provider cools down, each call of a long turn repeats that it did not answer.
it('a switch is told where it happens, and not again for each call after it', () => {
  const turn = [
    asked(1, 1, 'spare', { failed: [cooling], route: 'shop' }),
    asked(2, 2, 'spare', { failed: [cooling], route: 'shop' }),
    asked(3, 3, 'last', { failed: [cooling, refused], route: 'shop' }),
    asked(4, 4, 'claude'),
  ].reduce(applyToTurn, emptyTurn(turnId, ''));
  expect(segmentsOf(turn).map(({ key }) => key)).toEqual([
    'route1',
    'switch1',
    'switch3',
    'switch4',
  ]);
});
