/** A look around in five cards. Can be left at any card; Help has it for later. */
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import backdrop from '../design/backdrop.module.css';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { helpRoom, rooms } from '../shell/rooms.tsx';
import { useUi } from '../store/ui.ts';
import css from './tour.module.css';

const cards = [
  { name: 'talk', path: '/' },
  { name: 'reflexes', path: '/settings' },
  { name: 'why', path: '/inspect' },
  { name: 'mind', path: '/mind' },
  { name: 'asks', path: '/tasks' },
] as const;

export function Tour() {
  const { t } = useI18n();
  const open = useUi((state) => state.tour);
  const [at, setAt] = useState(0);
  const card = cards[at] ?? cards[0];
  const last = at === cards.length - 1;
  function close(): void {
    useUi.setState({ tour: false });
    setAt(0);
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop.backdrop} />
        <Dialog.Popup className={css.popup}>
          <span className={css.icon} aria-hidden>
            {[...rooms, helpRoom].find((room) => room.isOpen(card.path))?.icon}
          </span>
          <div aria-live="polite">
            <Dialog.Title className={css.title}>{t(`guide.${card.name}`)}</Dialog.Title>
            <Dialog.Description className={css.text}>
              {t(`guide.${card.name}Text`)}
            </Dialog.Description>
          </div>
          <div className={css.foot}>
            <span
              className={css.dots}
              role="img"
              aria-label={t('tour.place', { at: at + 1, all: cards.length })}
            >
              {cards.map(({ name }, index) => (
                <i key={name} className={cx(index === at && css.here)} />
              ))}
            </span>
            {!last && (
              <Button look="quiet" onClick={close}>
                {t('tour.skip')}
              </Button>
            )}
            {at > 0 && (
              <Button look="quiet" onClick={() => setAt(at - 1)}>
                {t('tour.back')}
              </Button>
            )}
            <Button look="primary" onClick={() => (last ? close() : setAt(at + 1))}>
              {t(last ? 'tour.begin' : 'tour.next')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
