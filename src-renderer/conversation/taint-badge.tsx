/** That a conversation has read text which is not its owner's; a click says what follows from it. */
import { Popover } from '@base-ui/react/popover';
import { Globe } from 'lucide-react';
import type { ContentOrigin } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import room from './conversation-room.module.css';
import css from './pickers.module.css';

export function TaintBadge({ origins }: { readonly origins: readonly ContentOrigin[] }) {
  const { t } = useI18n();
  return (
    <Popover.Root>
      <Popover.Trigger className={cx(room.private, css.badge)} title={t('session.taintTitle')}>
        <Globe aria-hidden />
        <span>{t('session.taint', { place: placeOf(origins) })}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={css.positioner} sideOffset={6} align="start">
          <Popover.Popup className={css.popup}>
            <Popover.Title className={css.title}>{t('session.taintTitle')}</Popover.Title>
            <Popover.Description className={css.text}>{t('session.taintText')}</Popover.Description>
            <ul className={css.origins}>
              {origins.map(({ kind, name }) => (
                <li key={`${kind} ${name}`}>
                  <small>{t(`origin.${kind}`)}</small>
                  <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const shownPlace = 32;

/** The first place that text is from, as short as it can be told. */
function placeOf(origins: readonly ContentOrigin[]): string {
  const [first, ...others] = origins;
  const name =
    first?.kind === 'file' ? (first.name.split(/[\\/]/).at(-1) ?? '') : (first?.name ?? '');
  const short = name.length > shownPlace ? `${name.slice(0, shownPlace - 1)}…` : name;
  return others.length === 0 ? short : `${short} +${others.length}`;
}
