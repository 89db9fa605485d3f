/** Catches lists of chunks that are wrong: an id lost where a list is cut, one that was removed and comes back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../brain/cortex/database.ts';
import { createGathered } from '../../../brain/cortex/gathered.ts';
import { HASH_BITS, packKeys } from '../../../brain/cortex/keys.ts';
import { PIECE_BYTES, type Piece, packIds, unpackIds } from '../../../brain/cortex/packed-ids.ts';
import { openReader, type Reader } from '../../../brain/cortex/reader.ts';
import { createStore, type Store } from '../../../brain/cortex/store.ts';
import { wordsOf } from '../../../brain/cortex/terms.ts';

const ascending = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 ** 24 })), {
    maxLength: 120,
  })
  .map((steps) => {
    let id = 0;
    return steps.map((step) => (id += step));
  });

function packed(ids: readonly number[]): readonly Piece[] {
  const pieces: Piece[] = [];
  packIds(ids, (first, steps) => pieces.push([first, steps.slice()]));
  return pieces;
}

describe('packed ids', () => {
  it('are the same when they are unpacked, however far apart (a step cut off at seven bits)', () => {
    fc.assert(
      fc.property(ascending, (ids) => {
        expect([...unpackIds(packed(ids))]).toEqual(ids);
      }),
    );
  });

  it('are cut into pieces that lose nothing and are never much too large', () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => n * 203 + (n % 7) * 20);
    const pieces = packed(ids);
    expect(pieces.length).toBeGreaterThan(10);
    for (const [, steps] of pieces) expect(steps.length).toBeLessThan(PIECE_BYTES + 8);
    expect([...unpackIds(pieces)]).toEqual(ids);
  });
});

describe('what is gathered until a commit', () => {
  it('comes by term and chunk, however much it is (pairs lost where room is made), and is then forgotten', () => {
    const gathered = createGathered(100);
    const lists = (): Record<string, readonly number[]> => {
      const found: Record<string, readonly number[]> = {};
      gathered.each((hash, ids) => {
        found[hash] = ids;
      });
      return found;
    };
    const highest = 2 ** HASH_BITS - 1;
    const fill = (from: number): Record<string, readonly number[]> => {
      const ids = Array.from({ length: 400 }, (_, n) => from + n * 3);
      for (const id of ids) for (const hash of [highest, 7]) gathered.add(hash, id);
      return { 7: ids, [highest]: ids };
    };
    expect(gathered.isEmpty()).toBe(true);
    const first = fill(1_000_000);
    expect(lists()).toEqual(first);
    gathered.clear();
    expect(gathered.isEmpty()).toBe(true);
    expect(lists()).toEqual({});
    const second = fill(5);
    expect(lists()).toEqual(second);
    gathered.shrink();
    expect(lists()).toEqual({});
    const third = fill(9);
    expect(lists()).toEqual(third);
  });
});

const everything = {
  sources: undefined,
  after: Number.NEGATIVE_INFINITY,
  before: Number.POSITIVE_INFINITY,
  withoutTranscript: '',
};

describe('which chunks hold a word', () => {
  let folder: string;
  let db: ReturnType<typeof openDatabase>['db'];
  let store: Store;
  let reader: Reader;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'connectome-postings-'));
    const path = join(folder, 'index.db');
    db = openDatabase(path).db;
    store = createStore(db, path);
    reader = openReader(path);
  });
  afterEach(() => {
    reader.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function add(path: string, texts: readonly string[]): number {
    const source = 'knowledge' as const;
    const row = { path, source, size: 1, mtime: 1, hash: path, offset: 0, skipped: null };
    const file = store.putFile(row);
    for (const [position, text] of texts.entries()) {
      const terms = { heading: [], text: wordsOf(text), times: [] };
      const keys = packKeys(terms.heading, terms.text);
      const chunk = { heading: '', text, hash: text, tokens: 1, turn: '', at: 1, words: 3, keys };
      store.addChunk(file, { ...chunk, position }, terms);
    }
    return file;
  }
  const holding = (term: string): number => {
    const found = reader.find(new Map([[term, 1]]), everything, 100_000, () => 1);
    expect(found.length).toBe(reader.count(term));
    return found.length;
  };

  it('stays right through many commits, removals and takings back', () => {
    const note = (n: number): string => `walnut walnut harbour${n % 7} number${n}`;
    const notes = (from: number, to: number): readonly string[] =>
      Array.from({ length: to - from }, (_, n) => note(from + n));
    const files = Array.from({ length: 12 }, (_, part) => {
      store.begin();
      const file = add(`part${part}.md`, notes(part * 250, part * 250 + 250));
      store.commit();
      return file;
    });
    expect([holding('walnut'), holding('harbour3'), holding('number874')]).toEqual([3000, 429, 1]);
    // The second half of one, the whole of another; and what is added at once is removed at once.
    store.begin();
    store.removeChunksFrom(files[3] ?? 0, 125);
    store.removeFile('part7.md');
    add('gone.md', ['walnut falling']);
    store.removeFile('gone.md');
    store.commit();
    expect([holding('walnut'), holding('number874'), holding('number875')]).toEqual([2625, 1, 0]);
    expect(holding('fall')).toBe(0);
    expect(reader.termsFrom('number875', 5)).toEqual([]);
    expect(reader.termsFrom('number874', 5)).toEqual(['number874']);
    store.begin();
    add('undone.md', ['walnut undone']);
    store.rollback();
    store.begin();
    add('last.md', ['walnut at last']);
    store.commit();
    expect([holding('walnut'), holding('undon')]).toEqual([2626, 0]);
  });

  it('writes only the end of a long list for a new chunk, and keeps no piece without ids', () => {
    store.begin();
    for (let part = 0; part < 20; part += 1) {
      add(
        `part${part}.md`,
        Array.from({ length: 100 }, (_, n) => `walnut ${part} ${n}`),
      );
    }
    store.commit();
    const pieces = db.prepare<[], number>('SELECT count(*) FROM postings').pluck();
    const walnuts = db
      .prepare<[], [first: number, ids: Uint8Array]>(
        'SELECT first, ids FROM postings ORDER BY length(ids) DESC, first',
      )
      .raw();
    const [before] = walnuts.all();
    store.begin();
    add('one more.md', ['walnut']);
    store.commit();
    expect(walnuts.all()[0]).toEqual(before);
    store.begin();
    for (let part = 0; part < 20; part += 1) store.removeFile(`part${part}.md`);
    store.commit();
    expect(holding('walnut')).toBe(1);
    expect(pieces.get()).toBe(1);
    expect(reader.count('walnut')).toBe(1);
  });
});
