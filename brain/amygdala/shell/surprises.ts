/**
 * Places of the shell's grammar where something happens that no simple command shows: variables that are
 * set on the way, and text that is run when it is only looked at.
 */
import type { SyntaxNode, Word } from 'unbash';
import { isShell, programOf } from './wrappers.ts';

export interface Surprise {
  /** A variable that the shell sets here. */
  readonly sets?: string;
  /** Text is run that is not taken apart here. */
  readonly hides?: boolean;
}

const nothing: Surprise = {};

/**
 * Changes which programs are found or what they do: those names are in capitals, but for those of proxies.
 * What loops count with is in small letters, and nothing listens to it.
 */
export const isHeeded = (name: string): boolean => /[A-Z]/.test(name) || /_proxy$/.test(name);

/** `a[$(rm x)]`: wherever the shell wants a number or a name, it runs what stands in the index. */
const hidesInIndex = (text: string): boolean =>
  text.split(']').some((piece) => {
    const at = piece.search(/\w\[/);
    return at !== -1 && /\$\(|`/.test(piece.slice(at));
  });

/** Values that the shell itself runs, later. */
export const hidesInValue = (name: string, text: string): boolean =>
  hidesInIndex(text) || name === 'PROMPT_COMMAND' || (/^PS[0-4]$/.test(name) && /\$|`/.test(text));

export function surpriseOf(node: SyntaxNode): Surprise {
  switch (node.type) {
    case 'For':
    case 'Select':
      return { sets: node.name.value };
    case 'Coproc':
      return node.name === undefined ? nothing : { sets: node.name.value };
    case 'Redirect':
    case 'HereString':
    case 'HereDoc':
      return node.descriptor?.type === 'FileDescriptorVariable'
        ? { sets: node.descriptor.name }
        : nothing;
    case 'ArithmeticBinary':
      return /^[^=!<>]*=$/.test(node.operator) && node.left.type === 'ArithmeticWord'
        ? { sets: node.left.value }
        : nothing;
    case 'ArithmeticUnary':
      return /^(?:\+\+|--)$/.test(node.operator) && node.operand.type === 'ArithmeticWord'
        ? { sets: node.operand.value }
        : nothing;
    case 'ParameterExpansion': {
      const { operation, parameter } = node;
      if (operation?.type === 'Transform') return { hides: /P/.test(operation.operand.value) };
      return operation?.type === 'Default' && operation.operator.endsWith('=')
        ? { sets: parameter }
        : nothing;
    }
    case 'TestUnary':
      return { hides: quotedIndex(node.operand) };
    case 'TestBinary':
      return { hides: quotedIndex(node.left) || quotedIndex(node.right) };
    default:
      return nothing;
  }
}

/** An index in quotes is text; without them its command is found as every other one. */
const quotedIndex = (word: Word): boolean =>
  (word.parts ?? []).some((part) => part.type === 'SingleQuoted' && hidesInIndex(part.value));

/** The words before `--`; behind it nothing is an option. */
export function endOfOptions(words: readonly string[]): number {
  const at = words.indexOf('--');
  return at === -1 ? words.length : at;
}

/** `xargs sh -c`, `find -exec sh -c 'echo {}'`: words from elsewhere become the text of a program. */
export function runsWhatIsAdded(words: readonly string[]): boolean {
  if (!isShell(programOf(words))) return false;
  const at = words.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word));
  if (at === -1) return false;
  const text = words[at + 1];
  return text === undefined || /\{\}|%/.test(text);
}
