import type { I18n } from '../i18n/index.ts';

const known = {
  'over budget': 'reason.overBudget',
  'not relevant': 'reason.notRelevant',
  'already in the conversation': 'reason.visible',
  trimmed: 'reason.trimmed',
  'changed since it was last shown': 'reason.changed',
} as const;

/** A reason of the brain in the owner's language; one that is not known stays as it was told. */
export function reasonWords({ t }: I18n, reason: string): string {
  if (Object.hasOwn(known, reason)) return t(known[reason as keyof typeof known]);
  const twin = /^near-duplicate of (.*)$/.exec(reason)?.[1];
  return twin === undefined ? reason : t('reason.duplicate', { path: twin });
}
