import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cortex } from '../../../brain/regions.ts';
import { find, type IndexHome, indexHome, pathsOf } from './home.ts';

let home: IndexHome;
let cortex: Cortex;
const notes: Readonly<Record<string, string>> = {
  'go.md': '# Languages\n\nWe write the server in Go and use AI for tests.\n',
  'run.md': '# Sport\n\nShe runs every morning in Zürich.\n',
  'insurance.md': '# Verträge\n\nDie Haftpflichtversicherung läuft bis Mai.\n',
  'tokyo.md': '# 旅行\n\n来年は東京都と京都へ行きます。\n',
  'seoul.md': '# 여행\n\n서울에서 친구를 만났다.\n',
  'arabic.md': '# سفر\n\nسافرت إلى القاهرة في الصيف.\n',
  'thai.md': '# ไทย\n\nฉันชอบอาหารไทยมาก\n',
};
beforeEach(async () => {
  home = await indexHome();
  for (const [path, text] of Object.entries(notes)) await home.write(path, text);
  cortex = await home.start();
});
afterEach(() => home.close());

describe('notes that must be found', () => {
  it.each([
    ['two letters', 'is it Go or Rust', 'go.md'],
    ['two letters that look like nothing', 'AI', 'go.md'],
    ['another form of the word', 'running', 'run.md'],
    ['a letter without its mark', 'zurich', 'run.md'],
    ['the end of a German compound', 'versicherung', 'insurance.md'],
    ['the beginning of a word', 'haftpflicht', 'insurance.md'],
    ['two Japanese characters inside a run', '東京', 'tokyo.md'],
    ['one Japanese character', '旅', 'tokyo.md'],
    ['a Japanese sentence', '京都へ行くのはいつですか', 'tokyo.md'],
    ['a Korean word without its particle', '서울', 'seoul.md'],
    ['an Arabic word', 'القاهرة', 'arabic.md'],
    ['a Thai word inside a run', 'อาหาร', 'thai.md'],
    ['nothing but stop words and the word', 'what do you have about the server', 'go.md'],
  ])('by %s', (_what, query, path) => {
    expect(pathsOf(find(cortex, query))[0]).toBe(path);
  });

  it('are not found by stop words alone when there are others', () => {
    expect(pathsOf(find(cortex, 'what is the xylophone'))).toEqual([]);
  });

  it('come with a snippet whose matches are marked', () => {
    expect(find(cortex, 'running')[0]?.snippet).toBe(
      'She \u0001runs\u0002 every morning in Zürich.',
    );
    expect(find(cortex, '東京都')[0]?.snippet).toContain('\u0001東京都\u0002');
  });
});

describe('ranking', () => {
  it('puts the better match first (an inverted order)', async () => {
    await home.write('much.md', '# Other\n\nMarzipan, marzipan and again marzipan.\n');
    const little = await home.write(
      'little.md',
      `# Other\n\nOnce there was marzipan. ${'Then came many other things. '.repeat(20)}\n`,
    );
    const title = await home.write('title.md', '# Marzipan\n\nSweet stuff.\n');
    await cortex.refresh([`${home.paths.workspace}/much.md`, little, title]);
    const hits = find(cortex, 'marzipan');
    expect(pathsOf(hits).at(-1)).toBe('little.md');
    expect(hits.map((hit) => hit.score)).toEqual(
      hits.map((hit) => hit.score).toSorted((a, b) => b - a),
    );
  });

  it('filters by source and by date', async () => {
    const paths = [
      await home.write(
        'hippocampus/episodes/2026-10-05.md',
        '# 2026-10-05\n\n## 09:30 talk of marzipan\n- **User:** marzipan\n',
      ),
      await home.write(
        'hippocampus/episodes/2026-11-05.md',
        '# 2026-11-05\n\n## 23:59 talk of marzipan\n- **User:** marzipan\n',
      ),
      await home.write('hippocampus/knowledge/technical.md', '# Technical\n\nmarzipan\n'),
    ];
    await cortex.refresh(paths);
    const search = (more: object) =>
      pathsOf(cortex.search({ query: 'marzipan', limit: 10, ...more }));
    expect(search({ sources: ['knowledge'] })).toEqual(['hippocampus/knowledge/technical.md']);
    expect(search({ sources: [] })).toEqual([]);
    expect(search({ before: '2026-11-01' })).toEqual(['hippocampus/episodes/2026-10-05.md']);
    expect(search({ after: '2026-11-05', before: '2026-11-06' })).toEqual([
      'hippocampus/episodes/2026-11-05.md',
    ]);
    expect(cortex.search({ query: 'marzipan', before: '2026-11-01', limit: 1 })[0]?.at).toMatch(
      /^2026-10-05T09:30:00/,
    );
  });

  it('finds a day by the name of its month', async () => {
    const path = await home.write(
      'hippocampus/episodes/2026-10-05.md',
      '# 2026-10-05\n\n## 09:30 hi\n- **User:** ferry\n',
    );
    await cortex.refresh([path]);
    expect(pathsOf(find(cortex, 'what happened in October'))).toEqual([
      'hippocampus/episodes/2026-10-05.md',
    ]);
  });
});
