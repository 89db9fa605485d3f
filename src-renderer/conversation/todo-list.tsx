/** The steps of the work as the mind sees them: above the composer while it works, then in its turn. */
import { ChevronRight, Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useState } from 'react';
import type { TodoItem } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import card from './folding-card.module.css';
import css from './todo-list.module.css';

const icons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck } as const;

interface TodoListProps {
  readonly items: readonly TodoItem[];
  /** Above the composer: open, and said aloud when it changes. */
  readonly live?: boolean;
}

export function TodoList({ items, live = false }: TodoListProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState(live);
  if (items.length === 0) return null;
  const completed = items.filter(({ status }) => status === 'completed').length;
  const current = items.find(({ status }) => status === 'in_progress');
  return (
    <section className={cx(card.card, css.list, live && css.live)} aria-label={t('todo.label')}>
      <button
        type="button"
        className={css.head}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={css.count}>
          {t('todo.progress', { completed: String(completed), all: String(items.length) })}
        </span>
        <span className={css.current} aria-live={live ? 'polite' : undefined}>
          {current?.activeForm ?? current?.text}
        </span>
        <ChevronRight aria-hidden className={css.chevron} />
      </button>
      {open && (
        <ol {...scrollable}>
          {items.map((item) => {
            const Icon = icons[item.status];
            return (
              <li key={item.text} className={css[item.status]}>
                <Icon aria-label={t(`todo.${item.status}`)} />
                <span>{item.text}</span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
