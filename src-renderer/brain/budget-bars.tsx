import { useI18n } from '../i18n/index.ts';
import css from './budget-bars.module.css';
import { type Budget, budgetCategories } from './categories.ts';
import { categoryRegion, regionColour } from './story.ts';

export function BudgetBars({ budget }: { readonly budget: Partial<Budget> }) {
  const { t, number } = useI18n();
  return (
    <dl className={css.bars}>
      {budgetCategories.map((category) => {
        const line = budget[category];
        if (line === undefined) return null;
        const ratio = line.cap > 0 ? Math.min(1, line.used / line.cap) : 0;
        return (
          <div key={category} className={css.bar}>
            <dt>{t(`category.${category}`)}</dt>
            <dd>
              <span className={css.track} aria-hidden>
                <i
                  style={{
                    width: `${ratio * 100}%`,
                    background: regionColour(categoryRegion[category]),
                  }}
                />
              </span>
              <span className={css.figures}>
                {number(line.used)} / {number(line.cap)}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
