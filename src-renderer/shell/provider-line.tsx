/** At the foot of the left panel: who would answer now. */
import { Link } from 'wouter';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { useConnection } from '../store/connection.ts';
import { headOfCascade, inCascadeOrder, useProviders } from '../store/providers.ts';
import css from './provider-line.module.css';

export function ProviderLine({ small = false }: { readonly small?: boolean }) {
  const { t, tn } = useI18n();
  const state = useProviders();
  const open = useConnection((connection) => connection.status.kind === 'open');
  const head = headOfCascade(state);
  const reserve = inCascadeOrder(state).filter(
    (provider) => provider.state === 'ready' && provider !== head,
  ).length;
  const words = !open
    ? t('providers.disconnected')
    : !state.loaded
      ? ''
      : head === undefined
        ? t('providers.reflexOnly')
        : reserve > 0
          ? tn('providers.ready', reserve, { name: head.name })
          : t('providers.readyAlone', { name: head.name });
  const look = !open ? css.off : head === undefined ? css.low : css.good;
  return (
    <Link
      href={to.settings('models')}
      className={cx(css.line, small && css.small)}
      title={words}
      aria-label={words || t('settings.models')}
    >
      <i className={cx(css.dot, look)} aria-hidden />
      {!small && <span>{words}</span>}
    </Link>
  );
}
