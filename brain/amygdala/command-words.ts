/**
 * Splits a shell command into the simple commands in it, as words.
 *
 * This is not a shell parser: it errs on the side of seeing too many commands, never too few, and
 * says `understood: false` when quotes or brackets do not close. That is enough while every command
 * asks anyway: what it finds may only tighten a verdict. Its work is bounded, whatever the text:
 * what is beyond the bounds is not judged at all, and so does not run.
 */
export interface SimpleCommand {
  /** Without assignments in front, quotes removed. */
  readonly words: readonly string[];
  /** Comes after `|` of the command before it. */
  readonly piped: boolean;
}

export interface CommandLine {
  readonly commands: readonly SimpleCommand[];
  /** Targets of `>`, `>>`, `&>`, `>|`, `<>`. */
  readonly redirects: readonly string[];
  readonly understood: boolean;
}

const MAX_DEPTH = 8;
/** Longer than any command that a person would read before saying yes. */
const MAX_CHARS = 64 * 1024;
/** Simple commands, those inside others included. */
const MAX_COMMANDS = 1000;
/** All texts read, those inside others included. */
const MAX_WORK_CHARS = 4 * MAX_CHARS;
/** `env nice env nice ...` */
const MAX_LAYERS = 32;

/** What may still be read; shared by a command and everything inside it. */
interface Budget {
  chars: number;
  commands: number;
}
class TooMuch extends Error {}

/** Programs that run their arguments. The value: their options that take a value of their own. */
const wrappers: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    sudo: /^-[ugpChrtTD]$/,
    doas: /^-[uC]$/,
    env: /^-[uCS]$/,
    nice: /^-n$/,
    ionice: /^-[cnp]$/,
    nohup: /^$/,
    setsid: /^$/,
    stdbuf: /^-[ioe]$/,
    time: /^-[fo]$/,
    timeout: /^-[ks]$/,
    command: /^$/,
    builtin: /^$/,
    exec: /^-a$/,
    xargs: /^-[adEIiLlnPs]$/,
    chroot: /^$/,
    busybox: /^$/,
    eval: /^$/,
    watch: /^-[nd]$/,
  }),
);
const shells = /^(?:ba|da|z|k|a|fi)?sh$/;
/** Words of the shell itself that stand before a command. */
const keywords = new Set(
  'if then elif else while until do for in case esac fi done { } ! [[ ]] function select'.split(
    ' ',
  ),
);

/** Undefined: too long, or more parts than can be judged. */
export function splitCommand(text: string): CommandLine | undefined {
  if (text.length > MAX_CHARS) return undefined;
  try {
    return split(text, 0, { chars: MAX_WORK_CHARS, commands: MAX_COMMANDS });
  } catch (thrown) {
    if (thrown instanceof TooMuch) return undefined;
    throw thrown;
  }
}

function split(text: string, depth: number, budget: Budget): CommandLine {
  budget.chars -= text.length;
  if (budget.chars < 0) throw new TooMuch();
  const commands: SimpleCommand[] = [];
  const redirects: string[] = [];
  let understood = true;
  const pending: string[] = [];

  let words: string[] = [];
  let word: string | undefined;
  let piped = false;
  let redirect = false;

  const endWord = (): void => {
    if (word === undefined) return;
    if (redirect) redirects.push(word);
    else words.push(word);
    word = undefined;
    redirect = false;
  };
  const endCommand = (nextPiped: boolean): void => {
    endWord();
    const bare = withoutPrefix(words);
    if (bare.length > 0) {
      budget.commands -= 1;
      if (budget.commands < 0) throw new TooMuch();
      commands.push({ words: bare, piped });
    }
    words = [];
    piped = nextPiped;
  };

  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (char === '\\') {
      if (next !== '\n') word = (word ?? '') + next;
      at += 1;
    } else if (char === "'") {
      const close = text.indexOf("'", at + 1);
      if (close === -1) understood = false;
      const end = close === -1 ? text.length : close;
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      const quoted = readDoubleQuoted(text, at + 1);
      if (!quoted.closed) understood = false;
      word = (word ?? '') + quoted.text;
      pending.push(...quoted.inner);
      at = quoted.end;
    } else if (char === '`' || (char === '$' && next === '(')) {
      const inner = readSubstitution(text, at);
      if (!inner.closed) understood = false;
      word = `${word ?? ''}$()`;
      pending.push(inner.text);
      at = inner.end;
    } else if (char === '#' && word === undefined) {
      const newline = text.indexOf('\n', at);
      at = newline === -1 ? text.length : newline - 1;
    } else if (char === '>' || (char === '&' && next === '>') || (char === '<' && next === '>')) {
      if (word !== undefined && /^\d+$/.test(word)) word = undefined;
      endWord();
      while (/[>&|<]/.test(text[at + 1] ?? '')) at += 1;
      redirect = true;
    } else if (char === '<') {
      endWord();
    } else if (char === '|' || char === ';' || char === '&' || char === '\n') {
      endCommand(char === '|' && next !== '|');
      if (next === char || (char === '|' && next === '&')) at += 1;
    } else if (char === '(' || char === ')') {
      endCommand(false);
    } else if (/\s/.test(char)) {
      endWord();
    } else {
      word = (word ?? '') + char;
    }
  }
  endCommand(false);

  const nested = [...pending, ...commands.flatMap(({ words: found }) => runsText(found))];
  const all = commands.flatMap(unwrapped);
  if (nested.length > 0 && depth >= MAX_DEPTH) understood = false;
  else {
    for (const inner of nested) {
      const line = split(inner, depth + 1, budget);
      all.push(...line.commands);
      redirects.push(...line.redirects);
      understood &&= line.understood;
    }
  }
  return { commands: all, redirects, understood };
}

