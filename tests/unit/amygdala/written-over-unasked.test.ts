/** Where edits pass unasked, a command that only adds files passes, and one that loses something or reaches further asks. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PermissionMode } from '../../../protocol/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

async function folder(available = true) {
  const scene = await openScene();
  const { workingDir, outside } = scene;
  execFileSync('git', ['init', '-q', workingDir]);
  for (const path of ['there', 'there/a.txt', 'with a space']) {
    const place = join(workingDir, path);
    await (path.endsWith('.txt') ? writeFile(place, 'x') : mkdir(place));
  }
  for (const name of ['a.txt', 'b.txt', 'run.sh']) await writeFile(join(workingDir, name), 'x');
  await writeFile(join(outside, 'private.txt'), 'x');
  await symlink(join(outside, 'private.txt'), join(workingDir, 'link'));
  await symlink(outside, join(workingDir, 'door'));
  const { judge } = await openAmygdala(scene, {
    sandbox: async () => ({ available, message: '' }),
  });
  return (command: string, mode: PermissionMode) => judge('Bash', { command }, mode);
}

const adding = [
  'mkdir -p src/utils',
  'touch src/index.ts',
  'cp a.txt c.txt',
  'cp -r there elsewhere',
  'mv a.txt c.txt',
  'mv a.txt there/c.txt',
  'mv b.txt there',
  'mv -n a.txt b.txt there',
  'cp -n a.txt b.txt',
  'chmod +x run.sh',
  'mkdir -p d && mv a.txt d/',
  'echo "export {}" > src.ts',
  "cat > notes.md <<'E'\n# Notes\nE",
  'cd there && touch x && ls',
  'touch "with a space/x"',
  'printf "%s\\n" a* > new 2>/dev/null',
];
const asking = [
  'cp a.txt b.txt',
  'mv a.txt b.txt',
  'mv a.txt there',
  'cp a.txt c.txt; cp b.txt c.txt',
  'mkdir d; cp a.txt d; cp b.txt d',
  'cp a.txt b.txt there',
  'echo x > a.txt',
  'echo x >> a.txt',
  'echo x > new; echo y > new',
  'echo x > "$F"',
  'cat link > new',
  'cat * > new',
  'cp link new',
  'cp *.txt there2',
  'cp a.txt door/x',
  'mv a.txt door',
  'touch door/x',
  'echo x > door/x',
  'mkdir ../d',
  'cp ../elsewhere/private.txt new',
  'cp -f a.txt c.txt',
  'cp -L link new',
  'cp -t there2 a.txt',
  'mv -t there2 a.txt',
  'mv --backup a.txt b.txt',
  'mv .git g',
  'mkdir .git/x',
  'touch .git/hooks/x',
  'cp a.txt .git/hooks/pre-commit',
  'touch ~/.bashrc',
  'touch -r a.txt c.txt',
  'mkdir -m 777 d',
  'chmod 777 a.txt',
  'chmod -R +x .',
  'chmod +xs a.txt',
  'mkdir d && make',
  'mkdir "$(make)"',
  'mkdir $D',
  'echo "$(make)" > new',
  'grep -R x . > new',
  'find -L . > new',
  'PATH=. mkdir d',
  './mkdir d',
  'mkdir() { make; }; mkdir d',
  'mkdir d | sh',
  'xargs mkdir < a.txt',
  'sudo mkdir d',
  "sed -i 's/a/b/' a.txt",
  'rm a.txt',
  'ln -s ../elsewhere d',
];

it('only adding files runs where edits do', async () => {
  const judge = await folder();
  for (const command of adding) {
    const { level, confinement } = await judge(command, 'acceptEdits');
    expect([command, level, confinement]).toEqual([command, 'safe', 'standard']);
    expect([command, (await judge(command, 'default')).level]).toEqual([command, 'confirm']);
  }
});

it('all else asks there as before', async () => {
  const judge = await folder();
  for (const command of asking) {
    const { level } = await judge(command, 'acceptEdits');
    expect([command, level === 'safe']).toEqual([command, false]);
  }
});

it('and everything does where nothing confines it', async () => {
  const judge = await folder(false);
  for (const command of adding) {
    expect([command, (await judge(command, 'acceptEdits')).level]).toEqual([command, 'confirm']);
  }
});
