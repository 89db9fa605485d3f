import type { I18n } from '../i18n/index.ts';
import type { Sums } from './by-day.ts';

/** Never a zero for what nobody knows. */
export function costWords({ calls, costUsd, unknownCalls }: Sums, i18n: I18n): string {
  if (unknownCalls === 0) return i18n.money(costUsd);
  if (unknownCalls === calls) return i18n.t('usage.unknown');
  return `${i18n.money(costUsd)} + ${i18n.t('usage.unknown')}`;
}
