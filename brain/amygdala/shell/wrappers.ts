/**
 * Programs that run other programs: what they run, as words or as text for another shell.
 *
 * Where the options of a wrapper leave open which word is the program, every candidate is given; those
 * beyond the likely one are guesses, which may tighten a verdict and never loosen one.
 */
import { gitRuns } from './git-runs.ts';
import { attachedTo, type Inner, textOf, withValue } from './inner.ts';
import type { ShellWord } from './words.ts';

export type { Inner } from './inner.ts';

interface Wrapper {
  /** Options that take the next word as their value. */
  readonly takesValue?: RegExp;
  /** Words between the options and the program. */
  readonly operands?: number;
  /** The program gets more words than are written. */
  readonly open?: boolean;
  /** `NAME=value` words in front of the program. */
  readonly assigns?: boolean;
}

const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['sudo', { takesValue: /^-[ugpChrtTDRU]$/, assigns: true }],
  ['doas', { takesValue: /^-[uC]$/ }],
  ['pkexec', { takesValue: /^--user$/ }],
  ['run0', { takesValue: /^-[uD]$/ }],
  ['env', { takesValue: /^(?:-[uC]|--unset|--chdir)$/, assigns: true }],
  ['cross-env', { assigns: true }],
  ['nice', { takesValue: /^-n$/ }],
  ['ionice', { takesValue: /^-[cnpPu]$/ }],
  ['chrt', { takesValue: /^-[TPD]$/, operands: 1 }],
  ['taskset', { operands: 1 }],
  ['nohup', {}],
  ['setsid', {}],
  ['stdbuf', { takesValue: /^-[ioe]$/ }],
  ['unbuffer', {}],
  ['time', { takesValue: /^-[fo]$/ }],
  ['timeout', { takesValue: /^(?:-[ks]|--signal|--kill-after)$/, operands: 1 }],
  ['gtimeout', { takesValue: /^-[ks]$/, operands: 1 }],
  ['command', {}],
  ['builtin', {}],
  ['exec', { takesValue: /^-a$/ }],
  ['coproc', {}],
  ['xargs', { takesValue: /^-[adEILnPs]$/, open: true }],
  ['parallel', { takesValue: /^-[jPNIaS]$/, open: true }],
  ['chroot', { operands: 1 }],
  ['unshare', {}],
  ['nsenter', { takesValue: /^-[tSG]$/ }],
  ['setarch', { operands: 1 }],
  ['setpriv', {}],
  ['runuser', { takesValue: /^-[ug]$/ }],
  ['systemd-run', { takesValue: /^-[pEu]$/ }],
  ['systemd-inhibit', {}],
  ['caffeinate', { takesValue: /^-[tw]$/ }],
  ['busybox', {}],
  ['toybox', {}],
  ['watch', { takesValue: /^-[nd]$/ }],
  ['entr', { open: true }],
  ['flock', { takesValue: /^-[wE]$/, operands: 1 }],
  ['strace', { takesValue: /^-[eopsuEaIOSP]$/ }],
  ['ltrace', { takesValue: /^-[eopsua]$/ }],
  ['gdb', {}],
  ['valgrind', {}],
  ['perf', { operands: 1 }],
  ['hyperfine', { takesValue: /^-[wrmMpscSnL]$/ }],
  ['faketime', { operands: 1 }],
  ['xvfb-run', { takesValue: /^-[nesfp]$/ }],
  ['dbus-run-session', {}],
  ['proxychains', {}],
  ['proxychains4', {}],
  ['torsocks', {}],
  ['rlwrap', {}],
  ['firejail', {}],
  ['catchsegv', {}],
  ['direnv', { operands: 2 }],
  ['dotenv', { takesValue: /^-[ec]$/ }],
  ['npx', { takesValue: /^(?:-p|--package)$/ }],
  ['bunx', {}],
  ['uvx', {}],
  ['wsl', {}],
  ['flatpak-spawn', {}],
  ['watchexec', { takesValue: /^-[ewpso]$/ }],
]);

/** `docker exec box cmd`: the word after which options and operands come, then the program. */
interface After {
  readonly after: RegExp;
  readonly operands: number;
  readonly takesValue?: RegExp;
}
const subcommands: ReadonlyMap<string, After> = new Map<string, After>([
  ['npm', { after: /^(?:exec|x)$/, operands: 0 }],
  ['pnpm', { after: /^(?:exec|dlx)$/, operands: 0 }],
  ['yarn', { after: /^(?:exec|dlx)$/, operands: 0 }],
  ['bun', { after: /^x$/, operands: 0 }],
  ['uv', { after: /^run$/, operands: 0 }],
  ['poetry', { after: /^run$/, operands: 0 }],
  ['pipenv', { after: /^run$/, operands: 0 }],
  ['bundle', { after: /^exec$/, operands: 0 }],
  ['conda', { after: /^run$/, operands: 0, takesValue: /^-[np]$/ }],
  ['rbenv', { after: /^exec$/, operands: 0 }],
  ['pyenv', { after: /^exec$/, operands: 0 }],
  ['asdf', { after: /^exec$/, operands: 0 }],
  ['mise', { after: /^(?:x|exec)$/, operands: 0 }],
  ['cmd', { after: /^\/[ck]$/i, operands: 0 }],
  ['docker', { after: /^(?:exec|run)$/, operands: 1 }],
  ['podman', { after: /^(?:exec|run)$/, operands: 1 }],
  ['kubectl', { after: /^exec$/, operands: 1 }],
  ['git', { after: /^run$/, operands: 0 }],
]);

