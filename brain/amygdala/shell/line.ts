/**
 * Takes a shell command apart: every simple command in it, also those in pipes, substitutions,
 * functions and loops, behind wrappers, in text for another shell and in heredocs fed to one.
 *
 * What it finds tightens a verdict; what it says about a command (literal, assigned) decides whether a
 * rule may loosen one. Its work is bounded, whatever the text: what is beyond is not judged at all,
 * and so does not run.
 */
import {
  type Assignment,
  type Command,
  forEachChild,
  type Pipeline,
  parse,
  type Redirection,
  type SyntaxNode,
} from 'unbash';
import { endOfOptions, hidesInValue, isHeeded, runsWhatIsAdded, surpriseOf } from './surprises.ts';
import { expandWord, oneWord, type ShellWord, type Variables } from './words.ts';
import { type Inner, innersOf, isShell, programOf, runsItsInput } from './wrappers.ts';

export interface SimpleCommand {
  /** Quotes removed; variables that the text sets filled in, others as they are written. */
  readonly words: readonly string[];
  /** Every word stands in the text as it is, the program's name without wildcards. */
  readonly literal: boolean;
  /** The name of the program stands in the text. */
  readonly named: boolean;
  /** Variables are set for it, or were set before it in the same text. */
  readonly assigned: boolean;
  /** Programs whose output it gets as its program; `<<` for text in the command itself. */
  readonly sources: readonly string[];
  /** It runs text that is not in the command. */
  readonly hidden: boolean;
  /** Perhaps not a command at all: may tighten a verdict only. */
  readonly guess: boolean;
  /** A word in whose place the shell puts names of files, which may look like options. */
  readonly anyName: boolean;
  /** Another machine runs it. */
  readonly away: boolean;
}

export interface RedirectTarget {
  readonly path: string;
  readonly access: 'read' | 'write';
  readonly literal: boolean;
}

export interface CommandLine {
  readonly commands: readonly SimpleCommand[];
  readonly redirects: readonly RedirectTarget[];
  /** False: it does not parse, so it is not known what it does. */
  readonly understood: boolean;
  /** Functions that it defines. */
  readonly functions: ReadonlySet<string>;
}

const MAX_DEPTH = 8;
/** Substitutions in substitutions. */
const MAX_NESTED = 24;
/** Longer than any command that a person would read before saying yes. */
const MAX_CHARS = 64 * 1024;
/** Simple commands, those inside others included. */
const MAX_COMMANDS = 1000;
/** All texts read, those inside others included. */
const MAX_WORK_CHARS = 4 * MAX_CHARS;
/** `env nice env nice ...` */
const MAX_LAYERS = 32;

class TooMuch extends Error {}

/** Undefined: too long, or more parts than can be judged. */
export function readCommandLine(text: string): CommandLine | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const reader = new Reader();
  try {
    reader.script(text, 0);
  } catch (thrown) {
    if (thrown instanceof TooMuch || thrown instanceof RangeError) return undefined;
    throw thrown;
  }
  const { commands, redirects, understood, functions } = reader;
  return { commands, redirects, understood, functions };
}

/** What the commands of one stage of a pipe hand on. */
interface Stage {
  readonly programs: string[];
  /** Texts that it prints for sure: heredocs, and the words of `echo`. */
  readonly prints: string[];
}

class Reader {
  readonly commands: SimpleCommand[] = [];
  readonly redirects: RedirectTarget[] = [];
  readonly functions = new Set<string>();
  understood = true;
  readonly #variables: Variables = new Map();
  #assigned = false;
  #depth = 0;
  #nested = 0;
  #away = false;
  #chars = MAX_WORK_CHARS;
  /** What flows in from the stages before, for everything inside the current stage. */
  #input: readonly Stage[] = [];
  #stage: Stage | undefined;

