/** What a command runs besides itself: words, or text for a shell, and where in its words that stands. */
import type { ShellWord } from './words.ts';

export type Inner =
  | {
      readonly kind: 'words';
      readonly words: readonly ShellWord[];
      /** More words come from elsewhere (a pipe, the files found). */
      readonly open: boolean;
      readonly guess: boolean;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly literal: boolean;
      /** For a shell on another machine. */
      readonly away?: boolean;
    };

export function textOf(words: readonly ShellWord[], away = false): Inner {
  return {
    kind: 'text',
    text: words.map(({ text }) => text).join(' '),
    literal: words.every(({ literal }) => literal),
    away,
  };
}

/** The word after the option, or after `=` in it. */
export function withValue(words: readonly ShellWord[], option: RegExp): readonly Inner[] {
  return words.flatMap((word, index): readonly Inner[] => {
    const joined = /^(--?[a-z][\w-]*(?:=exec)?)=(.+)$/s.exec(word.text);
    if (joined !== null && option.test(joined[1] ?? '')) {
      return [{ kind: 'text', text: joined[2] ?? '', literal: word.literal }];
    }
    const next = words[index + 1];
    return option.test(word.text) && next !== undefined ? [textOf([next])] : [];
  });
}

/** `-c'rm x'`: the text stands in the same word as its option. */
export function attachedTo(words: readonly ShellWord[], option: RegExp): readonly Inner[] {
  return words.slice(1).flatMap(({ text, literal }): readonly Inner[] => {
    const rest = text.replace(option, '');
    return rest === text || rest === '' ? [] : [{ kind: 'text', text: rest, literal }];
  });
}
