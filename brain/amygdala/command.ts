/** What a command line contains: its simple commands, the dangers in them, the paths they name. */

import { hasUnseen, withUnseenShown } from '../shared/invisible-characters.ts';
import { expandHome } from '../shared/paths.ts';
import { type Sentence, say } from '../shared/say.ts';
import { type Danger, type DangerReason, dangers, disk, textDangers } from './dangers/index.ts';
import { type CommandLine, programOf, readCommandLine, type SimpleCommand } from './shell/line.ts';

export interface FoundDanger {
  readonly level: 'hard' | 'soft';
  readonly reason: Sentence;
  /** The words that matched, for people. */
  readonly rule: string;
  /** The simple command it is about; absent: the text as a whole. */
  readonly of?: SimpleCommand;
  /** Only where its program is not installed. */
  readonly fetches?: true;
}

export interface CommandFacts extends CommandLine {
  readonly dangers: readonly FoundDanger[];
  /** Words that look like paths, home expanded; not yet resolved. */
  readonly namedPaths: readonly string[];
}

/** Undefined: too long or too manifold to be judged. Nothing of the kind may run. */
export function examineCommand(text: string, userHome: string): CommandFacts | undefined {
  const line = readCommandLine(text);
  if (line === undefined) return undefined;
  return {
    ...line,
    dangers: [...dangersInText(text, line), ...line.commands.flatMap(dangersOf)],
    namedPaths: pathsNamedBy(line.commands, userHome),
  };
}

function dangersInText(text: string, line: CommandLine): readonly FoundDanger[] {
  const written: readonly FoundDanger[] = line.redirects
    .filter(({ path, access }) => access === 'write' && disk.test(path))
    .map(({ path }) => ({
      level: 'hard',
      reason: dangerWords('writes_over_disk'),
      rule: `> ${path}`,
    }));
  const called: readonly FoundDanger[] = line.redirects
    .filter(({ path }) => /^\/dev\/(?:tcp|udp)\//.test(path))
    .map(({ path }) => ({ level: 'soft', reason: dangerWords('connects_to_machine'), rule: path }));
  const unseen: readonly FoundDanger[] = hasUnseen(text)
    ? [
        {
          level: 'soft',
          reason: dangerWords('unseen_characters'),
          rule: withUnseenShown(text).slice(0, 200),
        },
      ]
    : [];
  const found: readonly FoundDanger[] = textDangers
    .filter(({ pattern }) => pattern.test(text))
    .map(({ pattern, reason }) => ({
      level: 'hard',
      reason: dangerWords(reason),
      rule: pattern.source,
    }));
  return [...written, ...called, ...unseen, ...found];
}

const dangerWords = (reason: DangerReason): Sentence => say(`danger.${reason}`);

/** The same few programs are asked about again and again. */
const knownPrograms = new Map<string, readonly Danger[]>();
const MAX_KNOWN = 2_000;

/** The entries of the table that are about a program. */
function entriesFor(program: string): readonly Danger[] {
  const known = knownPrograms.get(program);
  if (known !== undefined) return known;
  const entries = dangers.filter(({ program: name }) => name.test(program));
  if (knownPrograms.size >= MAX_KNOWN) knownPrograms.clear();
  knownPrograms.set(program, entries);
  return entries;
}

function dangersOf(command: SimpleCommand): FoundDanger[] {
  const program = programOf(command.words);
  const args = argumentsOf(program, command.words);
  const applies = ({ args: pattern, unless, from }: Danger): boolean =>
    (pattern === undefined || pattern.test(args)) &&
    unless?.test(args) !== true &&
    (from === undefined || command.sources.some((source) => from.test(source)));
  const rule = [program, args]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 200);
  const found: FoundDanger[] = entriesFor(program)
    .filter(applies)
    .map(({ level, reason, fetches }) => ({
      level,
      reason: dangerWords(reason),
      rule,
      of: command,
      ...(fetches === undefined ? {} : { fetches }),
    }));
  if (!command.named) {
    found.push({
      level: 'soft',
      reason: dangerWords('program_not_written'),
      rule,
      of: command,
    });
  }
  if (command.hidden) {
    found.push({
      level: 'soft',
      reason: dangerWords('runs_hidden_text'),
      rule,
      of: command,
    });
  }
  return found;
}

