/** What the model knew: the budget by category, and what made it in or was left out. */
import { useState } from 'react';
import { Link } from 'wouter';
import { useI18n } from '../i18n/index.ts';
import type { TurnState } from '../store/turns.ts';
import css from './brain-panel.module.css';
import { BudgetBars } from './budget-bars.tsx';
import { Candidates, particularFirst } from './candidates.tsx';
import { knowledgeOf } from './story.ts';
import { whyLink } from './why-link.ts';

const firstIncluded = 6;
const firstDropped = 3;

export function Knowledge({ turn }: { readonly turn: TurnState }) {
  const { t, number } = useI18n();
  const [all, setAll] = useState(false);
  const knowledge = knowledgeOf(turn);
  if (knowledge === undefined) return null;
  const included = particularFirst(knowledge.included);
  const dropped = particularFirst(knowledge.dropped);
  const hidden =
    Math.max(0, included.length - firstIncluded) + Math.max(0, dropped.length - firstDropped);
  return (
    <section aria-label={t('knowledge.title')}>
      <header className={css.header}>
        <h2>{t('knowledge.title')}</h2>
        <span className={css.figure}>
          {t('knowledge.of', { used: number(knowledge.used), cap: number(knowledge.cap) })}
        </span>
      </header>
      <div className={css.pad}>
        <BudgetBars budget={knowledge.budget} />
        <Candidates
          included={all ? included : included.slice(0, firstIncluded)}
          dropped={all ? dropped : dropped.slice(0, firstDropped)}
        />
        <p className={css.more}>
          {(hidden > 0 || all) && (
            <button type="button" onClick={() => setAll(!all)}>
              {all ? t('knowledge.less') : t('knowledge.more', { count: number(hidden) })}
            </button>
          )}
          <Link href={whyLink(turn.turnId, knowledge)}>{t('knowledge.exact')}</Link>
        </p>
      </div>
    </section>
  );
}
