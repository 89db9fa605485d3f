import type { SessionSummary } from '../../protocol/index.ts';

export type DayGroup =
  | { readonly kind: 'today' | 'yesterday' | 'week'; readonly sessions: readonly SessionSummary[] }
  | { readonly kind: 'month'; readonly month: Date; readonly sessions: readonly SessionSummary[] };

/** Newest first: today, yesterday, the last seven days, then by month. */
export function groupByDay(sessions: readonly SessionSummary[], now: Date): readonly DayGroup[] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const daysAgo = (days: number): Date =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
  const groups = new Map<string, DayGroup>();
  for (const session of sessions) {
    const at = new Date(session.updatedAt);
    const month = new Date(at.getFullYear(), at.getMonth(), 1);
    const kind =
      at >= today ? 'today' : at >= daysAgo(1) ? 'yesterday' : at >= daysAgo(7) ? 'week' : 'month';
    const key = kind === 'month' ? `month ${month.getTime()}` : kind;
    const known = groups.get(key)?.sessions ?? [];
    const grown = [...known, session];
    groups.set(
      key,
      kind === 'month' ? { kind, month, sessions: grown } : { kind, sessions: grown },
    );
  }
  return [...groups.values()];
}
