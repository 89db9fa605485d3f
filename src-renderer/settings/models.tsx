/** Who may answer: state, key, test and order of every provider. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { ProviderInfo, ResultOf } from '../../protocol/index.ts';
import { Button, IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { inCascadeOrder, loadProviders, useProviders } from '../store/providers.ts';
import { useSettings } from '../store/settings.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { save, tried } from './save.ts';
import css from './settings.module.css';

export function Models() {
  const { t } = useI18n();
  const state = useProviders();
  useEffect(() => void tried(loadProviders), []);
  const ordered = inCascadeOrder(state);
  const rest = state.providers.filter(
    (provider) => !ordered.includes(provider) && provider.kind !== 'reflex',
  );

  async function move(name: string, by: -1 | 1): Promise<void> {
    const cascade = [...state.cascade];
    const from = cascade.indexOf(name);
    const other = cascade[from + by];
    if (from < 0 || other === undefined) return;
    cascade[from + by] = name;
    cascade[from] = other;
    if (await save({ cascade })) await loadProviders();
  }

  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.models')}</h2>
        <p>{t('models.intro')}</p>
      </header>
      <ol className={css.cards}>
        {ordered.map((provider, index) => (
          <ProviderCard
            key={provider.name}
            provider={provider}
            place={index + 1}
            onUp={index > 0 ? () => void move(provider.name, -1) : undefined}
            onDown={index < ordered.length - 1 ? () => void move(provider.name, 1) : undefined}
          />
        ))}
        {rest.map((provider) => (
          <ProviderCard key={provider.name} provider={provider} place={undefined} />
        ))}
        <li className={css.card}>
          <div className={css.cardHead}>
            <b>{t('model.reflex')}</b>
            <span className={cx(css.state, css.ready)}>{t('provider.state.ready')}</span>
          </div>
          <p className={css.help}>{t('models.reflex')}</p>
        </li>
      </ol>
    </>
  );
}

interface ProviderCardProps {
  readonly provider: ProviderInfo;
  /** Its place in the cascade, from 1; undefined outside of it. */
  readonly place: number | undefined;
  readonly onUp?: (() => void) | undefined;
  readonly onDown?: (() => void) | undefined;
}

function ProviderCard({ provider, place, onUp, onDown }: ProviderCardProps) {
  const { t } = useI18n();
  const healthy = provider.state === 'ready';
  const bad = provider.state === 'misconfigured' || provider.state === 'no_key';
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        {place !== undefined && <i className={css.place}>{place}</i>}
        <b>{provider.name}</b>
        <span className={css.kind}>{t(provider.local ? 'models.local' : 'models.remote')}</span>
        <span className={cx(css.state, healthy && css.ready, bad && css.bad)}>
          {t(`provider.state.${provider.state}`)}
        </span>
        <span className={css.order}>
          <IconButton
            label={t('models.up', { name: provider.name })}
            disabled={onUp === undefined}
            onClick={onUp}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={t('models.down', { name: provider.name })}
            disabled={onDown === undefined}
            onClick={onDown}
          >
            <ArrowDown aria-hidden />
          </IconButton>
        </span>
      </div>
      <p className={css.help}>{provider.message}</p>
      <ModelField provider={provider} />
      {provider.keySource !== 'not_needed' && <KeyField provider={provider} />}
      <TestLine provider={provider} />
    </li>
  );
}

function ModelField({ provider }: { readonly provider: ProviderInfo }) {
  const { t } = useI18n();
  const configured = useSettings((state) => state.config?.providers[provider.name]?.model);
  const [draft, setDraft] = useState(configured ?? provider.model);
  useEffect(() => setDraft(configured ?? provider.model), [configured, provider.model]);
  const listId = `models-${provider.name}`;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const patch = { providers: { [provider.name]: { model: draft.trim() } } };
    if (await save(patch)) {
      notify(t('models.saved', { name: provider.name }));
      await loadProviders();
    }
  }

  return (
    <form className={css.field} onSubmit={(event) => void submit(event)}>
      <label>
        <span>{t('models.model')}</span>
        <input
          value={draft}
          list={listId}
          spellCheck={false}
          placeholder={t('models.modelPlaceholder')}
          onChange={(event) => setDraft(event.target.value)}
        />
        <datalist id={listId}>
          {provider.models.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
      </label>
      <Button type="submit" disabled={draft.trim() === (configured ?? provider.model)}>
        {t('common.save')}
      </Button>
    </form>
  );
}

function KeyField({ provider }: { readonly provider: ProviderInfo }) {
  const { t } = useI18n();
  const [key, setKey] = useState('');
  /** The operating system has no keyring: the owner must choose the file himself. */
  const [needsFile, setNeedsFile] = useState('');

  async function store(allowFile: boolean): Promise<void> {
    try {
      const { backend } = await call('secret.set', {
        name: provider.name,
        value: key.trim(),
        ...(allowFile ? { allowFile } : {}),
      });
      setKey('');
      setNeedsFile('');
      notify(t(backend === 'keyring' ? 'models.keyInKeyring' : 'models.keyInFile'));
      await loadProviders();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error.reason === 'unavailable' && !allowFile) setNeedsFile(error.message);
      else notify(error.message, 'bad');
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void store(false);
  }

  return (
    <form className={css.field} onSubmit={submit}>
      <label>
        <span>{t('models.key')}</span>
        <input
          type="password"
          autoComplete="off"
          value={key}
          placeholder={t(`models.keySource.${provider.keySource}`)}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={key.trim() === ''}>
        {t('common.save')}
      </Button>
      {provider.keySource === 'secrets' && (
        <Button
          look="quiet"
          onClick={() =>
            void tried(async () => {
              await call('secret.delete', { name: provider.name });
              await loadProviders();
            })
          }
        >
          {t('models.keyRemove')}
        </Button>
      )}
      {needsFile && (
        <div className={css.choice} role="alert">
          <p>{needsFile}</p>
          <Button size="small" onClick={() => void store(true)}>
            {t('models.keyToFile')}
          </Button>
        </div>
      )}
    </form>
  );
}

function TestLine({ provider }: { readonly provider: ProviderInfo }) {
  const { t, duration } = useI18n();
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<ResultOf<'provider.test'>>();

  async function test(): Promise<void> {
    setRunning(true);
    await tried(async () => {
      setResult(await call('provider.test', { provider: provider.name }));
      await loadProviders();
    });
    setRunning(false);
  }

  return (
    <div className={css.test}>
      <Button size="small" disabled={running} onClick={() => void test()}>
        {t(running ? 'models.testing' : 'models.test')}
      </Button>
      <span role="status" className={result && (result.ok ? css.good : css.wrong)}>
        {result && `${result.message} (${duration(result.ms)})`}
      </span>
    </div>
  );
}
