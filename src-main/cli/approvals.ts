/** Answers what a turn asks its owner: by the person at the terminal, by `--yes`, or not at all. */
import type { Decision, EventOf } from '../../protocol/index.ts';
import { ask, bold, dim, printable, say } from './terminal.ts';

export type Ask = EventOf<'yield'>;

export interface Answer {
  readonly decision: Decision;
  readonly reason?: string;
  readonly answers?: readonly string[];
}

export interface AnswerPolicy {
  /** A person sits at the terminal. */
  readonly canAsk: boolean;
  /** `--yes`. */
  readonly yes: boolean;
}

/** Commands are never covered by `--yes`: they can do anything. */
const neverByYes = new Set(['Bash']);

/**
 * How to answer without asking anybody; `ask` where a person must decide, `nobody` where one must
 * and there is none.
 */
export function answerAlone(
  question: Ask,
  tool: string | undefined,
  policy: AnswerPolicy,
): Answer | 'ask' | 'nobody' {
  const covered = question.reason === 'approval' && tool !== undefined && !neverByYes.has(tool);
  if (policy.yes && covered) return { decision: 'allow_once' };
  return policy.canAsk ? 'ask' : 'nobody';
}

/** Asks the person; undefined when somebody else answered meanwhile or the input ended. */
export async function askPerson(question: Ask, signal: AbortSignal): Promise<Answer | undefined> {
  say('');
  say(bold(printable(question.title)));
  for (const part of [question.detail, question.diff ?? '']) {
    if (part !== '') say(printable(part).replace(/^/gm, '  '));
  }
  if (question.risk !== '') say(dim(`risk: ${printable(question.risk)}`));
  say(dim(`in:   ${printable(question.cwd)}`));
  return question.reason === 'question'
    ? await askQuestions(question, signal)
    : await askApproval(question, signal);
}

async function askApproval(question: Ask, signal: AbortSignal): Promise<Answer | undefined> {
  const always = question.alwaysRule;
  if (always !== undefined) say(dim(`"always" would add the rule: ${printable(always)}`));
  // Without a rule there is nothing to remember: it would ask again next time.
  const choices = `[o]nce, ${always === undefined ? '' : '[s]ession, [a]lways, '}[d]eny`;
  for (;;) {
    const line = await ask(`Allow? ${choices}: `, signal);
    if (line === undefined) return undefined;
    const [word = '', ...rest] = line.trim().split(/\s+/);
    switch (word.toLowerCase()) {
      case 'o':
      case 'once':
      case 'y':
      case 'yes':
        return { decision: 'allow_once' };
      case 's':
      case 'session':
        if (always !== undefined) return { decision: 'allow_session' };
        break;
      case 'a':
      case 'always':
        if (always !== undefined) return { decision: 'allow_always' };
        break;
      case 'd':
      case 'deny':
      case 'n':
      case 'no':
        return { decision: 'deny', reason: rest.join(' ') || undefined };
    }
  }
}

async function askQuestions(question: Ask, signal: AbortSignal): Promise<Answer | undefined> {
  const answers: string[] = [];
  for (const { question: text, options = [], multiple = false } of question.questions ?? []) {
    say(printable(text));
    for (const [index, { label, description = '' }] of options.entries()) {
      const more = description === '' ? '' : dim(`  ${printable(description)}`);
      say(`  ${index + 1}. ${printable(label)}${more}`);
    }
    if (options.length > 0) {
      say(dim(multiple ? 'numbers (1,3) or your own words' : 'a number or your own words'));
    }
    const line = await ask('> ', signal);
    if (line === undefined) return undefined;
    answers.push(chosenOf(line.trim(), options, multiple));
  }
  return { decision: 'allow_once', answers };
}

/** Numbers stand for the options; anything else is the answer itself. */
function chosenOf(
  line: string,
  options: readonly { readonly label: string }[],
  multiple: boolean,
): string {
  const words = multiple ? line.split(/[\s,]+/).filter((word) => word !== '') : [line];
  const chosen = words.map((word) => options[Number(word) - 1]?.label);
  const isAll = chosen.length > 0 && chosen.every((label) => label !== undefined);
  return isAll ? chosen.join('\n') : line;
}
