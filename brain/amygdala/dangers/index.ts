/**
 * The danger table: what shell commands do harm with. `hard` is blocked whatever the rules say; `soft`
 * asks, in every mode, unless an allow rule names the program. Held against each simple command that
 * was found in a line (`shell/line.ts`).
 */
import { code } from './code.ts';
import { deleting } from './deleting.ts';
import { machine } from './machine.ts';
import { sending } from './sending.ts';
import type { Danger, DangerReason } from './types.ts';
import { work } from './work.ts';

export type { Danger, DangerReason } from './types.ts';
export { disk } from './types.ts';

export const dangers: readonly Danger[] = [...deleting, ...machine, ...code, ...sending, ...work];

/** Dangers of the whole text, for what is not one simple command. */
export const textDangers: readonly { readonly pattern: RegExp; readonly reason: DangerReason }[] = [
  {
    pattern:
      /(?<![\w:.])([\w:.]{1,80})\s*\(\s*\)\s*[{(][^})]*(?<![\w:.])\1\s*[|&]\s*\1\s*&[^})]*[})]/,
    reason: 'fork_bomb',
  },
];
