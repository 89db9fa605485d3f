/**
 * What a word of a shell command becomes, as far as the text itself tells: quotes removed, braces
 * expanded, variables set earlier in the text filled in. What is not known stays as it is written.
 */
import type { DoubleQuotedChild, Word, WordPart } from 'unbash';

export interface ShellWord {
  readonly text: string;
  /** It stands in the text as it is: no variable, no substitution. */
  readonly literal: boolean;
  /** The shell may put names of files in its place. */
  readonly glob: boolean;
}

/** Values of variables as set in the text; undefined: set, but to something unknown. */
export type Variables = Map<string, string | undefined>;

/** `{a,b}{c,d}...` grows fast; what is beyond is not expanded, and so not literal. */
const MAX_BRACES = 64;

interface Piece {
  readonly text: string;
  readonly literal: boolean;
  /** Unquoted value of a variable: white space in it makes several words. */
  readonly splits?: boolean;
  readonly glob?: boolean;
}

export function plain(text: string): ShellWord {
  return { text, literal: true, glob: false };
}

/** One word of the text can become several (braces, unquoted variables), or none. */
export function expandWord(word: Word, variables: Variables): readonly ShellWord[] {
  const { parts } = word;
  if (parts === undefined) return [plain(word.value)];
  return variantsOf(parts, variables).flatMap(fieldsOf);
}

/** The word as one text, without splitting: for values of assignments and targets of redirections. */
export function oneWord(word: Word, variables: Variables): ShellWord {
  const { parts } = word;
  if (parts === undefined) return plain(word.value);
  const pieces = parts.flatMap((part) => piecesOf(part, variables));
  return {
    text: pieces.map(({ text }) => text).join(''),
    literal: pieces.every(({ literal }) => literal),
    glob: pieces.some(({ glob }) => glob === true),
  };
}

/** One list of pieces per alternative of the braces. */
function variantsOf(parts: readonly WordPart[], variables: Variables): readonly Piece[][] {
  let variants: Piece[][] = [[]];
  for (const part of parts) {
    const alternatives = part.type === 'BraceExpansion' ? bracesOf(part.text) : undefined;
    if (alternatives === undefined || variants.length * alternatives.length > MAX_BRACES) {
      const pieces = piecesOf(part, variables);
      for (const one of variants) one.push(...pieces);
      continue;
    }
    variants = variants.flatMap((one) =>
      alternatives.map((text) => [...one, { text, literal: !/[$`]/.test(text) }]),
    );
  }
  return variants;
}

/** The alternatives of `{a,b{c,d}}`; undefined for sequences and what cannot be taken apart here. */
function bracesOf(text: string): readonly string[] | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const found: string[] = [];
  let depth = 0;
  let current = '';
  for (const char of text.slice(1, -1)) {
    if (char === ',' && depth === 0) {
      found.push(current);
      current = '';
      continue;
    }
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    current += char;
  }
  if (found.length === 0) return undefined;
  found.push(current);
  const bare = found.map((one) => one.replace(/["'\\]/g, ''));
  return bare.flatMap((one) => {
    const inner = /^(.*?)(\{[^{}]*,[^{}]*\})(.*)$/.exec(one);
    if (inner === null) return [one];
    const [, before = '', braces = '', after = ''] = inner;
    return (bracesOf(braces) ?? [braces]).map((middle) => before + middle + after);
  });
}

function piecesOf(part: WordPart | DoubleQuotedChild, variables: Variables): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ text: part.value, literal: true }];
    case 'Glob':
    case 'ExtendedGlob':
      return [{ text: part.text, literal: true, glob: true }];
    case 'DoubleQuoted':
    case 'LocaleString':
      return [
        { text: '', literal: true },
        ...part.parts.flatMap((child) => quoted(child, variables)),
      ];
    case 'SimpleExpansion':
      return [variable(part.text, part.text.slice(1), variables)];
    case 'ParameterExpansion': {
      const { operation, parameter, prefix, index, text } = part;
      if (prefix !== undefined || index !== undefined) return [unknown(text)];
      if (operation === undefined) return [variable(text, parameter, variables)];
      // A home is always there, so that the rest does not matter.
      if (parameter === 'HOME' && operation.type === 'Default') return [unknown('$HOME')];
      const needed = operation.type === 'Default' && operation.operator.endsWith('?');
      if (operation.type === 'Default' && !needed && variables.get(parameter) === undefined) {
        const { text: value } = oneWord(operation.operand, variables);
        return [{ text: value, literal: false, splits: true }];
      }
      return [unknown(text)];
    }
    case 'CommandExpansion':
      return [unknown('$()')];
    case 'ProcessSubstitution':
      return [unknown('/dev/fd/63')];
    case 'ArithmeticExpansion':
    case 'BraceExpansion':
      return [unknown(part.text)];
  }
}

function quoted(part: DoubleQuotedChild, variables: Variables): readonly Piece[] {
  return piecesOf(part, variables).map(({ text, literal }) => ({ text, literal }));
}

function unknown(text: string): Piece {
  return { text, literal: false };
}

function variable(text: string, name: string, variables: Variables): Piece {
  const value = variables.get(name);
  return value === undefined ? unknown(text) : { text: value, literal: false, splits: true };
}

function fieldsOf(pieces: readonly Piece[]): readonly ShellWord[] {
  const fields: { text: string; literal: boolean; glob: boolean; empty: boolean }[] = [];
  const start = (): (typeof fields)[number] => {
    const fresh = { text: '', literal: true, glob: false, empty: true };
    fields.push(fresh);
    return fresh;
  };
  let current = start();
  for (const { text, literal, splits, glob } of pieces) {
    const bits = splits === true ? text.split(/\s+/) : [text];
    bits.forEach((bit, index) => {
      if (index > 0) current = start();
      current.text += bit;
      if (!literal) current.literal = false;
      if (glob === true) current.glob = true;
      if (bit !== '' || splits !== true) current.empty = false;
    });
  }
  return fields
    .filter(({ empty }) => !empty)
    .map(({ text, literal, glob }) => ({ text, literal, glob }));
}
