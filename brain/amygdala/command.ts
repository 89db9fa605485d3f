/** What a command line contains: its simple commands, the dangers in them, the paths they name. */
import { expandHome } from '../shared/paths.ts';
import { type Danger, dangers, textDangers } from './danger-table.ts';
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
    dangers: [...dangersInText(text), ...line.commands.flatMap(dangersOf)],
    namedPaths: namedPaths(line, userHome),
  };
}

function dangersInText(text: string): readonly FoundDanger[] {
  return textDangers
    .filter(({ pattern }) => pattern.test(text))
    .map(({ pattern, reason }) => ({ level: 'hard', reason, rule: pattern.source }));
}

function dangersOf(command: SimpleCommand): FoundDanger[] {
  const program = programOf(command.words);
  const args = command.words.slice(1).map(shown).join(' ');
  const applies = (danger: Danger): boolean =>
    danger.program.test(program) &&
    (danger.args === undefined || danger.args.test(args)) &&
    (danger.pipedFrom === undefined ||
      command.sources.some((source) => danger.pipedFrom?.test(source) === true));
  const rule = [program, args]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 200);
  const found: FoundDanger[] = dangers
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

/** A word with white space is one argument, not several. */
function shown(word: string): string {
  return /\s/.test(word) || word === '' ? JSON.stringify(word) : word;
}

function namedPaths(line: CommandLine, userHome: string): readonly string[] {
  const found = new Set<string>();
  const consider = (word: string): void => {
    const spelled = word
      .replace(/^\$\{?HOME\}?(?=\/|$)/, () => userHome)
      .replace(/^file:\/\//, '')
      .replace(/^@/, '');
    if (/\s/.test(spelled) || spelled === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(spelled)) return;
    found.add(expandHome(spelled, userHome));
  };
  for (const { words } of line.commands) {
    for (const [index, word] of words.entries()) {
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
