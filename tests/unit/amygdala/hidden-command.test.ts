/** A command inside another one that nobody looks at is one that no rule stops. */
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../brain/amygdala/shell/line.ts';

const found = (text: string) =>
  (readCommandLine(text)?.commands ?? []).filter(({ guess }) => !guess);
const shown = (text: string) => found(text).map(({ words }) => words.join(' '));

describe('a command is found', () => {
  it.each([
    ['after &&, ||, ;, & and a newline', 'a && b || c; d & e\nrm x'],
    ['in a pipe', 'a | b | rm x'],
    ['in a substitution', 'echo "$(rm x)"'],
    ['in backquotes', 'echo `rm x`'],
    ['in a process substitution', 'diff <(rm x) b'],
    ['in arithmetic', 'echo $(( a[$(rm x)] ))'],
    ['in a subshell and a group', '( { rm x; } )'],
    ['in a function', 'f() { rm x; }; f'],
    [
      'in if, for, while, case',
      'if a; then for i in 1; do while b; do case x in x) rm x;; esac; done; done; fi',
    ],
    ['in a heredoc that expands', 'cat <<E\n$(rm x)\nE'],
    ['in a redirection', 'a > "$(rm x)"'],
    ['in the value of a variable', 'A=$(rm x) b'],
    ['for sh -c', "sh -c 'rm x'"],
    ['for bash -lc', "bash -lc 'rm x'"],
    ['for bash with options between', "bash -c -e 'rm x'"],
    ['for eval', "eval 'rm x'"],
    ['for eval of several words', 'eval rm x'],
    ['for trap', "trap 'rm x' EXIT"],
    ['for alias', "alias ls='rm x'"],
    ['behind env', 'env -i A=1 rm x'],
    ['behind env -S', "env -S 'rm x'"],
    ['behind env -S in one word', "env -S'rm x'"],
    ['behind env -iS in one word', "env '-iSrm x'"],
    ['for script -c in one word', "script -qc'rm x' a"],
    ['for flock -c in one word', "flock a -c'rm x'"],
    ['behind env with a dash', 'env - rm x'],
    ['behind dashes', 'mise exec -- rm x'],
    ['in an environment of conda', 'conda run -n a rm x'],
    ['for cmd', 'cmd.exe /c rm x'],
    ['for a shell of its own kind', "nu -c 'rm x'"],
    ['behind wsl and watchexec', 'wsl watchexec -e ts rm x'],
    ['behind sudo', 'sudo -u root rm x'],
    ['behind doas', 'doas rm x'],
    ['behind timeout', 'timeout -k 5 10 rm x'],
    ['behind nice, nohup, stdbuf, time', 'nice -n 5 nohup stdbuf -o L time rm x'],
    ['behind command, exec, builtin', 'command exec builtin rm x'],
    ['behind watch', "watch -n 1 'rm x'"],
    ['behind parallel', "parallel 'rm x' ::: a"],
    ['over ssh', "ssh -p 22 host 'rm x'"],
    ['in a git alias', "git -c alias.a='!rm x' a"],
    ['of git bisect', 'git bisect run rm x'],
    ['in a git rebase', "git rebase --exec 'rm x' main"],
    ['in a tar option', "tar xf a --to-command='rm x'"],
    ['in a heredoc for a shell', 'sh <<E\nrm x\nE'],
    ['in a heredoc through a pipe into a shell', 'cat <<E | bash\nrm x\nE'],
    ['in a here string', 'bash <<< "rm x"'],
    ['printed into a shell', "echo 'rm x' | sh"],
    ['with a line continued', 'r\\\nm x'],
    ['in ANSI-C quotes', "$'\\x72\\x6d' x"],
    ['in odd quotes', `r"m" 'x'`],
    ['in braces', '{rm,x}'],
    ['in a variable', 'C=rm; $C x'],
    ['in a variable with its words', 'C="rm x"; $C'],
    ['in the default of a variable', `\${C:-rm} x`],
  ])('%s', (_where, text) => {
    expect(shown(text)).toContain('rm x');
  });

  it('behind xargs and find, with words that come from elsewhere', () => {
    for (const text of [
      'xargs -I{} rm {}',
      'xargs -i rm {}',
      'find . -exec rm {} \\;',
      'fd a -x rm {}',
    ]) {
      const rm = found(text).find(({ words }) => words[0] === 'rm');
      expect(rm, text).toMatchObject({ words: ['rm', '{}'], literal: false });
    }
  });

  it('and a wrapper is one of its own', () => {
    expect(shown('sudo env A=1 rm x')).toEqual(['sudo env A=1 rm x', 'env A=1 rm x', 'rm x']);
  });
});

describe('what is said about a command', () => {
  const last = (text: string) => found(text).at(-1);

  it('a program that is not written out is not named', () => {
    for (const text of ['$X a', '"$X" a', '$(echo rm) a', '/bin/r? a', '`cat x` a', `"\${a[@]}"`]) {
      expect(last(text)?.named, text).toBe(false);
    }
  });

  it('words from variables and substitutions are not in the text', () => {
    expect(last('npm $X')?.literal).toBe(false);
    expect(last('npm "$(cat x)"')?.literal).toBe(false);
    expect(last('X=test; npm $X')?.literal).toBe(false);
    expect(last('npm test')?.literal).toBe(true);
  });

  it('assignments before it, also earlier in the text, are seen', () => {
    expect(last('X=1 npm test')?.assigned).toBe(true);
    expect(last('PATH=.; npm test')?.assigned).toBe(true);
    expect(last('export PATH=.; npm test')?.assigned).toBe(true);
    expect(last('env X=1 npm test')?.assigned).toBe(true);
    expect(last('npm test')?.assigned).toBe(false);
  });

  it('text for a shell that is not in the command is hidden', () => {
    expect(found('sh -c "$X"')[0]?.hidden).toBe(true);
    expect(found('eval "$(cat x)"').some(({ hidden }) => hidden)).toBe(true);
    expect(found("sh -c 'ls'")[0]?.hidden).toBe(false);
  });

  it('a program that reads a file does not take its input as a program', () => {
    expect(last('cat a | python3 b.py')?.sources).toEqual([]);
    expect(last('cat a | python3 -m json.tool')?.sources).toEqual([]);
    expect(last('cat a | python3')?.sources).toEqual(['cat']);
    expect(last('cat a | bash -s -- b')?.sources).toEqual(['cat']);
  });

  it('a text that does not parse is not understood', () => {
    for (const text of ['echo "a', 'if a', 'a | ', '(a', "$'"]) {
      expect(readCommandLine(text)?.understood, text).toBe(false);
    }
  });

  it('redirections name what they write and read', () => {
    expect(readCommandLine('a > b 2>&1 < c &> d >> "$E"')?.redirects).toEqual([
      { path: 'b', access: 'write', literal: true },
      { path: 'c', access: 'read', literal: true },
      { path: 'd', access: 'write', literal: true },
      { path: '$E', access: 'write', literal: false },
    ]);
  });
});
