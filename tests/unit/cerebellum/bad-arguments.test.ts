import { describe, expect, it } from 'vitest';
import { openCerebellum, openScene } from '../../support/acting.ts';

describe('bad arguments come back as a sentence that helps', () => {
  it('an unknown parameter names the known ones', async () => {
    const { cerebellum } = await openCerebellum(await openScene());
    expect(cerebellum.check('Read', { path: 'a.txt' })).toBe(
      '"file_path" is missing. Unknown parameter "path". Read takes: file_path (required), offset, limit.',
    );
    expect(cerebellum.check('Grep', { pattern: 'x', output_mode: 'lines' })).toContain(
      'output_mode: must be one of ["content","files_with_matches","count"].',
    );
    expect(cerebellum.check('Read', { file_path: 'a', offset: '3' })).toContain(
      'offset: must be integer',
    );
    expect(cerebellum.check('Edit', { file_path: 'a', edits: [{ old_string: 'x' }] })).toContain(
      'edits.0: "new_string" is missing.',
    );
  });

  it('they never run, also when nobody checked before', async () => {
    const { run } = await openCerebellum(await openScene());
    const result = await run('Bash', { command: 'echo hi', shell: 'zsh' });
    expect(result.failure).toBe('validation');
    expect(result.output).toContain('Unknown parameter "shell"');
    expect(result.output).toContain('command (required), timeout_ms');
  });

  it('a tool that does not exist is not a question of its arguments', async () => {
    const { cerebellum, run } = await openCerebellum(await openScene());
    expect(cerebellum.check('Nothing', {})).toBeUndefined();
    expect((await run('Nothing', {})).failure).toBe('not_found');
  });

  it('offers exactly the built-in tools, with schemas that providers accept', async () => {
    const { cerebellum } = await openCerebellum(await openScene());
    const shape = cerebellum
      .tools()
      .map(({ name, kind, readOnly, parameters }) => [
        name,
        kind,
        readOnly,
        Object.keys(parameters.properties ?? {}),
      ]);
    expect(shape).toEqual([
      ['Read', 'read', true, ['file_path', 'offset', 'limit']],
      ['Write', 'change', false, ['file_path', 'content']],
      ['Edit', 'change', false, ['file_path', 'old_string', 'new_string', 'replace_all', 'edits']],
      ['Glob', 'read', true, ['pattern', 'path']],
      [
        'Grep',
        'read',
        true,
        ['pattern', 'path', 'glob', 'output_mode', 'case_insensitive', 'context', 'head_limit'],
      ],
      ['Search', 'read', true, ['query', 'path']],
      [
        'Bash',
        'command',
        false,
        ['command', 'timeout_ms', 'description', 'run_in_background', 'outside_sandbox'],
      ],
      ['BashOutput', 'dialogue', true, ['bash_id']],
      ['KillShell', 'dialogue', false, ['shell_id']],
      ['remember', 'memory', false, ['fact', 'topic']],
      ['memory_search', 'read', true, ['query', 'limit']],
      ['memory_get', 'read', true, ['path', 'heading']],
      ['correct', 'memory', false, ['old', 'new']],
      ['forget', 'change', false, ['fact', 'everywhere']],
      ['session_search', 'read', true, ['query', 'limit']],
      ['session_read', 'read', true, ['session', 'from', 'limit']],
      ['WebFetch', 'web', true, ['url', 'prompt']],
      ['AskUserQuestion', 'dialogue', false, ['questions']],
      ['TodoWrite', 'dialogue', false, ['todos']],
      ['ActivateSkill', 'read', true, ['name']],
      ['ProposeSkill', 'dialogue', false, ['folder', 'files']],
      ['tool_search', 'dialogue', false, ['query', 'limit']],
    ]);
    for (const { parameters } of cerebellum.tools()) {
      expect(parameters.type).toBe('object');
      expect(Object.keys(parameters)).not.toContain('$schema');
      for (const key of ['anyOf', 'oneOf', 'allOf']) expect(parameters).not.toHaveProperty(key);
    }
  });

  it('remember says where, and that a fact is already known', async () => {
    const { run } = await openCerebellum(await openScene());
    expect((await run('remember', { fact: 'x' })).output).toContain('Remembered in hippocampus/');
    expect((await run('remember', { fact: 'x' })).output).toContain('Already known');
    expect((await run('remember', { fact: '   ' })).failure).toBe('validation');
  });
});
