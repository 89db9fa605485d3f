/** How a command can go on: above the composer, chosen with the arrow keys. */
import { useEffect, useRef } from 'react';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import type { Completion } from './slash-commands.ts';
import css from './slash-menu.module.css';

interface SlashMenuProps {
  readonly id: string;
  readonly completions: readonly Completion[];
  readonly chosen: number;
  readonly onTake: (completion: Completion) => void;
}

export const optionId = (id: string, index: number): string => `${id}-${index}`;

export function SlashMenu({ id, completions, chosen, onTake }: SlashMenuProps) {
  const { t } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div ref={list} id={id} className={css.menu} role="listbox" aria-label={t('slash.label')}>
      {completions.map((completion, index) => (
        // The focus stays in the message: the keys are heard there.
        <div
          key={completion.text}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={cx(css.option, index === chosen && css.chosen)}
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(completion);
          }}
        >
          <b dir="ltr">{completion.label}</b>
          <span dir="auto">{completion.detail}</span>
        </div>
      ))}
    </div>
  );
}
