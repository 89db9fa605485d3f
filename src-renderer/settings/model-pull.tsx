/** A model that its server can download: the offer, the course of it, and what came of it. */
import { Download } from 'lucide-react';
import type { ModelPull } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { hasModel, putPull, useProviders } from '../store/providers.ts';
import { isDone, tried } from '../store/tried.ts';
import { call } from '../transport/brain.ts';
import css from './model-pull.module.css';

interface ModelPullLineProps {
  readonly provider: string;
  readonly model: string;
}

/** Whether it was begun, or runs already. */
export function startPull(provider: string, model: string): Promise<boolean> {
  return isDone(async () => {
    const { pull } = await call('provider.pull', { provider, model });
    // What it has told since then is newer than this answer.
    const { pulls } = useProviders.getState();
    const isKnown = pulls.some(
      (one) => one.provider === provider && one.model === model && one.state === 'running',
    );
    if (!isKnown && !hasModel(useProviders.getState(), provider, model)) putPull(pull);
  });
}

export function ModelPullLine({ provider, model }: ModelPullLineProps) {
  const { t, told } = useI18n();
  const pull = useProviders(({ pulls }) =>
    pulls.find((one) => one.provider === provider && one.model === model),
  );
  const isThere = useProviders((state) => hasModel(state, provider, model));
  if (pull?.state === 'running') return <Course pull={pull} />;
  if (isThere) return <p className={css.done}>{t('pull.done', { model })}</p>;
  return (
    <div className={css.line}>
      {pull?.error && <p className={css.error}>{told(pull, 'error')}</p>}
      <Button
        size="small"
        look="primary"
        icon={<Download aria-hidden />}
        onClick={() => void startPull(provider, model)}
      >
        {t('pull.start', { model })}
      </Button>
      {pull?.error && (
        <Button
          size="small"
          look="quiet"
          onClick={() => void tried(() => call('provider.pullCancel', { provider, model }))}
        >
          {t('pull.dismiss')}
        </Button>
      )}
    </div>
  );
}

function Course({ pull }: { readonly pull: ModelPull }) {
  const { t, bytes, percent } = useI18n();
  const { provider, model, completed, total, status } = pull;
  const words =
    total === undefined || total === 0
      ? completed === 0
        ? status
        : bytes(completed)
      : t('pull.course', {
          completed: bytes(completed),
          total: bytes(total),
          percent: percent(completed / total),
        });
  return (
    <div className={css.line}>
      <span className={css.words}>
        <b>{t('pull.running', { model })}</b> <span>{words}</span>
      </span>
      <progress
        className={css.bar}
        aria-label={t('pull.running', { model })}
        {...(total ? { max: total, value: completed } : {})}
      />
      <Button
        size="small"
        look="quiet"
        onClick={() => void tried(() => call('provider.pullCancel', { provider, model }))}
      >
        {t('pull.cancel')}
      </Button>
    </div>
  );
}
