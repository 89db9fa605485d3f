/** Catches reading ahead that stops too early, reads the wrong file, or keeps an index from ever being ready. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../brain/cortex/database.ts';
import { packKeys } from '../../../brain/cortex/keys.ts';
import { openReader, type Reader } from '../../../brain/cortex/reader.ts';
import { createStore, type Store } from '../../../brain/cortex/store.ts';
import { wordsOf } from '../../../brain/cortex/terms.ts';
import { createWarmer, type Warmer } from '../../../brain/cortex/warm.ts';
import { silentLogger } from '../../../brain/shared/log.ts';

describe('what the first searches need is read ahead', () => {
  let folder: string;
  let store: Store;
  let current: Reader | undefined;
  const opened: Reader[] = [];
  /** Ids behind which chunks were read, and how often was searched. */
  let read: number[];
  let searches: number;
  let warmer: Warmer;

  function open(): Reader {
    const reader = openReader(join(folder, 'index.db'));
    opened.push(reader);
    return {
      ...reader,
      warm(after, most) {
        const last = reader.warm(after, most);
        if (last !== undefined) read.push(last);
        return last;
      },
      atOnce(job) {
        searches += 1;
        return reader.atOnce(job);
      },
    };
  }

  function add(chunks: number): void {
    const file = store.putFile({
      path: `hippocampus/knowledge/${chunks}.md`,
      source: 'knowledge',
      size: 1,
      mtime: 1,
      hash: 'x',
      offset: 0,
      skipped: null,
    });
    store.begin();
    for (let n = 0; n < chunks; n += 1) {
      const text = `a turquoise gate with the number ${n}`;
      const words = wordsOf(text);
      const keys = packKeys([], words);
      const terms = { heading: [], text: words, times: [] };
      const row = { turn: '', position: n, at: n, words: 7, keys };
      store.addChunk(file, { ...row, hash: `${n}`, tokens: 7, heading: 'Gates', text }, terms);
    }
    store.commit();
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'connectome-warm-'));
    const path = join(folder, 'index.db');
    store = createStore(openDatabase(path).db, path);
    read = [];
    searches = 0;
    current = open();
    warmer = createWarmer({
      clock: { now: () => new Date('2026-03-02T10:00:00Z') },
      logger: silentLogger,
      reader: () => current,
    });
  });
  afterEach(() => {
    for (const reader of opened.splice(0)) reader.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('to its end, and searched on trial (a first question that waits for all of it)', async () => {
    add(1_200);
    await warmer.finish();
    expect(read).toEqual([500, 1_000, 1_200]);
    expect(searches).toBe(12);
    await warmer.finish();
    expect(read).toHaveLength(3);
    expect(searches).toBe(12);
  });

  it('what comes later, too, and only that (all of it again at every commit)', async () => {
    add(600);
    await warmer.finish();
    add(20);
    await warmer.finish();
    expect(read).toEqual([500, 600, 620]);
  });

  it('from the beginning when the index was opened anew (the new one is never read)', async () => {
    add(30);
    await warmer.finish();
    current = open();
    await warmer.finish();
    expect(read).toEqual([30, 30]);
  });

  it('as far as it can be: it is ready without it (an index that is never ready)', async () => {
    add(1_200);
    const finished = warmer.finish();
    current = undefined;
    await finished;
    expect(read).toEqual([500]);
    current = open();
    opened.at(-1)?.close();
    await warmer.finish();
    expect(read).toEqual([500]);
  });
});
