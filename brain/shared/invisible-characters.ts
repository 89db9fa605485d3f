/**
 * Characters that a person cannot see, or that change the order in which others are shown: with them a
 * command, a path or a change reads as something else than what it is.
 */

/** Controls but for tab and line ends, zero widths, marks and overrides of direction, odd line ends, tags. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\r(?!\n)/gu;

export const hasUnseen = (text: string): boolean => text.search(unseen) !== -1;

export const withoutUnseen = (text: string): string => text.replace(unseen, ' ');

/** The same text with each of them written out, as in `<U+202E>`. */
export function withUnseenShown(text: string): string {
  return text.replace(
    unseen,
    (char) => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}
