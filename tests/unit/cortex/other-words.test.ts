import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cortex } from '../../../brain/regions.ts';
import { find, type IndexHome, indexHome, pathsOf } from './home.ts';

let home: IndexHome;
let cortex: Cortex;
const notes: Readonly<Record<string, string>> = {
  'cpp.md': '# Tools\n\nThe parser is written in C++ and the editor in C#.\n',
  'katharina.md': '# People\n\nKatharina Brzezinski plays the viola.\n',
  'ivanova.md': '# Lessons\n\nMrs Ivanova teaches on Tuesdays.\n',
  'zahnarzt.md': '# Termine\n\nDer Zahnarzt hat einen Termin am Montag frei.\n',
  'haeuser.md': '# Häuser\n\nDie Häuser am Fluss wurden verkauft.\n',
  'bought.md': '# Shopping\n\nWe bought curtains for the attic.\n',
  'mueller.md': '# Nachbarn\n\nHerr Müller hat die Leiter.\n',
  'ecole.md': "# École\n\nL'école ferme à midi, Émile déjeune là-bas.\n",
  'arabic.md': '# كتب\n\nقرأتُ الكِتاب في المكتبة.\n',
  'arabic2.md': '# أحمد\n\nأحمد يسكن في الإسكندريّة مع أسرة كبيرة.\n',
  'chinese.md': '# 北京\n\n我们下个月去北京大学参观。\n',
  'hindi.md': '# यात्रा\n\nहम दिल्ली गए थे।\n',
  'robert.md': '# Band\n\nRobert sings the second voice.\n',
  'lilac.md': '# Yard\n\nThe scent of the lilac reaches the bench.\n',
  'newspaper.md': '# Attic\n\nThere was a newspaper of 1911 behind the panel.\n',
  'invoice.md': '# Roof\n\nThe invoice of the roofer came to nine hundred.\n',
  'watch.md': '# Repairs\n\nThe watch stopped on the cobbles.\n',
  'loan.md': '# Nationwide\n\nThe mortgage is fixed for five years.\n',
  'vehicle.md': '# Errands\n\nThe car is at the workshop until noon.\n',
};
beforeAll(async () => {
  home = await indexHome();
  for (const [path, text] of Object.entries(notes)) await home.write(path, text);
  cortex = await home.start();
});
afterAll(() => home.close());

describe('a note that says it in another way', () => {
  it.each([
    ['signs that belong to a name', 'C++', 'cpp.md'],
    ['another sign', 'who knows C#', 'cpp.md'],
    ['a typo in a name', 'Brzezinsky', 'katharina.md'],
    ['two letters swapped', 'Kahtarina', 'katharina.md'],
    ['a name as another language writes it', 'Iwanowa', 'ivanova.md'],
    ['a compound of its words', 'Zahnarzttermin', 'zahnarzt.md'],
    ['a compound of which only one part is told', 'wristwatch', 'watch.md'],
    ['what somebody did for what came of it', 'how much did we borrow', 'loan.md'],
    ['a German singular', 'Haus', 'haeuser.md'],
    ['the present of an irregular verb', 'what did I buy', 'bought.md'],
    ['an umlaut written with two letters', 'Mueller', 'mueller.md'],
    ['an umlaut written without its dots', 'Muller', 'mueller.md'],
    ['a word behind a French article', 'ecole', 'ecole.md'],
    ['an Arabic word without article and vowel marks', 'كتاب', 'arabic.md'],
    ['another spelling of alef and teh marbuta', 'احمد الاسكندريه', 'arabic2.md'],
    ['an Arabic word with a stretched line', 'أســرة', 'arabic2.md'],
    ['Chinese characters inside of a sentence', '大学在哪里', 'chinese.md'],
    ['a Hindi word', 'दिल्ली', 'hindi.md'],
    ['the short form of a name', 'Bob', 'robert.md'],
    ['a word that means the same', 'automobile', 'vehicle.md'],
    ['a word that only the dictionary knows to be near', 'fragrance', 'lilac.md'],
    ['a German word for an English one', 'Wo lag die Zeitung?', 'newspaper.md'],
    ['a French word for an English one', 'la facture', 'invoice.md'],
    ['the kind of thing it is', 'which vehicle', 'vehicle.md'],
  ])('is found by %s', (_what, query, path) => {
    expect(pathsOf(find(cortex, query))[0]).toBe(path);
  });

  it('takes in a question of a million letters', () => {
    const endless = `${'lorem ipsum '.repeat(90_000)} curtains`;
    expect(() => find(cortex, endless)).not.toThrow();
    expect(() => find(cortex, 'x'.repeat(1_000_000))).not.toThrow();
    expect(() => find(cortex, '\u0000'.repeat(1_000_000))).not.toThrow();
  });
});

describe('times and neighbours', () => {
  const transcript = 'hippocampus/sessions/s_1/transcript.jsonl';
  const line = (record: object): string =>
    `${JSON.stringify({ v: 1, sessionId: 's_1', ...record })}\n`;
  const turn = (turnId: string, at: string, text: string, answer: string): string =>
    line({ type: 'started', turnId, at, text }) +
    line({ type: 'content', turnId, at, text: answer });

  it('finds what was said at a time that the question names, and what completes it', async () => {
    const path = await home.write(
      transcript,
      turn('t_1', '2026-11-10T10:00:00', 'We looked at the boat.', 'Nice.') +
        turn('t_2', '2026-11-10T10:02:00', 'Nine thousand.', 'A lot of money.') +
        turn('t_3', '2026-09-01T10:00:00', 'The boat has a new sail.', 'Fine.'),
    );
    await cortex.refresh([path]);
    const turns = (query: string) => find(cortex, query).map(({ turnId }) => turnId);
    expect(turns('what about the boat last week')[0]).toBe('t_1');
    expect(turns('what about the boat in September')[0]).toBe('t_3');
    expect(turns('what happened on 10 November').slice(0, 2).toSorted()).toEqual(['t_1', 't_2']);
    // The price is in an exchange that shares no word with the question.
    expect(turns('which boat did we look at')).toContain('t_2');
  });

  it('follows a name from one note to the next', async () => {
    const paths = [
      await home.write('notes/sister.md', '# Family\n\nMy sister is called Ottilie.\n'),
      await home.write('notes/ottilie.md', '# Trades\n\nOttilie restores harpsichords.\n'),
    ];
    await cortex.refresh(paths);
    const found = pathsOf(find(cortex, 'what does my sister do'));
    expect(found).toContain('notes/ottilie.md');
    expect(found.indexOf('notes/ottilie.md')).toBeLessThan(3);
  });
});
