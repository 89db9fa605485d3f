import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choose } from '../../../brain/cortex/choose.ts';

const lists = fc.array(
  fc.record({
    ids: fc
      .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
      .map((ids) => ids.sort((a, b) => a - b)),
    value: fc.integer({ min: 0, max: 8 }),
  }),
  { maxLength: 6 },
);

describe('the choice of what is looked at closely', () => {
  it('leaves nobody out who is worth more, and nobody twice (sums that are left from the last call)', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 40 }), (given, most) => {
        const sums = new Map<number, number>();
        for (const { ids, value } of given) {
          for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + value);
        }
        const { first, rest: others } = choose(given, most);
        const rest = others();
        const all = [...first, ...rest];
        expect(all.toSorted((a, b) => a - b)).toEqual([...sums.keys()].sort((a, b) => a - b));
        expect(first.length).toBe(Math.min(most, sums.size));
        const least = Math.min(...first.map((id) => sums.get(id) ?? 0));
        for (const id of rest) expect(sums.get(id) ?? 0).toBeLessThanOrEqual(least);
      }),
    );
  });
});
