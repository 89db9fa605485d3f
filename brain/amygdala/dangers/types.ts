/** What an entry of the danger table looks like, and the pieces its patterns are made of. */
import type { dangerSentences } from '../../../protocol/sentences/dangers.ts';

/** Names the sentence that says what is dangerous about it. */
export type DangerReason = keyof typeof dangerSentences extends `danger.${infer Name}`
  ? Name
  : never;

export interface Danger {
  /** `hard` is blocked whatever the rules say; `soft` asks unless an allow rule names the program. */
  readonly level: 'hard' | 'soft';
  readonly reason: DangerReason;
  /** Names of the program, without its folder. */
  readonly program: RegExp;
  /**
   * The rest of the words joined by one space; a word with white space is quoted, so that a commit
   * message that mentions something is not that thing. Of git without its global options. Absent: any.
   */
  readonly args?: RegExp;
  /** Not where this matches. */
  readonly unless?: RegExp;
  /** Only where its program comes from such a program. */
  readonly from?: RegExp;
  /** It is about a program that is fetched: not where it is installed in the working folder. */
  readonly fetches?: true;
  /** Commands that this entry is about, and some that look alike and are not. Both are tested. */
  readonly asks: readonly string[];
  readonly passes: readonly string[];
}

/** `/`, `~`, `$HOME`, `*`, `/*`, `..` or a folder of the system: never meant to be deleted whole. */
export const everything =
  /(?:^|\s)(?:--\s+)?(?:\/+\*?|\/\.+|\/[.*/]+|~\w*(?:\/[.*/]*)?|\$\{?HOME(?:[^}\s\w][^}\s]*)?\}?(?:\/[.*/]*)?|\*|\.\*?|\.\/[.*/]*|\.\.(?:\/[.*/]*)?|\/(?:bin|boot|dev|etc|home|lib|lib64|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications)(?:\/[.*/]*)?|\/(?:home|Users)\/[\w.-]+(?:\/[.*/]*)?|[A-Za-z]:[\\/]\*?)(?:\s|$)/;
export const recursive =
  /(?:^|\s)(?:-(?=[a-zA-Z]*[rR])[a-zA-Z]+|--r(?:e(?:cursive|c\w*)?)?)(?=\s|$)/;
export const disk =
  /\/dev\/(?:sd[a-z]|hd[a-z]|vd[a-z]|xvd|nvme|mmcblk|disk|mapper|md\d|loop\d|rdisk)/;
export const interpreter =
  /^(?:(?:r?ba|da|z|k|mk|a|fi|c|tc)?sh|python[\d.]*|perl|ruby|node|php|lua|deno|bun)$/;

/** Both patterns must match. Looked for from the start only, or a long text would take its square. */
export function both(a: RegExp, b: RegExp): RegExp {
  return new RegExp(`^(?=.*(?:${a.source}))(?=.*(?:${b.source}))`, 's');
}

/** These words as the subcommand, after options and their values. */
export function subcommand(words: string): RegExp {
  return new RegExp(
    `^(?:-\\S+\\s+(?:(?!(?:${words})(?:\\s|$))[^-\\s]\\S*\\s+)?)*(?:${words})(?=\\s|$)`,
  );
}
