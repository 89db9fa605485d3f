/** At the foot of the left panel: who would answer now. */
import { Link } from 'wouter';
import type { ProviderInfo } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { useConnection } from '../store/connection.ts';
import { headOfCascade, inCascadeOrder, useProviders } from '../store/providers.ts';
import css from './provider-line.module.css';

export function ProviderLine({ small = false }: { readonly small?: boolean }) {
  const { t, told, tn } = useI18n();
  const state = useProviders();
  const open = useConnection((connection) => connection.status.kind === 'open');
  const head = headOfCascade(state);
  const reserve = inCascadeOrder(state).filter(
    (provider) => provider.state === 'ready' && provider !== head,
  ).length;
  const better = ailing(inCascadeOrder(state), head);
  /** Whole, for whoever asks: the panel has room for fewer words. */
  const words = !open
    ? t('providers.disconnected')
    : !state.loaded
      ? ''
      : head === undefined
        ? t('providers.reflexOnly')
        : better !== undefined
          ? t('providers.instead', {
              name: head.name,
              other: better.name,
              state: t(`provider.state.${better.state}`),
            })
          : reserve > 0
            ? tn('providers.ready', reserve, { name: head.name })
            : t('providers.readyAlone', { name: head.name });
  function shortWords(): string {
    if (!open || !state.loaded) return words;
    if (head === undefined) return t('providers.reflexOnlyShort');
    return better ? t('providers.insteadShort', { name: head.name, other: better.name }) : words;
  }
  const look = !open ? css.off : head === undefined || better ? css.low : css.good;
  return (
    <Link
      href={to.settings('models')}
      className={cx(css.line, small && css.small)}
      title={better ? `${words}\n${told(better, 'message')}` : words}
      aria-label={words || t('settings.models')}
    >
      <i className={cx(css.dot, look)} aria-hidden />
      {!small && <span>{shortWords()}</span>}
    </Link>
  );
}

/** One that should answer before `head` and cannot now. One that was never set up is no news. */
function ailing(
  ordered: readonly ProviderInfo[],
  head: ProviderInfo | undefined,
): ProviderInfo | undefined {
  const before = head === undefined ? [] : ordered.slice(0, ordered.indexOf(head));
  return before.find(({ state }) => state === 'cooling' || state === 'misconfigured');
}
