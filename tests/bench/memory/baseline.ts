/**
 * What anybody would build first: SQLite's full-text search with stemming, one document per unit,
 * the question's words without stop words joined by OR, ranked by bm25.
 */
import Database from 'better-sqlite3';
import { estimateTokens } from '../../../brain/shared/tokens.ts';
import { unitsOf } from './corpus.ts';
import type { Asked, Retriever } from './retriever.ts';

const stopWords = new Set(
  `a about after again all am an and any are as at be because been before being but by can could did
  do does doing for from had has have having he her hers him his how i if in into is it its just me
  more most my no not of off on once only or other our out over own s same she should so some such t
  than that the their them then there these they this those to too under until up very was we were
  what when where which while who whom whose why will with would you your`.split(/\s+/),
);

export function createBaseline(): Retriever {
  const database = new Database(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE units USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')`,
  );
  const best = database.prepare<[string, number], { id: string; text: string }>(
    'SELECT id, text FROM units WHERE units MATCH ? ORDER BY bm25(units), rowid LIMIT ?',
  );

  function find(asked: Asked, limit: number) {
    const words = asked.text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const terms = words.filter((word) => !stopWords.has(word)).map((word) => `"${word}"`);
    return terms.length === 0 ? [] : best.all(terms.join(' OR '), limit);
  }

  return {
    name: 'baseline (FTS5, porter, bm25)',
    async index(world) {
      const insert = database.prepare('INSERT INTO units (id, text) VALUES (?, ?)');
      for (const { id, heading, texts } of unitsOf(world)) {
        insert.run(id, [heading ?? '', ...texts].join('\n').trim());
      }
    },
    search: async (asked, k) => find(asked, k).map(({ id }) => id),
    async fill(asked, budgetTokens) {
      let left = budgetTokens;
      return find(asked, 1000).flatMap(({ id, text }) => {
        const tokens = estimateTokens(text);
        if (tokens > left) return [];
        left -= tokens;
        return [id];
      });
    },
    async close() {
      database.close();
    },
  };
}
