import { appendFile, chmod, mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cortex } from '../../../brain/regions.ts';
import { testLog } from '../../support/mind-home.ts';
import { eventually, find, type IndexHome, indexHome, pathsOf } from './home.ts';

let home: IndexHome;
beforeEach(async () => {
  home = await indexHome();
});
afterEach(() => home.close());

const knowledge = 'hippocampus/knowledge/people.md';

describe('an index that lags behind the files', () => {
  it('sees edits, new files, moved folders and removals without being told', async () => {
    const path = await home.write(knowledge, '# People\n\nAda likes chess.\n');
    const changed: string[] = [];
    const cortex = await home.start({ onChanged: (paths) => changed.push(...paths) });
    await home.write(knowledge, '# People\n\nAda likes badminton.\n');
    await eventually(() => find(cortex, 'badminton').length === 1);
    expect(find(cortex, 'chess')).toEqual([]);
    await home.write('notes/deep/new.md', '# New\n\nSomething about curling.\n');
    await eventually(() => find(cortex, 'curling').length === 1);
    await eventually(() => changed.includes(knowledge));
    await rename(
      join(home.paths.workspace, 'notes/deep'),
      join(home.paths.workspace, 'notes/deeper'),
    );
    await eventually(() => pathsOf(find(cortex, 'curling'))[0] === 'notes/deeper/new.md');
    await rm(path);
    await eventually(() => find(cortex, 'badminton').length === 0);
    await rm(join(home.paths.workspace, 'notes'), { recursive: true });
    await eventually(() => find(cortex, 'curling').length === 0);
  });

  it('knows the turn’s own writes as soon as they were refreshed', async () => {
    const cortex = await home.start();
    const path = await home.write(knowledge, '# People\n\nAda likes fencing.\n');
    await cortex.refresh([path, join(home.paths.root, 'config.json'), '/etc/passwd']);
    expect(pathsOf(find(cortex, 'fencing'))).toEqual([knowledge]);
  });

  // What was read of chunks and files is kept in memory under their ids.
  it('shows no removed note in the place of a new one (an id given twice)', async () => {
    const cortex = await home.start();
    const old = await home.write('old.md', '# Old\n\nSecond hand skates.\n');
    await cortex.refresh([old]);
    expect(find(cortex, 'skates')[0]?.text).toContain('Second hand');
    await rm(old);
    await cortex.refresh([old]);
    const next = await home.write('hippocampus/knowledge/next.md', '# Next\n\nBrand new skates.\n');
    await cortex.refresh([next]);
    expect(find(cortex, 'skates')).toMatchObject([
      { path: 'hippocampus/knowledge/next.md', source: 'knowledge', heading: 'Next' },
    ]);
    expect(find(cortex, 'skates')[0]?.text).toContain('Brand new');
  });

  it('finds at the start what changed while nothing ran', async () => {
    await home.write('a.md', '# A\n\nold apples\n');
    await home.write('b.md', '# B\n\nold pears\n');
    await (await home.start()).close();
    await rm(join(home.paths.workspace, 'a.md'));
    await home.write('b.md', '# B\n\nnew plums\n');
    await home.write('c.md', '# C\n\nnew grapes\n');
    const cortex = await home.start();
    expect(find(cortex, 'apples pears')).toEqual([]);
    expect(pathsOf(find(cortex, 'plums'))[0]).toBe('b.md');
    expect(pathsOf(find(cortex, 'grapes'))[0]).toBe('c.md');
  });

  it('does not index a file anew that was only touched', async () => {
    const path = await home.write('a.md', '# A\n\napples\n');
    const cortex = await home.start();
    const before = find(cortex, 'apples')[0];
    await utimes(path, new Date(), new Date(Date.now() + 5_000));
    await cortex.refresh([path]);
    expect(find(cortex, 'apples')[0]?.modified).toEqual(before?.modified);
  });
});

