import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { focusMessage } from '../shell/keys/focus.ts';
import { useUi } from '../store/ui.ts';
import css from './find-bar.module.css';
import type { Find } from './use-find.ts';

export function FindBar({ find }: { readonly find: Find }) {
  const { t, number } = useI18n();
  const field = useRef<HTMLInputElement>(null);
  const asked = useUi((state) => state.finding);
  // The shortcut once more: the words are there to be replaced.
  useEffect(() => {
    if (asked === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [asked]);

  function close(): void {
    find.close();
    focusMessage();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find.step(event.shiftKey ? 1 : -1);
  }

  const { total, current, text } = find;
  const words =
    text.trim() === '' || total === undefined
      ? ''
      : total === 0
        ? t('find.none')
        : t('find.of', { current: number(current + 1), total: number(total) });
  return (
    <search className={css.bar}>
      <input
        ref={field}
        className={css.field}
        value={text}
        onChange={(event) => find.setText(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={t('find.label')}
        aria-label={t('find.label')}
        maxLength={200}
        spellCheck={false}
      />
      <output className={css.count}>{words}</output>
      <IconButton
        className={css.button}
        label={t('find.previous')}
        hint={total ? undefined : t(text === '' ? 'hint.empty' : 'find.none')}
        onClick={() => find.step(-1)}
      >
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton
        className={css.button}
        label={t('find.next')}
        hint={total ? undefined : t(text === '' ? 'hint.empty' : 'find.none')}
        onClick={() => find.step(1)}
      >
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton className={css.button} label={t('common.close')} onClick={close}>
        <X aria-hidden />
      </IconButton>
    </search>
  );
}
