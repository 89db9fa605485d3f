/** What a command line contains: its simple commands, the dangers in them, the paths they name. */
import { expandHome } from '../shared/paths.ts';
import { type Danger, dangers, disk, textDangers } from './dangers/index.ts';
import { type CommandLine, programOf, readCommandLine, type SimpleCommand } from './shell/line.ts';

export interface FoundDanger {
  readonly level: 'hard' | 'soft';
  readonly reason: string;
  /** The words that matched, for people. */
  readonly rule: string;
  /** The simple command it is about; absent: the text as a whole. */
  readonly of?: SimpleCommand;
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
    .map(({ path }) => ({ level: 'hard', reason: 'It writes over a disk.', rule: `> ${path}` }));
  const found: readonly FoundDanger[] = textDangers
    .filter(({ pattern }) => pattern.test(text))
    .map(({ pattern, reason }) => ({ level: 'hard', reason, rule: pattern.source }));
  return [...written, ...found];
}

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
    .map(({ level, reason }) => ({ level, reason, rule, of: command }));
  if (!command.named) {
    found.push({
      level: 'soft',
      reason: 'Which program it runs is not written in the command.',
      rule,
      of: command,
    });
  }
  if (command.hidden) {
    found.push({
      level: 'soft',
      reason: 'It runs text that is not in the command.',
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
  return words.slice(at).map(shown).join(' ');
}

/** A word with white space is one argument, not several. */
function shown(word: string): string {
  return /\s/.test(word) || word === '' ? JSON.stringify(word) : word;
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
    if (/\s/.test(spelled) || spelled === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(spelled)) return;
    found.add(expandHome(spelled, userHome));
  };
  for (const { words } of commands) {
    const says = /^(?:echo|printf)$/.test(programOf(words));
    for (const [index, word] of words.entries()) {
      // What is only printed is no path, unless the shell puts names of files in its place.
      if (says && !/[*?[]/.test(word)) continue;
      // Naming a program of the system is no reading of a path.
      if (index === 0 && /^\/(?:usr\/|opt\/homebrew\/)?(?:local\/)?s?bin\//.test(word)) continue;
      consider(word);
      // `--file=/x`, `-f/x`, `of=/x`, `user@host:/x`
      const value = /^(?:-{0,2}[\w-]+=|-\w(?=[/~.$]))(.+)$/.exec(word)?.[1];
      if (value !== undefined) consider(value);
    }
  }
  return [...found];
}
