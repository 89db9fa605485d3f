/** Costs, tokens and cache share by day and model, as a picture; the figures stand below it. */
import { useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { ResultOf } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import { ViewSwitch } from '../design/view-switch.tsx';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { dateOf } from './by-day.ts';
import { type Chart, type Column, chartOf, type Measure, measures, otherModels } from './chart.ts';
import css from './usage-chart.module.css';

export const ranges = [7, 30, 90] as const;

interface UsageChartProps {
  readonly usage: ResultOf<'usage.get'>;
  readonly days: number;
}

const height = 180;

/** Region colours tell models apart, those that differ most first. */
const colours = [
  'thalamus',
  'hippocampus',
  'motor',
  'prefrontal',
  'language',
  'cerebellum',
  'basalganglia',
] as const;

export function UsageChart({ usage, days }: UsageChartProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [params, setParams] = useSearchParams();
  const costsNothing = usage.total.costUsd === 0;
  // Models of one's own cost nothing: there is more to see in what they read and wrote.
  const usual: Measure = costsNothing ? 'tokens' : 'cost';
  const measure: Measure = measures.find((one) => one === params.get('show')) ?? usual;
  const chart = useMemo(() => chartOf(usage.lines, usage, measure), [usage, measure]);

  function choose(name: 'show' | 'days', value: string): void {
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set(name, value);
      return next;
    });
  }

  return (
    <section className={css.card} aria-label={t('usage.chart')}>
      <header className={css.head}>
        <ViewSwitch
          label={t('usage.measure')}
          value={measure}
          options={measures.map((value) => ({ value, label: t(`usage.measure.${value}`) }))}
          onChange={(value) => choose('show', value)}
        />
        <ViewSwitch
          label={t('usage.range')}
          value={days}
          options={ranges.map((value) => ({ value, label: i18n.tn('usage.days', value) }))}
          onChange={(value) => choose('days', `${value}`)}
        />
      </header>
      {measure === 'cost' && costsNothing && usage.total.calls > 0 ? (
        <NoCost isUnknown={usage.total.unknownCalls > 0} />
      ) : (
        <Picture chart={chart} measure={measure} />
      )}
      <ul className={css.models}>
        {chart.models.map(({ key, model, provider, total }) => (
          <li key={key}>
            {measure !== 'cache' && <i style={{ '--region': colourOf(chart, key) }} aria-hidden />}
            <span dir="auto">
              {key === otherModels ? t('usage.otherModels') : model || provider}
              {model && <small>{provider}</small>}
            </span>
            <b>{words(total, measure, i18n)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says why there is nothing to draw. */
function NoCost({ isUnknown }: { readonly isUnknown: boolean }) {
  const { t } = useI18n();
  return (
    <p className={css.noCost}>
      {t(isUnknown ? 'usage.costsUnknown' : 'usage.costsNothing')}{' '}
      {isUnknown && (
        <Link href={`${to.settings('models')}?at=${encodeURIComponent(t('prices.title'))}`}>
          {t('usage.setPrices')}
        </Link>
      )}
    </p>
  );
}

interface PictureProps {
  readonly chart: Chart;
  readonly measure: Measure;
}

function Picture({ chart, measure }: PictureProps) {
  const i18n = useI18n();
  const { t, fileDay } = i18n;
  const { columns, top, ticks } = chart;
  const busiest = columns.reduce<Column | undefined>(
    (best, one) => (one.total > (best?.total ?? 0) ? one : best),
    undefined,
  );
  const summary =
    busiest === undefined
      ? t('usage.none')
      : t('usage.chartMost', {
          measure: t(`usage.measure.${measure}`),
          day: fileDay(busiest.day),
          value: words(busiest.total, measure, i18n),
        });
  return (
    <div className={css.picture}>
      <div className={css.scale} aria-hidden>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{words(tick, measure, i18n)}</span>
        ))}
      </div>
      <div>
        <svg
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${columns.length} ${height}`}
          preserveAspectRatio="none"
          className={css.columns}
        >
          {ticks.map((tick) => {
            const y = height - (tick / top) * height;
            return <line key={tick} x1={0} x2={columns.length} y1={y} y2={y} />;
          })}
          {columns.map((column, index) => (
            <DayColumn
              key={column.day}
              column={column}
              x={index}
              chart={chart}
              title={[
                `${fileDay(column.day)}: ${words(column.total, measure, i18n)}`,
                ...column.parts.map(
                  ({ key, value }) => `${nameOf(chart, key, i18n)}: ${words(value, measure, i18n)}`,
                ),
              ].join('\n')}
            />
          ))}
        </svg>
        <div className={css.days} aria-hidden>
          {shownDays(columns).map((index) => {
            const day = columns[index]?.day ?? '';
            const place = `${((index + 0.5) / columns.length) * 100}%`;
            return (
              <span key={day} style={{ insetInlineStart: place }}>
                {shortDay(day, i18n)}
              </span>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface DayColumnProps {
  readonly column: Column;
  readonly x: number;
  readonly chart: Chart;
  readonly title: string;
}

function DayColumn({ column, x, chart, title }: DayColumnProps) {
  let below = 0;
  return (
    <g>
      <title>{title}</title>
      {/* The whole height answers to the mouse, also above a small day. */}
      <rect className={css.hit} x={x} y={0} width={1} height={height} />
      {column.parts.map(({ key, value }) => {
        const part = Math.max(1, (value / chart.top) * height);
        below += part;
        return (
          <rect
            key={key}
            className={cx(css.part)}
            x={x + 0.14}
            y={height - below}
            width={0.72}
            height={part}
            style={{ '--region': colourOf(chart, key) }}
          />
        );
      })}
    </g>
  );
}

function colourOf(chart: Chart, key: string): string {
  if (key === otherModels) return 'var(--line-strong)';
  const index = chart.models.findIndex((model) => model.key === key);
  const name = colours[index];
  return name === undefined ? 'var(--accent)' : `var(--region-${name})`;
}

function nameOf(chart: Chart, key: string, { t }: I18n): string {
  if (key === otherModels) return t('usage.otherModels');
  const found = chart.models.find((model) => model.key === key);
  return found?.model || found?.provider || t('usage.measure.cache');
}

function words(value: number, measure: Measure, { money, compact, percent }: I18n): string {
  if (measure === 'cost') return money(value);
  return measure === 'cache' ? percent(value) : compact(value);
}

/** Places of the first, the last, and of what fits between, as far from each other. */
function shownDays(columns: readonly Column[]): readonly number[] {
  const last = columns.length - 1;
  const count = last < 7 ? last + 1 : 6;
  return Array.from({ length: count }, (_, n) => Math.round((n * last) / Math.max(1, count - 1)));
}

function shortDay(day: string, { language }: I18n): string {
  const words = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  return words.format(dateOf(day));
}
