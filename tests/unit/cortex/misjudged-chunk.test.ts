import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOf, isInHeading, lookUp, packKeys } from '../../../brain/cortex/keys.ts';
import type { Scorable } from '../../../brain/cortex/reader.ts';
import { best, bestFew, partsOf, probesOf, scoreOf } from '../../../brain/cortex/score.ts';

const words = ['ada', 'chess', 'boat', 'harbour', 'walnut', 'lamp', 'tide'];
const text = fc
  .array(fc.constantFrom(...words), { maxLength: 20 })
  .map((all) => all.map((term) => ({ form: term, term })));
const chunk = fc.record({ heading: text, text }).map((given): Scorable => {
  const keys = new Uint32Array(packKeys(given.heading, given.text).buffer);
  const place = { id: 1, file: 1, position: 0, turn: '', at: 0 };
  return { ...place, source: 'knowledge', words: given.text.length, keys };
});
const concepts = fc.array(
  fc.record({
    form: fc.constantFrom(...words),
    weight: fc.constantFrom(0.4, 1, 1.5),
    terms: fc.array(
      fc.record({
        term: fc.constantFrom(...words),
        weight: fc.constantFrom(1, 0.5),
        count: fc.integer({ min: 0, max: 90 }),
      }),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 5 },
);

describe('the score of a chunk', () => {
  it('is each concept’s best term, looked up one by one (one concept counted for another)', () => {
    fc.assert(
      fc.property(chunk, concepts, (given, asked) => {
        const probes = probesOf(asked, { chunks: 100, words: 2000 });
        const norm = 1.2 * (1 - 0.6 + (0.6 * given.words) / 20);
        const expected = probes.list.map(({ terms }) =>
          Math.max(
            0,
            ...terms.map(({ hash, value }) => {
              const found = lookUp(given.keys, hash);
              if (found === 0) return 0;
              const count = countOf(found) + (isInHeading(found) ? 2 : 0);
              return (value * count * 2.2) / (count + norm);
            }),
          ),
        );
        expect(partsOf(given, probes, 20)).toEqual(expected);
        expect(scoreOf(given, probes, 20)).toBe(expected.reduce((sum, one) => sum + one, 0));
      }),
    );
  });
});

describe('the few best', () => {
  it('are the first of all in order (an equal one before its elder, the last one lost)', () => {
    const scored = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 30 }).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.tuple(fc.integer({ min: 0, max: 4 }), chunk).map(([score, one]) => {
            return { score, chunk: { ...one, id } };
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(scored, fc.integer({ min: 1, max: 8 }), (given, most) => {
        expect(bestFew(given, most)).toEqual(best(given).slice(0, most));
      }),
    );
  });
});
