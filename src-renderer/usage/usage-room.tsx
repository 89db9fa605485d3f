/** What the models used and what it cost: today beside its limit, and the last days by model. */
import { ReceiptText } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';
import type { ResultOf, SpendingTotals } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import { Empty, Failure, Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { allInput, byDay, cacheShare, type DayUsage, dateOf } from './by-day.ts';
import { dayName } from './chart.ts';
import { costWords } from './cost-words.ts';
import { ranges, UsageChart } from './usage-chart.tsx';
import css from './usage-room.module.css';

export function UsageRoom() {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const days = ranges.find((count) => `${count}` === params.get('days')) ?? 30;
  const { value, failure } = useAnswer('usage.get', rangeOf(days));
  return (
    <Room title={t('room.usage')} detail={t('usage.detail')}>
      {failure && <Failure>{failure}</Failure>}
      {value && <Today today={value.today} />}
      {value?.lines.length === 0 && (
        <Empty icon={<ReceiptText />} title={t('usage.none')}>
          {t('usage.noneText')}
        </Empty>
      )}
      {value && (value.lines.length > 0 || days !== 30) && <UsageChart usage={value} days={days} />}
      {value && byDay(value.lines).map((day) => <Day key={day.day} usage={day} />)}
    </Room>
  );
}

/** So many days up to today, by the calendar here. */
function rangeOf(days: number): { readonly from: string; readonly to: string } {
  const first = new Date();
  first.setDate(first.getDate() - (days - 1));
  return { from: dayName(first), to: dayName(new Date()) };
}

function Today({ today }: { readonly today: ResultOf<'usage.get'>['today'] }) {
  const i18n = useI18n();
  const { t, money, percent } = i18n;
  const { spentUsd, limitUsd, unknownCalls, allowed } = today;
  const share = limitUsd === 0 ? 0 : Math.min(1, spentUsd / limitUsd);
  return (
    <section className={css.today} aria-label={t('usage.today')}>
      <p className={css.spent}>
        <span>{t('usage.today')}</span>
        <b>{money(spentUsd)}</b>
      </p>
      <div className={css.limit}>
        <p>
          {limitUsd === 0
            ? t('usage.noLimit')
            : t('usage.ofLimit', { percent: percent(spentUsd / limitUsd), limit: money(limitUsd) })}
          {allowed && ` ${t('usage.allowed')}`}{' '}
          <Link href={to.settings('behaviour')}>
            {t(limitUsd === 0 ? 'usage.setLimit' : 'usage.changeLimit')}
          </Link>
        </p>
        {limitUsd > 0 && (
          <span className={css.bar} aria-hidden>
            <i
              className={cx(share >= 1 && css.full)}
              style={{ width: `${(share * 100).toFixed(1)}%` }}
            />
          </span>
        )}
        {unknownCalls > 0 && <p className={css.unknown}>{unknownWords(unknownCalls, i18n)}</p>}
      </div>
    </section>
  );
}

function Day({ usage: { day, sums, lines } }: { readonly usage: DayUsage }) {
  const i18n = useI18n();
  const { t, day: dayName } = i18n;
  const name = dayName(dateOf(day));
  return (
    <section className={css.day} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <b>{costWords(sums, i18n)}</b>
      </header>
      <div className={css.wide} {...scrollable}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('usage.model')}</th>
              <th scope="col">{t('usage.calls')}</th>
              <th scope="col">{t('usage.input')}</th>
              <th scope="col">{t('usage.cached')}</th>
              <th scope="col">{t('usage.output')}</th>
              <th scope="col">{t('usage.cost')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={`${line.model}@${line.provider}`} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ line }: { readonly line: SpendingTotals }) {
  const i18n = useI18n();
  const { number, percent } = i18n;
  const share = cacheShare(line);
  return (
    <tr>
      <th scope="row">
        {line.model || line.provider}
        <small>{line.provider}</small>
      </th>
      <td>{number(line.calls)}</td>
      <td>{number(allInput(line))}</td>
      <td>{share === undefined ? '–' : percent(share)}</td>
      <td>{number(line.outputTokens)}</td>
      <td>{costWords(line, i18n)}</td>
    </tr>
  );
}

function unknownWords(calls: number, { tn }: I18n): string {
  return tn('usage.unknownCalls', calls);
}
