/** What the regions of a model call did: its context, what memory gave, who was asked, what came back. */
import { Link } from 'wouter';
import type { Budget, CandidateSummary } from '../../protocol/index.ts';
import { failureWords } from '../conversation/failure-words.ts';
import { useI18n } from '../i18n/index.ts';
import type { CallState, TurnState } from '../store/turns.ts';
import { allInput, cacheShare } from '../usage/by-day.ts';
import { Candidates } from './candidates.tsx';
import { budgetCategories } from './categories.ts';
import css from './region-details.module.css';
import { toolsOf } from './step-summary.ts';
import { categoryRegion, regionColour } from './story.ts';
import { whyLink } from './why-link.ts';

interface TurnProps {
  readonly turn: TurnState;
}

/** The context of each call: how much, how full, how long it took. */
export function ContextDetails({ turn }: TurnProps) {
  const { t, number, duration } = useI18n();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('details.call')}</th>
          <th scope="col">{t('details.tokens')}</th>
          <th scope="col">{t('details.inOut')}</th>
          <th scope="col">{t('details.time')}</th>
        </tr>
      </thead>
      {turn.calls.map(({ call, context }) =>
        context === undefined ? null : (
          <tbody key={call}>
            <tr>
              <th scope="row">
                <Link href={whyLink(turn.turnId, context)}>{t('story.callContext', { call })}</Link>
              </th>
              <td>{number(usedOf(context.budget))}</td>
              <td>
                {number(context.included.length)} / {number(context.dropped.length)}
              </td>
              <td>{duration(context.ms)}</td>
            </tr>
            <tr>
              <td colSpan={4}>
                <BudgetStrip budget={context.budget} />
              </td>
            </tr>
          </tbody>
        ),
      )}
    </table>
  );
}

/** All categories as parts of one bar, true to the whole budget. */
function BudgetStrip({ budget }: { readonly budget: Partial<Budget> }) {
  const { t, number } = useI18n();
  const lines = budgetCategories.flatMap((category) => {
    const line = budget[category];
    return line === undefined ? [] : [{ category, ...line }];
  });
  const cap = lines.reduce((sum, line) => sum + line.cap, 0);
  const words = lines.map(({ category, used }) => `${t(`category.${category}`)} ${number(used)}`);
  return (
    <span role="img" className={css.strip} aria-label={words.join(', ')}>
      {lines.map(({ category, used }) => (
        <i
          key={category}
          title={`${t(`category.${category}`)} ${number(used)}`}
          style={{
            width: `${((used / Math.max(1, cap)) * 100).toFixed(2)}%`,
            background: regionColour(categoryRegion[category]),
          }}
        />
      ))}
    </span>
  );
}

interface MemoryFoundProps {
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
}

const mostMemories = 12;

export function MemoryFound({ included, dropped }: MemoryFoundProps) {
  return (
    <Candidates
      included={included.slice(0, mostMemories)}
      dropped={dropped.slice(0, Math.max(0, mostMemories - included.length))}
    />
  );
}

/** Who was asked for each call, who could not, and who answered. */
export function AttemptDetails({ turn }: TurnProps) {
  const i18n = useI18n();
  const { t, duration } = i18n;
  return (
    <ul className={css.list}>
      {turn.calls.map(({ call, provider, usage }) => {
        if (provider === undefined) return null;
        return (
          <li key={call}>
            {provider.failed?.map((failure) => (
              <p key={failure.provider} className={css.bad}>
                {failureWords(failure, i18n)}
              </p>
            ))}
            <p className={css.head}>
              <b>{provider.model || provider.provider}</b>
              <em>{usage ? duration(usage.ms) : t('brain.now')}</em>
            </p>
            <p>
              {t('details.callBy', { call, provider: provider.provider })}
              {provider.attempt > 1 &&
                ` · ${t('inspector.attempt', { attempt: provider.attempt })}`}
              {provider.route !== undefined &&
                ` · ${t('story.route', { keyword: provider.route })}`}
            </p>
            {usage && <UsageLine usage={usage} />}
          </li>
        );
      })}
    </ul>
  );
}

function UsageLine({ usage }: { readonly usage: NonNullable<CallState['usage']> }) {
  const { t, number, percent, money } = useI18n();
  const share = cacheShare(usage);
  const words = [
    share === undefined
      ? t('details.read', { count: number(allInput(usage)) })
      : t('details.readCached', { count: number(allInput(usage)), percent: percent(share) }),
    t('details.written', { count: number(usage.outputTokens) }),
    // What is free is not worth a word.
    usage.costUsd === undefined
      ? t('usage.unknownCost')
      : usage.costUsd > 0 && money(usage.costUsd),
  ].filter(Boolean);
  return <p>{words.join(' · ')}</p>;
}

/** What each answer was made of. */
export function AnswerDetails({ turn }: TurnProps) {
  const { t, tn } = useI18n();
  return (
    <ul className={css.list}>
      {turn.calls.map(({ call, text, thinking, usage }) => {
        const tools = toolsOf(turn).filter((tool) => tool.call === call);
        if (!text && !thinking && tools.length === 0 && !usage) return null;
        const words = [
          thinking ? t('details.thought', { count: tn('story.characters', thinking.length) }) : '',
          text ? t('details.said', { count: tn('story.characters', text.length) }) : '',
          tools.length > 0 ? tn('story.toolCalls', tools.length) : '',
        ].filter(Boolean);
        return (
          <li key={call}>
            <p className={css.head}>
              <b>{t('inspector.call', { call })}</b>
              {usage && <em>{tn('story.tokens', usage.outputTokens)}</em>}
            </p>
            <p>{words.join(' · ')}</p>
          </li>
        );
      })}
    </ul>
  );
}

function usedOf(budget: Budget): number {
  return Object.values(budget).reduce((sum, line) => sum + line.used, 0);
}