const shells = /^(?:(?:r?ba|da|z|k|mk|a|fi|c|tc|ya|po|xon)?sh|nu|elvish|rc)$/;
/** Behind `--` they are given a command. */
const behindDashes =
  /^(?:onchange|dotenvx|mise|guix|nix|perf|op|distrobox|toolbox|pixi|hatch|kubectl|oc)$/;
const MAX_GUESSES = 6;

export function programOf(words: readonly string[]): string {
  const name = (words[0] ?? '').split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\.exe$/i, '');
}

export const isShell = (program: string): boolean => shells.test(program);

/** Options that take a program; most programs know them with their end left out, too. */
const programOptions: ReadonlyMap<string, RegExp> = new Map([
  [
    'tar',
    /^--(?:to-c[a-z]*|checkpoint-a[a-z]*=exec|use-[a-z-]*|rsh-[a-z]*|info-s[a-z]*|new-v[a-z-]*)$|^-[IF]$/,
  ],
  ['bsdtar', /^--use-c[a-z-]*$/],
  ['rsync', /^(?:-[a-zA-Z]*e|--rsh)$/],
  ['split', /^--fi[a-z]*$/],
  ['man', /^(?:-P|--pager|-H|--html)$/],
  ['rg', /^--(?:pre|hostname-bin)$/],
  ['sort', /^--compress-[a-z]*$/],
  ['zip', /^(?:-TT|--unzip-command)$/],
  ['go', /^--?(?:toolexec|exec|vettool)$/],
  ['install', /^--strip-p[a-z]*$/],
  ['make', /^--?eval$/],
]);

/** `tar -xIf ./x a`: which of the next words is the program, the order of the letters says. */
function bundledIn(program: string, words: readonly ShellWord[]): readonly Inner[] {
  if (program !== 'tar') return [];
  const at = words.findIndex(({ text }, index) => /^-?[a-zA-Z]{2,}$/.test(text) && index > 0);
  const letters = words[at]?.text.replace(/^-/, '') ?? '';
  const values = [...letters].filter((letter) => /[fbCIFgHKLNTVX]/.test(letter));
  return values.flatMap((letter, index): readonly Inner[] => {
    const word = words[at + 1 + index];
    return /[IF]/.test(letter) && word !== undefined ? [textOf([word])] : [];
  });
}

/** What a command runs besides itself. */
export function innersOf(words: readonly ShellWord[]): readonly Inner[] {
  const program = programOf(words.map(({ text }) => text));
  if (program === 'find' || program === 'fd' || program === 'fdfind') return foundBy(words);
  if (program === 'git') return [...gitRuns(words), ...afterSubcommand(program, words)];
  if (program === 'ssh') return overSsh(words);
  if (isShell(program) || program === 'su' || program === 'script' || program === 'nix-shell') {
    return given(words, /^-[a-zA-Z]*c$|^--(?:command|run)$|^-C$/);
  }
  // `command -v x` only says where x is.
  if (program === 'command' && /^-[pvV]*[vV]/.test(words[1]?.text ?? '')) return [];
  if (program === 'eval') return [textOf(words.slice(1))];
  if (program === 'trap') {
    const action = words.slice(1).find(({ text }) => !text.startsWith('-'));
    return action === undefined ? [] : [textOf([action])];
  }
  if (program === 'alias') {
    return words.slice(1).flatMap((word) => {
      const value = /^[^=]+=(.+)$/s.exec(word.text)?.[1];
      return value === undefined ? [] : [{ kind: 'text', text: value, literal: word.literal }];
    });
  }
  if (program === 'concurrently' || program === 'nodemon') {
    return words
      .slice(1)
      .filter(({ text }) => /\s/.test(text))
      .map((word) => textOf([word]));
  }
  const options = programOptions.get(program);
  if (options !== undefined) return [...withValue(words, options), ...bundledIn(program, words)];
  if (program === 'env') {
    const split = [
      ...withValue(words, /^(?:-\w*S|--split-string)$/),
      ...attachedTo(words, /^-[a-zA-Z]*?S(?=.)/s),
    ];
    if (split.length > 0) return split;
  }
  if (
    program === 'watch' ||
    program === 'flock' ||
    program === 'parallel' ||
    program === 'hyperfine'
  ) {
    // `watch 'cmd'`, `flock f -c 'cmd'`: text for a shell as well as words.
    const texts = words.slice(1).filter(({ text }) => /\s/.test(text));
    const attached = attachedTo(words, /^-c(?=.*\s)/);
    return [...texts.map((word) => textOf([word])), ...attached, ...wrapped(program, words)];
  }
  return [
    ...wrapped(program, words),
    ...afterSubcommand(program, words),
    ...(behindDashes.test(program) ? afterDashes(words) : []),
  ];
}