describe('files that do not belong into the index', () => {
  it('are left out by place', async () => {
    const text = '# X\n\nunmistakable\n';
    for (const path of [
      'prefrontal/.debug/2026-11-21_12-00-00.000-a-1.md',
      'motor/tasks/TASK-1.md',
      'corpus/2026-11-21.md',
      'cortex/notes.md',
      '.hidden/a.md',
      'notes/.a.md.123abc.tmp',
      'notes/.draft.md',
      'cerebellum/files/reference.md',
      'cerebellum/files/node_modules/x/README.md',
      'hippocampus/sessions/s_1/notes.md',
      'notes/data.json',
    ]) {
      await home.write(path, text);
    }
    await home.write('cerebellum/files/SKILL.md', text);
    const cortex = await home.start();
    expect(find(cortex, 'unmistakable').map((hit) => [hit.path, hit.source])).toEqual([
      ['cerebellum/files/SKILL.md', 'skills'],
    ]);
  });

  it('are left out by content, each with a reason, and hurt no other', async () => {
    const log = testLog();
    await home.write('huge.md', `# Huge\n\nunmistakable ${'x'.repeat(2_100_000)}`);
    await home.write('binary.md', Buffer.from([0x23, 0x20, 0x00, 0xff, 0xfe]));
    await home.write('latin.md', Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    await home.write('../outside.md', '# Out\n\nunmistakable\n');
    await symlink(join(home.paths.root, 'outside.md'), join(home.paths.workspace, 'link.md'));
    await symlink(home.paths.root, join(home.paths.workspace, 'folder'));
    await symlink(join(home.paths.root, 'nowhere.md'), join(home.paths.workspace, 'dangling.md'));
    await mkdir(join(home.paths.workspace, 'folder.md'));
    await home.write('good.md', '# Good\n\nunmistakable\n');
    const cortex = await home.start({ logger: log });
    expect(pathsOf(find(cortex, 'unmistakable'))).toEqual(['good.md']);
    const reasons = log.lines.filter((line) => line.includes('left out')).toSorted();
    expect(reasons).toEqual([
      'warn index: a file is left out {"path":"binary.md","reason":"not UTF-8 text"}',
      'warn index: a file is left out {"path":"huge.md","reason":"larger than 2 MB"}',
      'warn index: a file is left out {"path":"latin.md","reason":"not UTF-8 text"}',
      'warn index: a file is left out {"path":"link.md","reason":"a symbolic link that leads out of the workspace"}',
    ]);
    expect(cortex.state()).toEqual({ state: 'ready', documents: 1 });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'are left out while they cannot be read',
    async () => {
      const path = await home.write('locked.md', '# L\n\nunmistakable\n');
      await chmod(path, 0o000);
      const cortex = await home.start();
      expect(find(cortex, 'unmistakable')).toEqual([]);
    },
  );

  it('come back when they are mended', async () => {
    const path = await home.write('a.md', Buffer.from([0x00]));
    const cortex = await home.start();
    await home.write('a.md', '# A\n\nunmistakable\n');
    await cortex.refresh([path]);
    expect(pathsOf(find(cortex, 'unmistakable'))).toEqual(['a.md']);
  });
});

describe('sessions', () => {
  const transcript = 'hippocampus/sessions/s_1/transcript.jsonl';
  const line = (record: object): string =>
    `${JSON.stringify({ v: 1, sessionId: 's_1', at: '2026-11-20T10:00:00+01:00', ...record })}\n`;
  const started = (turnId: string, text: string) => line({ type: 'started', turnId, text });
  const content = (turnId: string, text: string) => line({ type: 'content', turnId, text });

  it('are found by the owner’s words and the final answers, and by nothing else', async () => {
    await home.write(
      transcript,
      line({ type: 'queued', turnId: 't_1', text: 'queuedword' }) +
        started('t_1', 'Where do I keep my marzipan?') +
        line({ type: 'partial', turnId: 't_1', text: 'partialword' }) +
        line({ type: 'tool_result', turnId: 't_1', output: 'toolword {"type":"content"}' }) +
        content('t_1', 'In the blue cupboard.') +
        '{"type":"started","turnId":"t_2","te',
    );
    const cortex = await home.start();
    const [hit] = find(cortex, 'marzipan cupboard');
    expect(hit).toMatchObject({
      path: transcript,
      heading: 'Where do I keep my marzipan?',
      source: 'sessions',
      text: 'User: Where do I keep my marzipan?\n\nAnswer: In the blue cupboard.',
    });
    expect(find(cortex, 'queuedword partialword toolword')).toEqual([]);
  });

  it('grow turn by turn: an answer that comes later joins its question, nothing is doubled', async () => {
    const path = await home.write(
      transcript,
      started('t_1', 'first marzipan') + content('t_1', 'yes'),
    );
    const cortex = await home.start();
    await appendFile(path, started('t_2', 'second marzipan'));
    await cortex.refresh([path]);
    expect(find(cortex, 'marzipan')).toHaveLength(2);
    await appendFile(path, line({ type: 'delta', text: 'x'.repeat(5_000) }) + content('t_2', 'no'));
    await cortex.refresh([path]);
    expect(
      find(cortex, 'marzipan')
        .map((hit) => hit.text)
        .toSorted(),
    ).toEqual(['User: first marzipan\n\nAnswer: yes', 'User: second marzipan\n\nAnswer: no']);
    // Set aside and begun anew (a torn file that was mended): nothing of the old one stays.
    await home.write(
      transcript,
      started('t_3', 'third marzipan') + content('t_3', 'ok'.repeat(4_000)),
    );
    await cortex.refresh([path]);
    const headings = find(cortex, 'marzipan').map((hit) => hit.heading);
    expect(headings.filter((heading) => !heading.startsWith('third'))).toEqual([]);
    expect(headings).toContain('third marzipan');
  });

  it('are read in parts when they are long, also with a turn larger than a part', async () => {
    let text = '';
    for (let i = 0; i < 40; i++) {
      text += started(`t_${i}`, `question${i}`);
      text += line({
        type: 'tool_result',
        turnId: `t_${i}`,
        output: 'x'.repeat(i === 20 ? 3_000_000 : 100_000),
      });
      text += content(`t_${i}`, `answer${i}`);
    }
    await home.write(transcript, text);
    const cortex = await home.start();
    for (let i = 0; i < 40; i++) {
      const texts = find(cortex, `question${i}`).map((hit) => hit.text);
      expect(texts[0]).toBe(`User: question${i}\n\nAnswer: answer${i}`);
      expect(texts).toHaveLength(new Set(texts).size);
    }
  });

  it('come with their turn, and can be left out with the episodes of the same turns', async () => {
    await home.write(
      transcript,
      started('t_1', 'marzipan here') + content('t_1', 'yes') + started('t_2', 'marzipan again'),
    );
    await home.write(
      'hippocampus/sessions/s_2/transcript.jsonl',
      started('t_3', 'marzipan there') + content('t_3', 'no'),
    );
    await home.write(
      'hippocampus/episodes/2026-11-20.md',
      [
        '# 2026-11-20\n<!-- connectome:episodes v1 -->\n',
        '## 10:00 marzipan here <!-- t_1 -->\n- **User:** marzipan\n',
        '## 10:05 marzipan there <!-- t_3 -->\n- **User:** marzipan\n',
      ].join('\n'),
    );
    await home.write('hippocampus/knowledge/people.md', '# People\n\n- loves marzipan\n');
    const cortex = await home.start();
    const turns = (more?: object) =>
      cortex
        .search({ query: 'marzipan', limit: 10, ...more })
        .map(({ source, turnId = '' }) => `${source} ${turnId}`.trim())
        .toSorted();
    // A turn that is in its session and in the diary takes one place.
    expect(turns()).toEqual(['knowledge', 'sessions t_1', 'sessions t_2', 'sessions t_3']);
    expect(turns({ sources: ['episodes'] })).toEqual(['episodes t_1', 'episodes t_3']);
    expect(turns({ withoutSession: 's_1' })).toEqual(['knowledge', 'sessions t_3']);
    const elsewhere = { sources: ['episodes'], withoutSession: 's_1' };
    expect(turns(elsewhere)).toEqual(['episodes t_3']);
  });

  // A message is looked up while it is written, and asked for when it is sent.
  const ask = (cortex: Cortex, withoutSession?: string) =>
    cortex.search({ query: 'marzipan', limit: 10, ...(withoutSession && { withoutSession }) });

  it('are found once for a question that is asked twice, also when its conversation was made in between', async () => {
    await home.write(knowledge, '# People\n\n- loves marzipan\n');
    const cortex = await home.start();
    expect(ask(cortex)).toHaveLength(1);
    // The index's thread may write between the two.
    await eventually(() => {
      const written = ask(cortex);
      return ask(cortex, 's_new') === written;
    });
  });

  it('are found anew when anything has changed, and for each conversation without its own', async () => {
    await home.write(transcript, started('t_1', 'marzipan here') + content('t_1', 'yes'));
    const cortex = await home.start();
    expect(ask(cortex)).toHaveLength(1);
    expect(ask(cortex, 's_1')).toEqual([]);
    const path = await home.write(knowledge, '# People\n\n- loves marzipan\n');
    await cortex.refresh([path]);
    expect(pathsOf(ask(cortex, 's_1'))).toEqual([knowledge]);
    expect(ask(cortex)).toHaveLength(2);
  });
});