function withoutPrefix(words: readonly string[]): readonly string[] {
  let start = 0;
  while (start < words.length) {
    const word = words[start] ?? '';
    if (!keywords.has(word) && !/^[A-Za-z_]\w*\+?=/.test(word)) break;
    start += 1;
  }
  return words.slice(start);
}

function readDoubleQuoted(
  text: string,
  from: number,
): { text: string; end: number; closed: boolean; inner: string[] } {
  let result = '';
  const inner: string[] = [];
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') return { text: result, end: at, closed: true, inner };
    if (char === '\\' && /["\\$`\n]/.test(text[at + 1] ?? '')) {
      at += 1;
      if (text[at] !== '\n') result += text[at] ?? '';
    } else if (char === '`' || (char === '$' && text[at + 1] === '(')) {
      const substitution = readSubstitution(text, at);
      inner.push(substitution.text);
      result += '$()';
      at = substitution.end;
      if (!substitution.closed) return { text: result, end: at, closed: false, inner };
    } else result += char;
  }
  return { text: result, end: text.length, closed: false, inner };
}

/** The text between `$(` and its `)`, or between two backquotes. */
function readSubstitution(
  text: string,
  from: number,
): { text: string; end: number; closed: boolean } {
  if (text[from] === '`') {
    const close = text.indexOf('`', from + 1);
    return close === -1
      ? { text: text.slice(from + 1), end: text.length, closed: false }
      : { text: text.slice(from + 1, close), end: close, closed: true };
  }
  let open = 0;
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === "'") {
      const close = text.indexOf("'", at + 1);
      if (close === -1) break;
      at = close;
    } else if (char === '(') open += 1;
    else if (char === ')') {
      open -= 1;
      if (open === 0) return { text: text.slice(from + 2, at), end: at, closed: true };
    }
  }
  return { text: text.slice(from + 2), end: text.length, closed: false };
}

/** A wrapper is a command of its own and so is what it runs. */
function unwrapped(command: SimpleCommand): readonly SimpleCommand[] {
  return layersOf(command.words).map((words) => ({ words, piped: command.piped }));
}

/** A command, what it runs, what that runs, and so on. */
function layersOf(words: readonly string[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  let current: readonly string[] | undefined = words;
  while (current !== undefined && current.length > 0) {
    if (found.length >= MAX_LAYERS) throw new TooMuch();
    found.push(current);
    current = innerWords(current);
  }
  return found;
}

export function programOf(words: readonly string[]): string {
  return (
    (words[0] ?? '')
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.exe$/i, '') ?? ''
  );
}

function innerWords(words: readonly string[]): readonly string[] | undefined {
  const program = programOf(words);
  if (program === 'find') {
    const at = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
    return at === -1 ? undefined : words.slice(at + 1);
  }
  const takesValue = wrappers.get(program);
  if (takesValue === undefined) return undefined;
  let at = 1;
  while (at < words.length) {
    const word = words[at] ?? '';
    const isOption = word.startsWith('-') && word !== '-';
    if (!isOption && !/^[A-Za-z_]\w*=/.test(word)) break;
    at += isOption && takesValue.test(word) ? 2 : 1;
  }
  // `timeout 5 cmd`, `chroot /x cmd`: one operand before the command.
  if (program === 'timeout' || program === 'chroot') at += 1;
  return withoutPrefix(words.slice(at));
}

/** Text that a command hands to another shell: `sh -c '...'`, `eval '...'`, `env -S '...'`. */
function runsText(words: readonly string[]): readonly string[] {
  for (const current of layersOf(words)) {
    const program = programOf(current);
    if (shells.test(program) || program === 'su') {
      const flag = current.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
      const script = flag === -1 ? undefined : current[flag + 1];
      return script === undefined ? [] : [script];
    }
    if (program === 'eval') return [current.slice(1).join(' ')];
    if (program === 'env') {
      const flag = current.findIndex((word) => /^(?:-\w*S|--split-string)$/.test(word));
      const script = flag === -1 ? undefined : current[flag + 1];
      if (script !== undefined) return [script];
    }
  }
  return [];
}
