import type { ResultOf, SpendingTotals } from '../../../protocol/index.ts';
import { addUsage, noUsage } from '../../shared/model.ts';
import { localDate } from '../../shared/time.ts';
import type { Methods } from '../dispatcher.ts';
import type { Parts } from '../parts.ts';

const DAYS = 30;
/** Before any account. */
const FIRST_DAY = '0000-01-01';

export function usageMethods(parts: Parts): Pick<Methods, 'usage.get'> {
  const { spending, settings, clock, sessions } = parts;

  /** A session has spent nothing before it was there; one that was deleted may be of any day. */
  function firstDay(sessionId: string | undefined): string {
    if (sessionId === undefined) return daysAgo(clock.now(), DAYS - 1);
    const created = sessions.summary(sessionId)?.createdAt;
    return created === undefined ? FIRST_DAY : localDate(new Date(created));
  }

  return {
    async 'usage.get'({ from, to, sessionId }) {
      const { allowedUsd, ...today } = await spending.today();
      const last = to ?? today.day;
      const first = from ?? firstDay(sessionId);
      const who = sessionId === undefined ? {} : { sessionId };
      const lines = await spending.totals({ from: first, to: last, ...who });
      const { spendPerDayUsd: limitUsd } = settings.get().limits;
      const allowed = limitUsd > 0 && allowedUsd === limitUsd;
      return {
        from: first,
        to: last,
        lines: [...lines],
        total: sumOf(lines),
        today: { ...today, limitUsd, allowed },
      };
    },
  };
}

function daysAgo(now: Date, days: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() - days);
  return localDate(day);
}

function sumOf(lines: readonly SpendingTotals[]): ResultOf<'usage.get'>['total'] {
  const none = { ...noUsage, costUsd: 0, calls: 0, unknownCalls: 0 };
  return lines.reduce((sum, line) => {
    const { costUsd = 0, ...tokens } = addUsage(sum, line);
    return {
      ...tokens,
      costUsd: Number(costUsd.toFixed(9)),
      calls: sum.calls + line.calls,
      unknownCalls: sum.unknownCalls + line.unknownCalls,
    };
  }, none);
}
