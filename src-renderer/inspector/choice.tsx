/** What was chosen for a call and what was not, and the question why. */
import type { Budget, CandidateSummary } from '../../protocol/index.ts';
import { BudgetBars } from '../brain/budget-bars.tsx';
import { Candidates } from '../brain/candidates.tsx';
import { useI18n } from '../i18n/index.ts';
import type { CallPlace } from '../routes.ts';
import css from './inspector-room.module.css';
import { WhyNot } from './why-not.tsx';

interface ChoiceProps {
  readonly place: CallPlace;
  readonly budget: Partial<Budget>;
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
}

export function Choice({ place, budget, included, dropped }: ChoiceProps) {
  const { t, number } = useI18n();
  const { sessionId, turnId, call } = place;
  return (
    <>
      <section className={css.card}>
        <h3>{t('inspector.budget')}</h3>
        <BudgetBars budget={budget} />
      </section>
      <section className={css.card}>
        <h3>
          {t('inspector.included')} <span>{number(included.length)}</span>
        </h3>
        {included.length === 0 && <p>{t('inspector.nothingIncluded')}</p>}
        <Candidates included={included} dropped={[]} />
      </section>
      <section className={css.card}>
        <h3>
          {t('inspector.dropped')} <span>{number(dropped.length)}</span>
        </h3>
        {dropped.length === 0 && <p>{t('inspector.nothingDropped')}</p>}
        <Candidates included={[]} dropped={dropped} />
      </section>
      <section className={css.card}>
        <h3>{t('whyNot.title')}</h3>
        <WhyNot sessionId={sessionId} turnId={turnId} call={call} />
      </section>
    </>
  );
}
