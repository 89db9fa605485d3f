/** A turn that ended badly says why and what can be done. */
import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { EventOf } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { ModelPullLine } from '../settings/model-pull.tsx';
import { hasModel, useProviders } from '../store/providers.ts';
import css from './error-card.module.css';
import { failureWords } from './failure-words.ts';

interface ErrorCardProps {
  readonly error: EventOf<'error'>;
  readonly hasText: boolean;
  /** Absent when the turn is not the last one: then there is nothing to go on from. */
  readonly actions?: {
    readonly onContinue: () => void;
    readonly onRetry: () => void;
    readonly onReflex: () => void;
  };
}

export function ErrorCard({ error, hasText, actions }: ErrorCardProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const noModel = error.code === 'no_provider' || error.code === 'all_providers_failed';
  const message = ownMessage(error, i18n);
  const isThere = useProviders((state) =>
    (error.providers ?? []).some(
      ({ provider, missingModel }) => missingModel && hasModel(state, provider, missingModel),
    ),
  );
  return (
    <section className={css.card} role="alert">
      <TriangleAlert className={css.icon} aria-hidden />
      <div className={css.body}>
        <p className={css.title}>{t(`error.${error.code}`)}</p>
        {message !== '' && <p className={css.message}>{message}</p>}
        {error.providers && error.providers.length > 0 && (
          <ul className={css.providers}>
            {error.providers.map((failure) => (
              <li key={failure.provider}>
                {failureWords(failure, i18n)}
                {failure.missingModel !== undefined && (
                  <ModelPullLine provider={failure.provider} model={failure.missingModel} />
                )}
              </li>
            ))}
          </ul>
        )}
        {actions && (
          <div className={css.actions}>
            {hasText && (
              <Button size="small" look="primary" onClick={actions.onContinue}>
                {t('error.continue')}
              </Button>
            )}
            <Button size="small" look={isThere ? 'primary' : 'plain'} onClick={actions.onRetry}>
              {t('error.retry')}
            </Button>
            {noModel && (
              <Button size="small" onClick={actions.onReflex}>
                {t('error.reflex')}
              </Button>
            )}
            {noModel && (
              <Link href={to.settings('models')} className={css.link}>
                {t('error.settings')}
              </Link>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** What the message says beyond the list of providers: it is also made for the command line. */
function ownMessage(error: EventOf<'error'>, { told }: I18n): string {
  const { providers = [] } = error;
  const message = told(error, 'message');
  if (providers.length === 0) return message;
  const lines = message.split('\n');
  if (lines.length > 1) return lines.at(-1) ?? '';
  return providers.some((failure) => told(failure, 'message').startsWith(message)) ? '' : message;
}
