import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, find, type IndexHome, indexHome, pathsOf } from './home.ts';

let home: IndexHome;
const note = 'hippocampus/knowledge/pets.md';
beforeEach(async () => {
  home = await indexHome();
  await home.write(note, '# Pets\n\nMy dog is called Rex.\n');
});
afterEach(() => home.close());

describe('an index that was lost or spoiled', () => {
  it('is rebuilt when it was deleted between two starts', async () => {
    await (await home.start()).close();
    await rm(home.paths.index);
    const cortex = await home.start();
    expect(pathsOf(find(cortex, 'dog'))).toEqual([note]);
  });

  it('is rebuilt when it is deleted while the brain runs', async () => {
    const cortex = await home.start();
    await rm(home.paths.index);
    // The note is found before the whole rebuild has been reported as done.
    await eventually(
      () =>
        existsSync(home.paths.index) &&
        find(cortex, 'dog').length === 1 &&
        cortex.state().state === 'ready',
    );
    expect(cortex.state().documents).toBe(1);
  });

  it('is rebuilt when its schema is of another version', async () => {
    await (await home.start()).close();
    const db = new Database(home.paths.index);
    db.pragma('user_version = 99');
    db.exec('DROP TABLE chunks');
    db.close();
    const cortex = await home.start();
    expect(pathsOf(find(cortex, 'dog'))).toEqual([note]);
  });

  it('is rebuilt when it is no database at all', async () => {
    await home.write('cortex/index.db', 'this is not a database, it is a letter to my aunt');
    const cortex = await home.start();
    expect(pathsOf(find(cortex, 'dog'))).toEqual([note]);
  });

  it.runIf(process.platform !== 'win32')(
    'is rebuilt when a pipe stands in its place (a start that waits for ever)',
    async () => {
      await home.write('cortex/other', '');
      execFileSync('mkfifo', [home.paths.index]);
      const cortex = await home.start();
      await eventually(() => find(cortex, 'dog').length === 1);
      expect(statSync(home.paths.index).isFile()).toBe(true);
    },
  );

  it('is rebuilt when its pages are torn (found only when they are read)', async () => {
    for (let i = 0; i < 60; i++)
      await home.write(`notes/${i}.md`, `# Note ${i}\n\n${'words and more words '.repeat(50)}`);
    await (await home.start()).close();
    const bytes = await readFile(home.paths.index);
    bytes.fill(0xa5, 4096 * 2);
    await writeFile(home.paths.index, bytes);
    const cortex = await home.start();
    await eventually(() => find(cortex, 'dog').length === 1 && cortex.state().state === 'ready');
  });

  it('is rebuilt when it was cut off', async () => {
    await (await home.start()).close();
    await truncate(home.paths.index, 5_000);
    const cortex = await home.start();
    await eventually(() => find(cortex, 'dog').length === 1);
  });

  it('is kept when nothing is wrong with it (a rebuild at every start)', async () => {
    await (await home.start()).close();
    const db = new Database(home.paths.index);
    db.exec("UPDATE texts SET heading = 'kept'");
    db.close();
    const cortex = await home.start();
    expect(find(cortex, 'dog')[0]?.heading).toBe('kept');
  });

  it('is there at once at the next start (a first turn without memory)', async () => {
    await (await home.start()).close();
    expect(pathsOf(find(home.launch(), 'dog'))).toEqual([note]);
  });

  it('holds what was written just before the end', async () => {
    const cortex = await home.start();
    const path = await home.write('notes/late.md', '# Late\n\nmidnight\n');
    void cortex.refresh([path]);
    await cortex.close();
    expect(pathsOf(find(home.launch(), 'midnight'))).toEqual(['notes/late.md']);
  });

  it.skipIf(process.platform === 'win32')('is for the owner alone', async () => {
    await home.start();
    expect(statSync(home.paths.index).mode & 0o777).toBe(0o600);
    expect(statSync(`${home.paths.index}-wal`).mode & 0o777).toBe(0o600);
  });

  it('says what it is doing', async () => {
    const states: string[] = [];
    const cortex = await home.start({
      onState: ({ state, documents }) => states.push(`${state} ${documents}`),
    });
    expect(states.at(-1)).toBe('ready 1');
    expect(cortex.state()).toEqual({ state: 'ready', documents: 1 });
  });
});
