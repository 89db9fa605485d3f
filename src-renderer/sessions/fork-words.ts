import type { SessionSummary } from '../../protocol/index.ts';
import type { I18n } from '../i18n/index.ts';

/** From what a copy was made, and when: what tells it from its original. */
export function forkWords({ forkOf, createdAt }: SessionSummary, i18n: I18n): string {
  const title = forkOf?.title || i18n.t('session.untitled');
  return i18n.t('session.forkOf', { title, at: i18n.dateTime(createdAt) });
}