/** Of git without what stands before its subcommand, unless that is a danger of its own. */
function argumentsOf(program: string, words: readonly string[]): string {
  let at = 1;
  if (program === 'git') {
    for (; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (/^(?:-c|--exec-path=.*|--config-env.*)$/s.test(word)) return '<globals>';
      if (/^(?:-C|--git-dir|--work-tree|--namespace)$/.test(word)) at += 1;
      else if (!word.startsWith('-')) break;
    }
  }
  const rest = words.slice(at);
  return (program === 'git' ? rest.map(wholeOption) : rest).map(shown).join(' ');
}

/** Git takes any beginning of a long option that means one only: `--har` is `--hard`. */
const gitOptions =
  'amend contents delete discard-changes exec exec-path extcmd force force-with-lease hard keep merge mirror output prune staged template upload-pack worktree'.split(
    ' ',
  );

function wholeOption(word: string): string {
  const [, name = '', value = ''] = /^--([a-z-]{2,})(=.*)?$/s.exec(word) ?? [];
  const whole = gitOptions.find((one) => name !== '' && one.startsWith(name));
  return whole === undefined ? word : `--${whole}${value}`;
}

/** Where the text stands that a search looks for: it may mention any path. -1: none, or not for sure. */
function soughtAt(words: readonly string[]): number {
  const program = programOf(words);
  const from = program === 'git' && words[1] === 'grep' ? 2 : 1;
  if (from === 1 && !/^(?:[ef]?grep|rg)$/.test(program)) return -1;
  const rest = words.slice(from);
  // With -e or -f, or a list of files, every other word is a file.
  if (rest.some((word) => /^-(?:\w*[ef]|-re|-fi)/.test(word))) return -1;
  const at = rest.findIndex((word) => !word.startsWith('-'));
  return at === -1 ? -1 : from + at;
}

/**
 * A word with white space is one argument, not several. An option keeps its name, and its value with it:
 * `-e'print 1'` is one word.
 */
function shown(word: string): string {
  if (!/\s/.test(word) && word !== '') return word;
  const [, option = '', value = ''] = /^(-{0,2}[\w-]*=?)(.*)$/s.exec(word) ?? [];
  return word.startsWith('-') ? `${option}${JSON.stringify(value)}` : JSON.stringify(word);
}

/** `git commit -m 'about /etc/hosts'` */
function isMessage(words: readonly string[], index: number): boolean {
  return (
    programOf(words) === 'git' &&
    /^(?:-[a-zA-Z]*[mGS]|--(?:message|grep))$/.test(words[index - 1] ?? '')
  );
}

/** Words of these commands that look like paths, home expanded. */
export function pathsNamedBy(
  commands: readonly SimpleCommand[],
  userHome: string,
): readonly string[] {
  const found = new Set<string>();
  const consider = (word: string): void => {
    const spelled = word
      .replace(/^\$\{?HOME\}?(?=\/|$)/, () => userHome)
      .replace(/^file:\/\//, '')
      .replace(/^@/, '');
    if (spelled === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(spelled)) return;
    found.add(expandHome(spelled, userHome));
    // `~/.s*/id`: what the shell puts there is not known, so the folder above it counts.
    const above = /^((?:\/|~[^*?[$`/]*\/)(?:[^*?[$`]*\/)?)[^/*?[$`]*[*?[$`].*\//.exec(spelled)?.[1];
    if (above !== undefined) found.add(expandHome(above, userHome));
  };
  for (const { words } of commands) {
    const says = /^(?:echo|printf)$/.test(programOf(words));
    const sought = soughtAt(words);
    for (const [index, word] of words.entries()) {
      if (index === sought) continue;
      // A message is about whatever it likes.
      if (/\s/.test(word) && isMessage(words, index)) continue;
      // What is only printed is no path, unless the shell puts names of files in its place.
      if (says && !/[*?[]/.test(word)) continue;
      // Naming a program of the system is no reading of a path.
      if (index === 0 && /^\/(?:usr\/|opt\/homebrew\/)?(?:local\/)?s?bin\//.test(word)) continue;
      consider(word);
      // `--file=/x`, `-f/x`, `-rf/x`, `of=/x`, `user@host:/x`
      const value = /^(?:-{0,2}[\w-]+=|-\w+(?=[/~.$]))(.+)$/.exec(word)?.[1];
      if (value !== undefined) consider(value);
    }
  }
  return [...found];
}