function afterDashes(words: readonly ShellWord[]): readonly Inner[] {
  const rest = words.slice(words.findIndex(({ text }) => text === '--') + 1);
  const isThere = rest.length > 0 && rest.length < words.length;
  return isThere ? [{ kind: 'words', words: rest, open: false, guess: false }] : [];
}

function given(words: readonly ShellWord[], option: RegExp): readonly Inner[] {
  const at = words.findIndex(({ text }) => option.test(text));
  // `bash -c -e 'text'`: options may come between; `sh -ec text` is found above, `sh -ce` here.
  const flagged =
    at === -1 ? words.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) : at;
  if (flagged === -1) return attachedTo(words, /^-[a-zA-Z]*?c(?=.*\s)/);
  const script = words.slice(flagged + 1).find(({ text }) => !/^[-+]\w+$|^--$/.test(text));
  return script === undefined ? [] : [textOf([script])];
}

function wrapped(program: string, words: readonly ShellWord[]): readonly Inner[] {
  const wrapper = wrappers.get(program);
  return wrapper === undefined ? [] : candidates(words, 1, wrapper);
}

function afterSubcommand(program: string, words: readonly ShellWord[]): readonly Inner[] {
  const known = subcommands.get(program);
  if (known === undefined) return [];
  const at = words.findIndex(({ text }, index) => index > 0 && known.after.test(text));
  return at === -1 ? [] : candidates(words, at + 1, known);
}

function candidates(words: readonly ShellWord[], from: number, wrapper: Wrapper): readonly Inner[] {
  const { takesValue, operands = 0, open = false, assigns = false } = wrapper;
  const guesses = new Set<number>();
  let at = from;
  while (at < words.length) {
    const text = words[at]?.text ?? '';
    if (text === '--') {
      at += 1;
      break;
    }
    // `env - rm`: a dash alone is an option, too.
    const isOption = /^[-+]./.test(text) || text === '-';
    if (!isOption && !(assigns && /^[A-Za-z_]\w*=/.test(text))) break;
    const skipsValue = isOption && takesValue?.test(text) === true;
    // The value of an option could be the program after all.
    if (isOption && at + 1 < words.length) guesses.add(at + 1);
    at += skipsValue ? 2 : 1;
  }
  for (let skipped = 0; skipped < operands; skipped += 1) {
    guesses.add(at);
    at += 1;
  }
  guesses.delete(at);
  const inner = (start: number, guess: boolean): Inner => ({
    kind: 'words',
    words: words.slice(start),
    open,
    guess,
  });
  return [
    ...(at < words.length ? [inner(at, false)] : []),
    ...[...guesses]
      .filter((start) => start < words.length && !/^-/.test(words[start]?.text ?? ''))
      .slice(0, MAX_GUESSES)
      .map((start) => inner(start, true)),
  ];
}

function foundBy(words: readonly ShellWord[]): readonly Inner[] {
  const found: Inner[] = [];
  let run: ShellWord[] | undefined;
  for (const word of words) {
    if (run !== undefined) {
      if (word.text === ';' || word.text === '+') run = undefined;
      else run.push(word);
    } else if (/^(?:-(?:exec|execdir|ok|okdir|x|X)|--exec(?:-batch)?)$/.test(word.text)) {
      run = [];
      found.push({ kind: 'words', words: run, open: true, guess: false });
    }
  }
  return found;
}

function overSsh(words: readonly ShellWord[]): readonly Inner[] {
  let at = 1;
  while (at < words.length && /^-/.test(words[at]?.text ?? '')) {
    at += /^-[BbcDEeFIiJLlmOopQRSWw]$/.test(words[at]?.text ?? '') ? 2 : 1;
  }
  const rest = words.slice(at + 1);
  return rest.length === 0 ? [] : [textOf(rest, true)];
}

/** Does it run what it reads from its input? */
export function runsItsInput(words: readonly string[]): boolean {
  const program = programOf(words);
  // Whatever they are about, they start programs when they are told to.
  if (/^(?:sqlite3|psql|mysql|mariadb|tclsh|expect|ed|ex|dc|gdb|script)$/.test(program))
    return true;
  if (
    !isShell(program) &&
    !/^(?:python[\d.]*|perl|ruby|node|php|lua|deno|bun|source|\.)$/.test(program)
  ) {
    return false;
  }
  const rest = words.slice(1);
  if (rest.some((word) => /^-\w*s$/.test(word)) && isShell(program)) return true;
  if (rest.some((word) => /^-(?:\w*c|e|E|m|p|r|-eval|-print)$/.test(word))) return false;
  const operand = rest.find((word) => word === '-' || !/^[-+]/.test(word));
  return operand === undefined || operand === '-' || /^\/dev\/(?:stdin|fd\/\d+)$/.test(operand);
}
