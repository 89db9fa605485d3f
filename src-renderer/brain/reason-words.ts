import type { I18n } from '../i18n/index.ts';

const known = {
  'over budget': 'reason.overBudget',
  'not relevant': 'reason.notRelevant',
  'already in the conversation': 'reason.visible',
  trimmed: 'reason.trimmed',
  'changed since it was last shown': 'reason.changed',
  'larger than 1 MB': 'reason.tooLarge',
  'not UTF-8 text': 'reason.noText',
  'a symbolic link that leads out of the workspace': 'reason.linkOut',
  'a symbolic link that leads out of the project': 'reason.linkOut',
} as const;

/** A reason of the brain in the owner's language; one that is not known stays as it was told. */
export function reasonWords({ t, number }: I18n, reason: string): string {
  if (Object.hasOwn(known, reason)) return t(known[reason as keyof typeof known]);
  const from = /^trimmed from (\d+)$/.exec(reason)?.[1];
  if (from !== undefined) return t('reason.trimmedFrom', { tokens: number(Number(from)) });
  const twin = /^near-duplicate of (.*)$/.exec(reason)?.[1];
  return twin === undefined ? reason : t('reason.duplicate', { path: twin });
}
