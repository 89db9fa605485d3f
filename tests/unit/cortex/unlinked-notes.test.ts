/** Catches links between notes that are not seen: who is meant by a word, what was on one day, what a section is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAliases } from '../../../brain/cortex/aliases.ts';
import { followDates } from '../../../brain/cortex/follow-dates.ts';
import { planQuery } from '../../../brain/cortex/query.ts';
import { openReader, type Reader, type Scorable } from '../../../brain/cortex/reader.ts';
import { spreadToNeighbours } from '../../../brain/cortex/surroundings.ts';
import { termOf } from '../../../brain/cortex/terms.ts';
import { type IndexHome, indexHome } from './home.ts';

let home: IndexHome;
let reader: Reader;
const people = 'hippocampus/knowledge/people.md';
const filler = (number: number): string =>
  `# Entry ${number}\n\nNothing but weather, number ${number}.\n`;
beforeAll(async () => {
  home = await indexHome();
  await home.write(
    people,
    '# People\n\n## Workshop\n\n- Apprentice Yusuf since 2026-03-02.\n- Landlord: Gutmann.\n\n## Birds\n\nA wren nests under the eaves.\n',
  );
  await home.write(
    'machines.md',
    `# Machines\n\n## Saw\n\nNew blade.\n\n## Lathe\n\nThe lathe hums.\n\n${'It hums and turns and hums. '.repeat(80)}\n\n## Drill\n\nBlunt.\n`,
  );
  await home.write('yard.md', '# Yard\n\nYusuf burned the sausages, Gutmann laughed.\n');
  await home.write(
    'hippocampus/episodes/2026-03-02.md',
    '# 2026-03-02\n\n## 09:00 note\n\nThe first chair was taken apart.\n',
  );
  await home.write(
    'hippocampus/episodes/2026-03-03.md',
    '# 2026-03-03\n\n## 09:00 note\n\nThe second chair was taken apart.\n',
  );
  for (let number = 0; number < 20; number += 1) await home.write(`w/${number}.md`, filler(number));
  await home.start();
  reader = openReader(home.paths.index);
});
afterAll(async () => {
  reader.close();
  await home.close();
});

const everything = {
  sources: undefined,
  after: Number.NEGATIVE_INFINITY,
  before: Number.POSITIVE_INFINITY,
  withoutTranscript: '',
};
const holding = (term: string): readonly Scorable[] =>
  reader.find(new Map([[term, 1]]), everything, 20, () => 1).map(({ chunk }) => chunk);

describe('notes that belong together', () => {
  it('tell who is meant: a word stands for the name on its line, and for no other', () => {
    const { concepts } = planQuery('what did my apprentice burn', reader, 20_000);
    const found = holding(termOf('apprentice', 'english')).map((chunk) => ({ chunk, score: 1 }));
    expect(found).toHaveLength(1);
    const wider = withAliases({ concepts, found, reader, chunks: reader.counts().chunks });
    const terms = wider.find(({ form }) => form === 'apprentice')?.terms ?? [];
    const alias = terms.find(({ term }) => term === 'yusuf');
    expect(alias?.weight).toBeGreaterThan(0);
    expect(alias?.weight).toBeLessThan(1);
    expect(terms.map(({ term }) => term)).not.toContain('gutmann');
  });

  it('meet on a day: what a note names the day of is worth more than the day after', () => {
    const [note] = holding(termOf('apprentice', 'english'));
    const chairs = holding('chair');
    expect(chairs).toHaveLength(2);
    const found = new Map(
      [
        ...(note === undefined ? [] : [{ chunk: note, score: 8 }]),
        ...chairs.map((chunk) => ({ chunk, score: 1 })),
      ].map((one) => [one.chunk.id, one]),
    );
    followDates(found, reader);
    const scores = chairs.map(({ id, at }) => [new Date(at).getDate(), found.get(id)?.score]);
    expect(new Map(scores as [number, number][]).get(3)).toBe(1);
    expect(new Map(scores as [number, number][]).get(2)).toBeGreaterThan(1);
  });
});

it('a long section goes on in its next piece, and not in the next section', async () => {
  const [first] = holding(termOf('lathe', 'english'));
  const found = new Map(first === undefined ? [] : [[first.id, { chunk: first, score: 5 }]]);
  spreadToNeighbours(reader, everything, found, () => 0);
  const headings = [...found.values()].map(({ chunk }) => reader.show(chunk)?.heading);
  expect(headings).toEqual(['Machines › Lathe', 'Machines › Lathe (2)']);
});
