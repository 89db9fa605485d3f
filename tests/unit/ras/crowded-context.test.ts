import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRas, RELEVANCE_FLOOR } from '../../../brain/ras/index.ts';
import type { Candidate, ScoredCandidate } from '../../../brain/regions.ts';
import { hashOf } from '../../../brain/shared/ids.ts';
import { estimateTokens } from '../../../brain/shared/tokens.ts';

const ras = createRas();
const NOW = new Date(2026, 10, 21, 12);

function candidate(path: string, text: string, more?: Partial<Candidate>): Candidate {
  return {
    path,
    heading: '',
    category: 'memory',
    source: 'knowledge',
    text,
    hash: hashOf(text),
    tokens: estimateTokens(text),
    lexical: 0.6,
    modified: NOW,
    ...more,
  };
}
const scored = (
  path: string,
  text: string,
  score: number,
  more?: Partial<Candidate>,
): ScoredCandidate => ({
  ...candidate(path, text, more),
  score,
});

describe('scores', () => {
  const scoreOf = (text: string, query: string, more?: Partial<Candidate>): number =>
    ras.score([candidate('a.md', text, more)], query, NOW)[0]?.score ?? -1;

  it('stay in 0..1, whatever comes in', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.double(),
        fc.date({ noInvalidDate: true }),
        (text, query, lexical, modified) => {
          const score = scoreOf(text, query, { lexical, modified });
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('do not rise by stop words (everything matches "what is the")', () => {
    const note = 'What is the thing that you have been given and which is here.';
    expect(scoreOf(note, 'What is the name of my dog that you have?', { lexical: 0 })).toBe(0);
  });

  it('do not rise by age or origin alone: a new note about something else is not relevant', () => {
    expect(scoreOf('Tax forms.', 'dog', { lexical: 0 })).toBe(0);
  });

  it('rise by words, also in other forms and in scripts without spaces', () => {
    expect(scoreOf('My dogs are called Rex.', 'dog', { lexical: 0 })).toBeGreaterThan(
      RELEVANCE_FLOOR,
    );
    expect(scoreOf('来年は東京都へ行く', '東京はどう', { lexical: 0 })).toBeGreaterThan(
      RELEVANCE_FLOOR,
    );
  });

  it('put the note with the rare word before the one with the common word', () => {
    const many = Array.from({ length: 8 }, (_, i) => candidate(`n${i}.md`, `project number ${i}`));
    const both = [...many, candidate('zebra.md', 'zebra things')];
    const best = ras.score(both, 'project zebra', NOW).toSorted((a, b) => b.score - a.score)[0];
    expect(best?.path).toBe('zebra.md');
  });

  it('prefer the newer and the better source between equals', () => {
    const old = new Date(NOW.getTime() - 200 * 86_400_000);
    expect(scoreOf('dog', 'dog')).toBeGreaterThan(scoreOf('dog', 'dog', { modified: old }));
    expect(scoreOf('dog', 'dog')).toBeGreaterThan(scoreOf('dog', 'dog', { source: 'outcomes' }));
  });
});

describe('filling', () => {
  it('takes whole candidates best first, and smaller ones where a larger one no longer fits', () => {
    const big = 'large '.repeat(80);
    const result = ras.fill(
      [
        scored('c.md', 'tiny', 0.3),
        scored('a.md', `first ${big}`, 0.9),
        scored('b.md', `second ${big}`, 0.8),
      ],
      estimateTokens(`first ${big}`) + 10,
    );
    expect(result.included.map((one) => one.path)).toEqual(['a.md', 'c.md']);
    expect(result.dropped.map(({ candidate: one, reason }) => [one.path, reason])).toEqual([
      ['b.md', 'over budget'],
    ]);
  });

  it('drops what says the same as a better one (the fact, its episode and its transcript)', () => {
    const fact = 'My dog is called Rex and he likes cheese very much.';
    const result = ras.fill(
      [
        scored('people.md', fact, 0.9),
        scored('episode.md', `User: ${fact}`, 0.8),
        scored('tokyo.md', '来年は東京都へ行くつもりです', 0.7),
        scored('tokyo2.md', '来年は東京都へ行くつもりです。', 0.6),
        scored('other.md', 'My cat is called Tom and she hates water.', 0.5),
      ],
      1_000,
    );
    expect(result.included.map((one) => one.path)).toEqual(['people.md', 'tokyo.md', 'other.md']);
    expect(result.dropped.map((one) => one.reason)).toEqual([
      'near-duplicate of people.md',
      'near-duplicate of tokyo.md',
    ]);
  });

  it('trims only what could never fit, with a visible mark', () => {
    const text = Array.from({ length: 300 }, (_, i) => `Line number ${i} of a long note.`).join(
      '\n',
    );
    const result = ras.fill([scored('long.md', text, 0.9)], 200);
    const [only] = result.included;
    expect(only?.trimmed).toBe(true);
    expect(only?.text).toContain('[… cut here to fit; the rest is in long.md]');
    expect(estimateTokens(only?.text ?? '')).toBeLessThanOrEqual(200);
  });

  it('says "not relevant" for memory below the floor, but takes a skill', () => {
    const result = ras.fill(
      [
        scored('a.md', 'something', RELEVANCE_FLOOR - 0.01),
        scored('b.md', 'another thing', RELEVANCE_FLOOR - 0.01, { category: 'skills' }),
      ],
      100,
    );
    expect(result.included.map((one) => one.path)).toEqual(['b.md']);
    expect(result.dropped.map((one) => one.reason)).toEqual(['not relevant']);
  });

  it('never goes over the cap and loses nobody', () => {
    const words = fc.array(fc.constantFrom('dog', 'cat', '東京', 'x', 'Haus'), {
      minLength: 1,
      maxLength: 80,
    });
    const one = fc.record({ words, score: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 20 }),
        fc.integer({ min: 0, max: 200 }),
        (list, cap) => {
          const candidates = list.map(({ words: text, score }, index) =>
            scored(`${index}.md`, text.join(' '), score),
          );
          const result = ras.fill(candidates, cap);
          const used = result.included.reduce((sum, next) => sum + next.tokens, 0);
          expect(result.usedTokens).toBe(used);
          expect(used).toBeLessThanOrEqual(cap);
          const paths = [...result.included, ...result.dropped.map((next) => next.candidate)].map(
            (next) => next.path,
          );
          expect(paths.toSorted()).toEqual(candidates.map((next) => next.path).toSorted());
          expect(ras.fill(candidates.toReversed(), cap)).toEqual(result);
        },
      ),
    );
  });
});
