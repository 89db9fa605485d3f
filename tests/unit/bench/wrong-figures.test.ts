/** The memory bench must not print figures that flatter: of broken corpora, or wrongly counted. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBaseline } from '../../bench/memory/baseline.ts';
import { kinds, readCorpus, type World, worldFile } from '../../bench/memory/corpus.ts';
import { fewerMisses, figuresOf, type Outcome, recallAt } from '../../bench/memory/metrics.ts';
import { createOurs } from '../../bench/memory/ours.ts';
import { tempFolder } from '../../support/temp-home.ts';

const at = '2026-03-02T09:10:00+01:00';
const askedAt = '2026-10-01T10:00:00+02:00';
const world: World = {
  version: 1,
  name: 'tiny',
  split: 'unseen',
  about: 'A household with animals.',
  sessions: [
    {
      id: 's001',
      at,
      exchanges: [
        { id: 's001.1', user: 'The dog Bello likes cheese.', assistant: 'Noted.' },
        { id: 's001.2', user: 'The cat Minka hates water.', assistant: 'No bath for her, then.' },
      ],
    },
  ],
  notes: [
    {
      id: 'n001',
      path: 'hippocampus/knowledge/people.md',
      heading: 'Family',
      text: '- Ada, sister.',
    },
    { id: 'n002', path: 'hippocampus/knowledge/people.md', heading: 'Work', text: '- Cleo bakes.' },
  ],
  questions: [
    { id: 'q001', kind: 'single', askedAt, text: 'Who hates water?', evidence: ['s001.2'] },
  ],
};
const question = { id: 'q002', kind: 'spread', askedAt, text: 'Who?', evidence: ['n001', 'n002'] };

function outcome(evidence: string[], found: string[], kept: string[] = []): Outcome {
  return { kind: 'single', split: 'unseen', evidence, found, kept, ms: 1 };
}

describe('a corpus that would be counted wrongly is refused', () => {
  it('takes the documented format', () => {
    expect(worldFile.safeParse(world).error).toBeUndefined();
  });

  it('asks more questions of the world that they are about, and of no other', async () => {
    const folder = await tempFolder();
    const more = { version: 1, questionsOf: 'tiny', questions: [{ ...question, id: 'm001' }] };
    await writeFile(join(folder, 'tiny.json'), JSON.stringify(world));
    await writeFile(join(folder, 'tiny-more.json'), JSON.stringify(more));
    const [asked] = await readCorpus(join(folder, 'tiny-more.json'));
    expect(asked).toMatchObject({ split: 'unseen', sessions: world.sessions });
    expect(asked?.questions.map(({ id }) => id)).toEqual(['m001']);
    const wrong = [{ ...question, evidence: ['n001', 'n009'] }];
    await writeFile(join(folder, 'tiny-more.json'), JSON.stringify({ ...more, questions: wrong }));
    await expect(readCorpus(folder)).rejects.toThrow('n009');
  });

  // Each of these would make recall too high or too low without anybody noticing.
  it.each([
    ['evidence that is no unit', { questions: [{ ...question, evidence: ['n001', 'n009'] }] }],
    ['the same evidence twice', { questions: [{ ...question, evidence: ['n001', 'n001'] }] }],
    ['no evidence', { questions: [{ ...question, kind: 'single', evidence: [] }] }],
    ['a spread question about one unit', { questions: [{ ...question, evidence: ['n001'] }] }],
    ['an unknown kind', { questions: [{ ...question, kind: 'guess' }] }],
    ['two units of one id', { notes: [...world.notes, ...world.notes] }],
    ['a note outside the workspace', { notes: [{ ...world.notes[0], path: '../x.md' }] }],
    ['a time without offset', { sessions: [{ ...world.sessions[0], at: '2026-03-02T09:10:00' }] }],
    ['a newer version', { version: 2 }],
    ['a misspelt field', { qestions: [] }],
  ])('refuses %s', (_name, change) => {
    expect(worldFile.safeParse({ ...world, ...change }).success).toBe(false);
  });

  it('reads every world of a folder and names the file that is broken', async () => {
    const folder = join(await tempFolder(), 'corpus');
    await mkdir(folder);
    await writeFile(join(folder, 'b.json'), JSON.stringify({ ...world, name: 'second' }));
    await writeFile(join(folder, 'a.json'), JSON.stringify(world));
    await writeFile(join(folder, 'readme.md'), 'no corpus');
    expect((await readCorpus(folder)).map(({ name }) => name)).toEqual(['tiny', 'second']);
    await writeFile(join(folder, 'b.json'), JSON.stringify({ ...world, notes: undefined }));
    await expect(readCorpus(folder)).rejects.toThrow(/b\.json.*notes/s);
  });
});

it('keeps enough that nobody tuned by: a third of all questions, of every kind', async () => {
  const worlds = await readCorpus(join(import.meta.dirname, '../../bench/memory/corpus'));
  const asked = worlds.flatMap(({ split, questions }) =>
    questions.map(({ kind }) => ({ split, kind })),
  );
  const unseen = asked.filter(({ split }) => split === 'unseen');
  expect(unseen.length * 3).toBeGreaterThanOrEqual(asked.length);
  for (const kind of kinds) {
    expect(unseen.filter((question) => question.kind === kind).length).toBeGreaterThanOrEqual(20);
  }
});

describe('the figures are counted as documented', () => {
  it('counts each unit once, so that a unit found three times does not fill the first ten', () => {
    const found = ['x', 'x', 'x', 'a', 'b'];
    expect(recallAt(outcome(['a', 'b'], found), 1)).toBe(0);
    expect(recallAt(outcome(['a', 'b'], found), 2)).toBe(0.5);
    expect(recallAt(outcome(['a', 'b'], found), 3)).toBe(1);
  });

  it('averages recall over questions, but adds up misses over pieces of evidence', () => {
    const ten = Array.from({ length: 10 }, (_, n) => `x${n}`);
    const figures = figuresOf([
      outcome(['a'], ['x', 'a'], ['a']),
      outcome(['a', 'b', 'c'], ['a', ...ten, 'b'], ['a', 'b', 'x']),
    ]);
    expect(figures).toMatchObject({ questions: 2, evidence: 4, misses: 2 });
    expect(figures.mrr).toBeCloseTo((1 / 2 + 1) / 2);
    const recall = [(0 + 1 / 3) / 2, (1 + 1 / 3) / 2, (1 + 1 / 3) / 2, (1 + 2 / 3) / 2];
    for (const [place, share] of recall.entries()) {
      expect(figures.recall[place]).toBeCloseTo(share);
    }
    expect(figures.survives).toBeCloseTo((1 + 2 / 3) / 2);
  });

  it('says fewer misses as a share of the misses of the baseline, also when there are more', () => {
    const of = (misses: number) => ({ ...figuresOf([]), misses });
    expect(fewerMisses(of(40), of(10))).toBe(75);
    expect(fewerMisses(of(40), of(50))).toBe(-25);
    expect(fewerMisses(of(0), of(0))).toBeUndefined();
  });
});

// A unit that is found but not recognised would count as a miss of the product (or of the baseline).
it.each([
  ['baseline', async () => createBaseline()],
  ['ours', createOurs],
])(
  '%s: what is found in transcripts and notes is mapped back to its unit',
  async (_name, create) => {
    const retriever = await create();
    try {
      await retriever.index(world);
      const asked = (text: string) => ({ text, askedAt });
      expect((await retriever.search(asked('Who hates water?'), 20))[0]).toBe('s001.2');
      expect((await retriever.search(asked('Which cheese, Bello?'), 20))[0]).toBe('s001.1');
      expect((await retriever.search(asked('What does Cleo do?'), 20))[0]).toBe('n002');
      expect(await retriever.fill(asked('Who hates water?'), 2000)).toContain('s001.2');
      expect(await retriever.fill(asked('Who hates water?'), 1)).toEqual([]);
    } finally {
      await retriever.close();
    }
  },
);
