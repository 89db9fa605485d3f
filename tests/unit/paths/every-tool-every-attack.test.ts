/**
 * One table: every tool that takes the name of something, and every way to spell a path that leads out.
 * A tool that is added later and is in neither list fails here.
 */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRecollection } from '../../../brain/hippocampus/recollection.ts';
import type { Sessions } from '../../../brain/hippocampus/sessions.ts';
import { createFileHistory, createWorkspaceFiles } from '../../../brain/home/index.ts';
import { systemClock } from '../../../brain/shared/time.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import type { JsonObject } from '../../../protocol/index.ts';
import { openCerebellum, openScene, type Scene } from '../../support/acting.ts';

const MARKER = 'the-outside-secret';

const calls = (...list: readonly JsonObject[]): readonly JsonObject[] => list;

const tools: Readonly<Record<string, (path: string) => readonly JsonObject[]>> = {
  Read: (path) => [{ file_path: path }],
  Write: (path) => [{ file_path: path, content: 'overwritten' }],
  Edit: (path) =>
    calls(
      { file_path: path, old_string: 'outside', new_string: 'changed' },
      { file_path: path, edits: [{ old_string: 'outside', new_string: 'changed' }] },
    ),
  Glob: (path) => calls({ pattern: '**/*', path }, { pattern: path }, { pattern: `${path}/**` }),
  Grep: (path) =>
    calls(
      { pattern: 'outside', path, output_mode: 'content' },
      { pattern: 'outside', glob: path, output_mode: 'content' },
    ),
  Search: (path) => [{ query: 'outside secret', path }],
  memory_get: (path) => [{ path }],
  remember: (path) => [{ fact: 'a fact', topic: path }],
  session_read: (path) => [{ session: path }],
  ActivateSkill: (path) => [{ name: path }],
  ProposeSkill: (path) =>
    calls(
      { folder: path, files: [{ path: 'SKILL.md', content: 'overwritten' }] },
      { folder: 'own', files: [{ path, content: 'overwritten' }] },
    ),
  BashOutput: (path) => [{ id: path }],
  KillShell: (path) => [{ id: path }],
  WebFetch: (path) => [{ url: path }, { url: `file://${path}` }],
};
/** Bash is held by the sandbox; the others take words, not names of anything. */
const without = [
  'Bash',
  'AskUserQuestion',
  'TodoWrite',
  'memory_search',
  'session_search',
  'tool_search',
  'correct',
  'forget',
];

const attacks = (out: string): readonly (readonly [string, string])[] => [
  ['..', '../elsewhere/secret.md'],
  ['.. in the middle', 'sub/../../elsewhere/secret.md'],
  ['.. with needless parts', './/sub/.//..//..//elsewhere//secret.md'],
  ['a new folder, then ..', 'not-there/../../elsewhere/secret.md'],
  ['absolute', `${out}/secret.md`],
  ['absolute with a needless end', `${out}/secret.md/.`],
  ['the folder itself', out],
  ['~', '~/elsewhere/secret.md'],
  ['~ of somebody', '~root/elsewhere/secret.md'],
  ['$HOME', '$HOME/elsewhere/secret.md'],
  ['a link to a file', 'file-link'],
  ['a link to a folder', 'folder-link/secret.md'],
  ['a link to a link', 'second-link/secret.md'],
  ['a link, then ..', 'folder-link/../elsewhere/secret.md'],
  ['/proc/self/root', `/proc/self/root${out}/secret.md`],
  ['/proc/self/cwd', `/proc/self/cwd/../../../../../../../..${out}/secret.md`],
  ['/proc of the process', `/proc/${process.pid}/root${out}/secret.md`],
  ['/dev/fd', `/dev/fd/../../..${out}/secret.md`],
  ['another case', `${out.toUpperCase()}/SECRET.MD`],
  ['another Unicode form', 'Gro\u0308\u00dfe/secret.md'],
  ['the same Unicode form', 'Gr\u00f6\u00dfe/secret.md'],
  ['dots that only look so', '\uff0e\uff0e/elsewhere/secret.md'],
  ['a slash that only looks so', '..\u2215elsewhere\u2215secret.md'],
  ['text that turns round', '\u202e../elsewhere/secret.md'],
  ['percent signs', '%2e%2e/elsewhere/secret.md'],
  ['backslashes', '..\\elsewhere\\secret.md'],
  ['a URL', `file://${out}/secret.md`],
  ['NUL', `sub/a\0/../../../elsewhere/secret.md`],
  ['NUL at the end', `${out}/secret.md\0.txt`],
  ['a line break', `sub\n/../../elsewhere/secret.md`],
  ['very long', `${'sub/../'.repeat(3000)}../elsewhere/secret.md`],
  ['a long name', `${'x'.repeat(300)}/../../elsewhere/secret.md`],
  ['nothing', ''],
];

async function scene(): Promise<
  Scene & { readonly run: Awaited<ReturnType<typeof openCerebellum>> }
> {
  const place = await openScene();
  const { workingDir, outside, paths } = place;
  await writeFile(join(outside, 'secret.md'), `outside ${MARKER}\n`);
  await mkdir(join(workingDir, 'sub'));
  await symlink(join(outside, 'secret.md'), join(workingDir, 'file-link'));
  await symlink(outside, join(workingDir, 'folder-link'));
  await symlink('folder-link', join(workingDir, 'second-link'));
  await symlink(outside, join(workingDir, 'Gr\u00f6\u00dfe'));
  await mkdir(paths.workspace, { recursive: true });
  // Where notes are looked up, the same links lie in wait.
  await symlink(join(outside, 'secret.md'), join(paths.workspace, 'file-link'));
  await symlink(outside, join(paths.workspace, 'folder-link'));
  const storage = createStorage();
  const history = createFileHistory({ paths, storage, clock: systemClock, onTrouble: () => {} });
  const files = createWorkspaceFiles({ paths, storage, history });
  const recollection = createRecollection({
    sessions: { open: async () => undefined } as unknown as Sessions,
    search: () => [],
    async readFile(path) {
      const read = await files.read(path);
      return read.ok ? read : { ok: false, error: read.error.message };
    },
  });
  return { ...place, run: await openCerebellum(place, { recollection }) };
}

it('no tool has been forgotten', async () => {
  const { run } = await scene();
  const known = new Set([...Object.keys(tools), ...without]);
  expect(
    run.cerebellum
      .tools()
      .map(({ name }) => name)
      .filter((name) => !known.has(name)),
  ).toEqual([]);
});

it.each(Object.entries(tools))(
  '%s leads nowhere, however the path is spelled',
  async (name, callsOf) => {
    const { run, outside, userHome } = await scene();
    const before = (await readdir(userHome)).toSorted();
    for (const [attack, path] of attacks(outside)) {
      for (const args of callsOf(path)) {
        const { output } = await run.run(name, args);
        expect(output, `${name}: ${attack}`).not.toContain(MARKER);
        const left = await readFile(join(outside, 'secret.md'), 'utf8');
        expect(left, `${name}: ${attack}`).toBe(`outside ${MARKER}\n`);
        expect(await readdir(outside), `${name}: ${attack}`).toEqual(['secret.md']);
      }
    }
    expect((await readdir(userHome)).toSorted()).toEqual(before);
  },
);
