/**
 * Commands that run without the sandbox although there is one: what a model asks for in so many words, and
 * what signs in at another machine with its owner's keys, which the sandbox closes. Each one asks, in every
 * mode and whatever is allowed, and says so; no rule makes it run unasked.
 */
import type { ToolCall } from '../shared/model.ts';
import { type Sentence, say } from '../shared/say.ts';
import { looksOnly } from './command-order.ts';
import type { SimpleCommand } from './shell/line.ts';
import type { JudgedCommand, OutsideReason, Subject } from './subject.ts';
import { isOfTheSystem } from './vetted.ts';

/** The argument of Bash by which a model asks for it. */
const WISH = 'outside_sandbox';

export const outsideWords = (why: OutsideReason): Sentence =>
  say(why === 'keys' ? 'safety.outsideForKeys' : 'safety.outsideWished');

/** The call as it would run: without the sandbox, where that is what it is about. */
export function outsideOrNot(subject: Subject): Subject {
  const { call, command } = subject;
  const outside = command?.sandbox.confined === true ? reasonOf(call, command) : undefined;
  if (command === undefined || outside === undefined) return subject;
  return {
    ...subject,
    command: { ...command, sandbox: { ...command.sandbox, confined: false, outside } },
  };
}

function reasonOf(call: ToolCall, command: JudgedCommand): OutsideReason | undefined {
  if (call.args[WISH] === true) return 'wished';
  const { commands, functions, understood, redirects } = command.facts;
  const signs = (one: SimpleCommand): boolean => {
    const file = command.programs.get(one.words[0] ?? '');
    return signsIn(one) && (file === undefined || isOfTheSystem(file));
  };
  if (!understood || functions.size > 0 || !commands.some(signs)) return undefined;
  if (redirects.some(({ access }) => access === 'write')) return undefined;
  // What comes along runs without the sandbox, too: nothing but what only looks.
  const harmless = commands.every(
    (one) => one.guess || one.away || signs(one) || looksOnly(one, command),
  );
  return harmless ? 'keys' : undefined;
}

interface Caller {
  /** Options that run no other program here, write no other file and take no settings from elsewhere. */
  readonly plain: RegExp;
  /** Those of them that take the next word. */
  readonly takesValue: RegExp;
  /** Options end at the machine's name: what follows is for there. */
  readonly endsAtName?: boolean;
}

const callers: ReadonlyMap<string, Caller> = new Map<string, Caller>([
  ['ssh', { plain: /^-(?:[46CkNnqTtvx]+|[plJ]\S*)$/, takesValue: /^-[plJ]$/, endsAtName: true }],
  ['scp', { plain: /^-(?:[346BCOpqrsTv]+|[PlJ]\S*)$/, takesValue: /^-[PlJ]$/ }],
  ['sftp', { plain: /^-(?:[46aCfNpqrv]+|[PlJ]\S*)$/, takesValue: /^-[PlJ]$/ }],
  [
    'rsync',
    {
      plain:
        /^-(?:[avrltpogDzhncuxHSWmqRLkKP8]+|-(?:archive|verbose|recursive|compress|progress|delete(?:-[a-z]+)?|dry-run|stats|human-readable|partial|checksum|update|itemize-changes|perms|times|links|no-[a-z-]+|(?:exclude|include|info|bwlimit|timeout|max-size|min-size|chmod)=\S+))$/,
      takesValue: /^$/,
    },
  ],
]);

/** It signs in at another machine, does nothing else here, and all its words are in the text. */
function signsIn({ words, literal, assigned, guess, away }: SimpleCommand): boolean {
  const [program = ''] = words;
  const known = callers.get(program);
  if (known === undefined || !literal || assigned || guess || away) return false;
  const operands: string[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      if (known.endsAtName === true) return true;
    } else {
      if (!known.plain.test(word)) return false;
      if (known.takesValue.test(word)) at += 1;
    }
  }
  // `machine:path`, but `machine::module` is a server without keys.
  const isThere = (word: string): boolean => /^[\w.@-]+:(?!:|\/\/)/.test(word);
  return program === 'sftp' ? operands.length > 0 : operands.some(isThere);
}
