import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCerebellum, openScene } from '../../support/acting.ts';

async function withFiles(files: Readonly<Record<string, string>>) {
  const scene = await openScene();
  for (const [name, content] of Object.entries(files)) {
    const path = join(scene.workingDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return { scene, ...(await openCerebellum(scene)) };
}

const project = {
  '.gitignore': 'build/\n*.log\n',
  '.env': 'needle=1\n',
  'src/a.ts': 'const needle = 1;\nconst other = 2;\n',
  'src/b.test.ts': '// Needle here\n',
  'build/out.js': 'needle\n',
  'debug.log': 'needle\n',
  '.git/config': 'needle\n',
  '.ssh/id_rsa': 'needle\n',
  'docs/garden.md': '# Garden\n\nThe roses need pruning in March.\nTomatoes too.\n',
  'docs/car.md': 'The car needs new tyres.\nRoses are not mentioned much.\n',
};

describe('what searches leave out', () => {
  it('ignored files, git internals and keys, also when a pattern names them', async () => {
    const { run } = await withFiles(project);
    const all = await run('Glob', { pattern: '**/*' });
    expect(all.output.split('\n')).toEqual([
      '.env',
      '.gitignore',
      'docs/car.md',
      'docs/garden.md',
      'src/a.ts',
      'src/b.test.ts',
    ]);
    expect((await run('Glob', { pattern: '*.log' })).output).toBe('No files match.');
    const hits = await run('Grep', { pattern: 'needle', glob: '*' });
    expect(hits.output.split('\n')).toEqual(['.env', 'src/a.ts']);
    expect((await run('Search', { query: 'needle' })).output).not.toMatch(
      /build|debug|\.git\/|ssh/,
    );
  });

  it('files that a Read rule denies, for every searching tool', async () => {
    const { run, scene } = await withFiles(project);
    scene.settings.set({ permissions: { deny: ['Read(.env)', 'Grep(src/a.ts)'] } });
    expect((await run('Grep', { pattern: 'needle' })).output).toBe('No matches.');
    expect((await run('Glob', { pattern: '**/*' })).output).not.toContain('.env');
    expect((await run('Search', { query: 'needle' })).output).not.toContain('.env');
    expect((await run('Grep', { pattern: 'needle', path: '.env' })).failure).toBe('permission');
  });

  it('a link inside a searched folder is not followed out of it', async () => {
    const { run, scene } = await withFiles(project);
    await writeFile(join(scene.outside, 'x.txt'), 'needle outside\n');
    const { symlink } = await import('node:fs/promises');
    await symlink(scene.outside, join(scene.workingDir, 'out'));
    await symlink(join(scene.outside, 'x.txt'), join(scene.workingDir, 'x.txt'));
    const grep = await run('Grep', { pattern: 'needle outside', output_mode: 'content' });
    expect(grep.output).toBe('No matches.');
  });
});

describe('Grep', () => {
  it('shows lines with numbers, context and counts, sorted and limited', async () => {
    const { run } = await withFiles(project);
    const content = await run('Grep', {
      pattern: 'needle',
      path: 'src',
      output_mode: 'content',
      case_insensitive: true,
    });
    expect(content.output).toBe('src/a.ts:1:const needle = 1;\nsrc/b.test.ts:1:// Needle here');
    const context = await run('Grep', {
      pattern: 'needle',
      path: 'src',
      output_mode: 'content',
      context: 1,
    });
    expect(context.output).toBe('src/a.ts:1:const needle = 1;\nsrc/a.ts:2-const other = 2;');
    const counts = await run('Grep', { pattern: 'const', output_mode: 'count' });
    expect(counts.output).toBe('src/a.ts:2');
    const limited = await run('Grep', { pattern: 'const', output_mode: 'content', head_limit: 1 });
    expect(limited.output).toContain('[1 of 2 lines');
    const file = await run('Grep', { pattern: 'other', path: 'src/a.ts', output_mode: 'content' });
    expect(file.output).toBe('src/a.ts:2:const other = 2;');
  });

  it('takes a pattern that begins with a dash as a pattern', async () => {
    const { run } = await withFiles({ 'a.txt': '--files\n' });
    expect((await run('Grep', { pattern: '--files' })).output).toBe('a.txt');
  });

  it('tells what is wrong with a pattern', async () => {
    const { run } = await withFiles(project);
    const result = await run('Grep', { pattern: 'a(b' });
    expect(result.failure).toBe('validation');
    expect(result.output).toContain('unclosed group');
  });

  it('ends when it is stopped', async () => {
    const { run } = await withFiles(project);
    const result = await run('Grep', { pattern: 'x' }, { signal: AbortSignal.abort() });
    expect(result.failure).toBe('stopped');
  });
});

describe('Search', () => {
  it('puts the passage that has most of the words first', async () => {
    const { run } = await withFiles(project);
    const { output } = await run('Search', { query: 'when do the roses need pruning?' });
    expect(output.split('\n')[0]).toContain('docs/garden.md:');
    expect(output).toContain('3: The roses need pruning in March.');
  });

  it('finds words of scripts without spaces', async () => {
    const { run } = await withFiles({ 'a.md': '今日は天気がいい\n', 'b.md': 'nothing\n' });
    expect((await run('Search', { query: '天気' })).output).toContain('a.md:1');
  });

  it('says so when there is nothing', async () => {
    const { run } = await withFiles(project);
    expect((await run('Search', { query: 'zeppelin' })).output).toBe('Nothing found.');
  });
});