  script(text: string, depth: number): void {
    this.#chars -= text.length;
    if (this.#chars < 0) throw new TooMuch();
    if (depth > MAX_DEPTH) {
      this.understood = false;
      return;
    }
    const before = this.#depth;
    this.#depth = depth;
    this.#visit(parse(text));
    this.#depth = before;
  }

  #visit = (node: SyntaxNode): void => {
    const { sets, hides = false } = surpriseOf(node);
    if (sets !== undefined && isHeeded(sets)) this.#assigned = true;
    if (hides) this.understood = false;
    switch (node.type) {
      case 'Script':
        if (node.errors !== undefined && node.errors.length > 0) this.understood = false;
        // Substitutions are read when they are visited, and nobody writes so many in each other.
        if (this.#nested >= MAX_NESTED) {
          this.understood = false;
          return;
        }
        this.#nested += 1;
        forEachChild(node, this.#visit);
        this.#nested -= 1;
        return;
      case 'Pipeline':
        this.#pipeline(node);
        return;
      case 'Command':
        this.#command(node);
        return;
      case 'Function':
        this.functions.add(node.name.value);
        forEachChild(node, this.#visit);
        return;
      case 'For':
      case 'Select':
        this.#variables.set(node.name.value, undefined);
        forEachChild(node, this.#visit);
        return;
      case 'Redirect':
      case 'HereString':
      case 'HereDoc':
        this.#redirect(node);
        forEachChild(node, this.#visit);
        return;
      default:
        forEachChild(node, this.#visit);
    }
  };

  #pipeline(node: Pipeline): void {
    const outerInput = this.#input;
    const outerStage = this.#stage;
    const stages: Stage[] = [];
    for (const command of node.commands) {
      const stage: Stage = { programs: [], prints: [] };
      this.#input = [...outerInput, ...stages];
      this.#stage = stage;
      this.#visit(command);
      stages.push(stage);
      outerStage?.programs.push(...stage.programs);
      outerStage?.prints.push(...stage.prints);
    }
    this.#input = outerInput;
    this.#stage = outerStage;
  }

  #redirect(node: Redirection): void {
    if (node.type === 'HereDoc') {
      this.#stage?.prints.push(node.body.text);
      return;
    }
    if (node.target === undefined) return;
    const { text, literal } = oneWord(node.target, this.#variables);
    if (node.type === 'HereString') {
      this.#stage?.prints.push(text);
      return;
    }
    if (/^[<>]&$/.test(node.operator) && /^(?:\d+|-|\d+-)$/.test(text)) return;
    const access = node.operator === '<' || node.operator === '<&' ? 'read' : 'write';
    this.redirects.push({ path: text, access, literal });
  }

  #command(node: Command): void {
    // A stage of its own, so that it is known what its substitutions and heredocs hold.
    const outer = this.#stage;
    const own: Stage = { programs: [], prints: [] };
    const input = this.#input;
    this.#stage = own;
    this.#input = [];
    forEachChild(node, this.#visit);
    this.#stage = outer;
    this.#input = input;

    const words: ShellWord[] = [];
    if (node.name !== undefined) words.push(...expandWord(node.name, this.#variables));
    for (const argument of node.args) {
      if (argument.type === 'Word') words.push(...expandWord(argument, this.#variables));
      else words.push(this.#assign(argument, true));
    }
    const prefixed = node.prefix.filter((one) => one.type === 'Assignment');
    if (words.length === 0) {
      for (const assignment of prefixed) this.#assign(assignment, true);
      return;
    }
    for (const { name, value } of prefixed) {
      const set = value.type === 'Word' ? oneWord(value, this.#variables).text : '';
      if (hidesInValue(name, set)) this.understood = false;
    }
    const program = programOf(words.map(({ text }) => text));
    if (/^(?:read|mapfile|readarray|getopts|unset)$/.test(program)) {
      for (const { text } of words.slice(1)) this.#variables.set(text, undefined);
    }
    this.#emit(words, {
      assigned: prefixed.length > 0 || this.#assigned,
      own,
      open: false,
      guess: false,
      layers: 0,
    });
    if (outer !== undefined) {
      outer.programs.push(program, ...own.programs);
      outer.prints.push(...own.prints);
      if (/^(?:echo|printf)$/.test(program)) {
        outer.prints.push(
          words
            .slice(1)
            .map(({ text }) => text)
            .join(' '),
        );
      }
    }
  }

  #assign(assignment: Assignment, counts: boolean): ShellWord {
    if (counts) this.#assigned = true;
    const { value, name, append, index } = assignment;
    const word = value.type === 'Word' ? oneWord(value, this.#variables) : undefined;
    if (word !== undefined && hidesInValue(name, word.text)) this.understood = false;
    const known = word !== undefined && index === undefined && !/\$|`/.test(word.text);
    const before = append === true ? (this.#variables.get(name) ?? '') : '';
    this.#variables.set(name, known ? before + word.text : undefined);
    return { text: `${name}=${word?.text ?? '()'}`, literal: word?.literal ?? false, glob: false };
  }

  #emit(
    words: readonly ShellWord[],
    how: {
      readonly assigned: boolean;
      readonly own: Stage;
      readonly open: boolean;
      readonly guess: boolean;
      readonly layers: number;
    },
  ): void {
    if (how.layers > MAX_LAYERS || this.commands.length >= MAX_COMMANDS) throw new TooMuch();
    const [first] = words;
    if (first === undefined) return;
    const texts = words.map(({ text }) => text);
    // `nice nice nice ...`: every layer holds all the words below it.
    this.#chars -= texts.reduce((sum, text) => sum + text.length + 1, 0);
    if (this.#chars < 0) throw new TooMuch();
    const inners = innersOf(words);
    const named = first.literal && !first.glob;
    this.commands.push({
      words: texts,
      literal: named && !how.open && words.every(({ literal }) => literal),
      named,
      assigned: how.assigned,
      sources: this.#sourcesOf(texts, inners, how.own),
      hidden:
        inners.some((inner) => inner.kind === 'text' && !inner.literal) ||
        (how.open && runsWhatIsAdded(texts)),
      guess: how.guess,
      away: this.#away,
      anyName: words
        .slice(0, endOfOptions(texts))
        .some(({ glob, text }) => glob && /^[*?[]/.test(text)),
    });
    for (const inner of inners) this.#inner(inner, words, how);
  }

  #inner(
    inner: Inner,
    outer: readonly ShellWord[],
    how: {
      readonly assigned: boolean;
      readonly own: Stage;
      readonly guess: boolean;
      readonly layers: number;
      readonly open: boolean;
    },
  ): void {
    // A guess about a guess would double with every layer.
    if (how.guess && (inner.kind === 'text' || inner.guess)) return;
    if (inner.kind === 'text') {
      const before = this.#away;
      this.#away ||= inner.away === true;
      this.script(inner.text, this.#depth + 1);
      this.#away = before;
      return;
    }
    const skipped = outer.slice(1, outer.length - inner.words.length);
    const assigns = skipped.some(({ text }) => /^[A-Za-z_]\w*=/.test(text));
    this.#emit(inner.words, {
      assigned: how.assigned || assigns,
      own: how.own,
      open: how.open || inner.open,
      guess: how.guess || inner.guess,
      layers: how.layers + 1,
    });
  }

  /** Where the program it runs comes from, if not from its words; texts that are known are read too. */
  #sourcesOf(words: readonly string[], inners: readonly Inner[], own: Stage): readonly string[] {
    const program = programOf(words);
    const sources: string[] = [];
    // `bash <(curl ..)`, `sh -c "$(curl ..)"`, `eval "$(..)"`
    const hidden = inners.some((inner) => inner.kind === 'text' && !inner.literal);
    const runsFile = words.slice(1).includes('/dev/fd/63') && isInterpreter(program);
    if (hidden || runsFile) sources.push(...own.programs);
    if (!runsItsInput(words)) return sources;
    const texts = [...own.prints, ...this.#input.flatMap(({ prints }) => prints)];
    sources.push(...own.programs, ...this.#input.flatMap(({ programs }) => programs));
    if (own.prints.length > 0) sources.push('<<');
    if (isShell(program)) for (const text of texts) this.script(text, this.#depth + 1);
    return sources;
  }
}

const isInterpreter = (program: string): boolean =>
  isShell(program) || /^(?:python[\d.]*|perl|ruby|node|php|lua|source|\.)$/.test(program);

export { programOf };
