import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PAIRS, MAX_WORDS, planQuery, type Vocabulary } from '../../../brain/cortex/query.ts';
import type { Cortex } from '../../../brain/regions.ts';
import { find, type IndexHome, indexHome, pathsOf } from './home.ts';

let home: IndexHome;
let cortex: Cortex;
beforeEach(async () => {
  home = await indexHome();
  await home.write('a.md', '# Alpha\n\nThe NEAR star AND the text: heading OR nothing.\n');
  await home.write('b.md', '# Beta\n\nQuite another thing, said "loudly".\n');
  cortex = await home.start();
});
afterEach(() => home.close());

describe('what a person types', () => {
  it('is never FTS5 syntax', () => {
    for (const query of [
      '"',
      '""" OR *',
      'NEAR(star',
      'heading: star',
      'text : star AND NOT x',
      '{heading text} : star',
      '^star',
      'star*',
      '-star',
      'a" OR "b',
      "'; DROP TABLE chunks; --",
      'star\u0000text',
      '(((((',
      '+ + +',
    ]) {
      expect(() => find(cortex, query)).not.toThrow();
    }
    expect(pathsOf(find(cortex, 'NOT star'))).toEqual(['a.md']);
    expect(pathsOf(find(cortex, 'say "loudly"'))).toEqual(['b.md']);
    expect(cortex.state().state).toBe('ready');
  });

  it('cannot break the search, whatever it is made of', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '*', 'AND', 'NEAR/2', '東京', '^', ':', '\ud800', '\0'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        for (const hit of find(cortex, pieces.join(' '))) {
          expect(hit.score).toBeGreaterThan(0);
          expect(hit.score).toBeLessThanOrEqual(1);
          expect(typeof hit.snippet).toBe('string');
        }
      }),
      { numRuns: 100 },
    );
  });

  it('may be nothing at all', () => {
    for (const query of ['', '   ', '?!', '\n']) expect(find(cortex, query)).toEqual([]);
    expect(cortex.search({ query: 'star', limit: 0 })).toEqual([]);
  });

  it('may be a whole pasted page: only its rarest words are asked for', () => {
    const page = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ');
    const plan = planQuery(
      `${page} 東京都庁`.repeat(2),
      vocabulary(100_000, () => 9),
      0,
    );
    expect(plan.match.length).toBeGreaterThan(0);
    expect(plan.match.length).toBeLessThanOrEqual(2 * (MAX_WORDS + MAX_PAIRS));
    expect(pathsOf(find(cortex, `${page.slice(0, 5_000)} star`))).toEqual(['a.md']);
  });

  it('may be one endless word: its parts are not looked up (seconds in which nobody is answered)', () => {
    const asked = new Set<string>();
    const none = vocabulary(1_000, (term) => {
      asked.add(term);
      return 0;
    });
    const word = Array.from({ length: 5_000 }, (_, i) => 'qzxjv'[(i * i) % 5]).join('');
    planQuery(word, none, 0);
    expect(asked.size).toBeLessThan(10);
  });

  it('is found by its rare words, not by the ones that are everywhere', () => {
    const counts = new Map([
      ['project', 900],
      ['zebra', 2],
    ]);
    const index = vocabulary(1_000, (term) => counts.get(term) ?? 0);
    expect(planQuery('the project zebra', index, 0).match).toEqual(['zebra']);
    expect(planQuery('project', index, 0).match).toEqual(['project']);
  });

  it('never costs more than a part of the index, however common its words', () => {
    const words = Array.from({ length: 60 }, (_, i) => `common${i}`).join(' ');
    const plan = planQuery(
      words,
      vocabulary(100_000, () => 2_000),
      0,
    );
    expect(plan.match.length).toBeLessThanOrEqual(3);
  });
});

/** An index of which only the counts matter. */
function vocabulary(chunks: number, count: (term: string) => number): Vocabulary {
  const nothing = () => [];
  return {
    count,
    countEach: (terms) => terms.map(count),
    counts: () => ({ chunks, words: chunks * 100 }),
    formsFrom: nothing,
    formsTo: nothing,
    termsFrom: nothing,
  };
}
