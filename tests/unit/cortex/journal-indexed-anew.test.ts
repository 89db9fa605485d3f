/** Catches a journal that costs more with every turn of the day, and an index that keeps what an edit moved or took away. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../brain/cortex/database.ts';
import { indexFile } from '../../../brain/cortex/index-file.ts';
import { createStore, type KnownChunk, type Store } from '../../../brain/cortex/store.ts';
import { testLog } from '../../support/mind-home.ts';

const journal = 'hippocampus/episodes/2026-11-20.md';
const knowledge = 'hippocampus/knowledge/people.md';

function entry(minute: number, said = `walnut number${minute}`): string {
  const time = `09:${String(minute).padStart(2, '0')}`;
  return `## ${time} chat <!-- t_${minute} -->\n\n${said}\n\n`;
}

describe('a file of which a part has changed', () => {
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'connectome-journal-'));
    store = storeAt('index.db');
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function storeAt(name: string): Store {
    const path = join(folder, name);
    return createStore(openDatabase(path).db, path);
  }
  /** `version` is the file's time, too: two versions never have the same. */
  function index(
    path: string,
    version: number,
    content: string,
    into = store,
  ): readonly KnownChunk[] {
    const absolute = join(folder, 'workspace', path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    utimesSync(absolute, version, version);
    into.begin();
    indexFile(into, join(folder, 'workspace'), path, testLog());
    into.commit();
    return into.chunksOf(into.file(path)?.id ?? 0);
  }

  // By the evening, to index a whole day again after each turn took a quarter of a second.
  it('indexes only the new entry of a journal that grows', () => {
    const day = [1, 2, 3].map((minute) => entry(minute));
    const before = index(journal, 1, day.join(''));
    const after = index(journal, 2, [...day, entry(4)].join(''));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length).toBe(before.length + 1);
    expect(after.at(-1)?.turn).toBe('t_4');
  });

  it('ends with the same chunks as an index that saw only the last version', () => {
    const versions = [
      [entry(1), entry(2), entry(3)],
      // One in the middle is rewritten, so that what follows moves; then one goes, then all is new.
      [entry(1), entry(2, 'harbour\n\nand more'), entry(3)],
      [entry(2, 'harbour\n\nand more'), entry(3), entry(3)],
      [entry(1, 'the same words'), entry(2, 'the same words'), entry(3)],
    ].map((entries) => `# Friday\n\n${entries.join('')}`);
    for (const [at, version] of versions.entries()) {
      for (const path of [journal, knowledge]) {
        const fresh = storeAt(`fresh-${at}-${path.length}.db`);
        const grown = index(path, at + 1, version).map(content);
        expect(grown.toSorted()).toEqual(
          index(path, at + 1, version, fresh)
            .map(content)
            .toSorted(),
        );
        fresh.close();
      }
    }
  });
});

function content({ id: _, ...chunk }: KnownChunk): string {
  return JSON.stringify(chunk);
}
