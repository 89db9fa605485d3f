import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../brain/cortex/database.ts';
import { packKeys } from '../../../brain/cortex/keys.ts';
import { createStore, type Store } from '../../../brain/cortex/store.ts';
import { wordsOf } from '../../../brain/cortex/terms.ts';

let folder: string;
let db: ReturnType<typeof openDatabase>['db'];
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connectome-scattered-'));
  const path = join(folder, 'index.db');
  db = openDatabase(path).db;
  store = createStore(db, path);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function add(path: string, texts: readonly string[]): number {
  store.begin();
  const source = 'knowledge' as const;
  const row = { path, source, size: 1, mtime: 1, hash: path, offset: 0, skipped: null };
  const file = store.putFile(row);
  for (const [position, text] of texts.entries()) {
    const terms = { heading: [], text: wordsOf(text), times: [] };
    const keys = packKeys(terms.heading, terms.text);
    const chunk = { heading: '', text, hash: text, tokens: 1, turn: '', at: 1, words: 3, keys };
    store.addChunk(file, { ...chunk, position }, terms);
  }
  store.commit();
  return file;
}

/** In as many pieces each term is looked for. */
const pieces = (): unknown =>
  db.prepare('SELECT count(DISTINCT segid) FROM terms_idx').pluck().get();
const holding = (term: string): readonly unknown[] =>
  db.prepare('SELECT rowid FROM terms WHERE terms MATCH ?').pluck().all(`"${term}"`);

describe('an index in many pieces', () => {
  it('is gathered into one after much was added, and holds the same (what was removed comes back)', () => {
    const note = (n: number): string => `walnut harbour${n % 7} number${n}`;
    const files = Array.from({ length: 12 }, (_, part) =>
      add(
        `part${part}.md`,
        Array.from({ length: 100 }, (_, n) => note(part * 100 + n)),
      ),
    );
    store.begin();
    store.removeChunks(files[3] ?? 0, 50);
    store.commit();
    const before = [holding('walnut'), holding('harbour3'), holding('number349')];
    expect(before.map((ids) => ids.length)).toEqual([1150, 164, 1]);
    expect(holding('number350')).toEqual([]);
    expect(pieces()).toBeGreaterThan(1);
    while (store.gather());
    expect(pieces()).toBe(1);
    expect([holding('walnut'), holding('harbour3'), holding('number349')]).toEqual(before);
    expect(holding('number350')).toEqual([]);
  });

  it('is left alone after the few chunks of a turn (every answer would write it all anew)', () => {
    add('one.md', ['first words']);
    add('two.md', ['second words']);
    const before = pieces();
    expect(store.gather()).toBe(false);
    expect(pieces()).toBe(before);
  });
});
