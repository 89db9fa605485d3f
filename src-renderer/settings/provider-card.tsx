/** One provider: its state, model, key and test, and its place in the order. */
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type DragEvent, type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import type { ProviderInfo, ResultOf } from '../../protocol/index.ts';
import { Button, IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { Confirm } from '../design/dialog.tsx';
import fields from '../design/fields.module.css';
import { useI18n } from '../i18n/index.ts';
import { loadProviders } from '../store/providers.ts';
import { useSettings } from '../store/settings.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { Downloads } from './downloads.tsx';
import { KeyToFile } from './key-to-file.tsx';
import { takeOnlyModel } from './only-model.ts';
import css from './provider-card.module.css';
import { providersWith } from './provider-patch.ts';
import { save } from './save.ts';
import settings from './settings.module.css';
import { useKeyStore } from './use-key-store.ts';

export interface Place {
  /** In the cascade, from 0. */
  readonly index: number;
  readonly last: number;
  readonly dragged: boolean;
  readonly moveTo: (index: number) => void;
  readonly onDragStart: () => void;
  readonly onDragEnd: () => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

interface ProviderCardProps {
  readonly provider: ProviderInfo;
  /** Absent: it is not in the cascade. */
  readonly place?: Place;
  readonly onUse?: () => void;
  readonly onRemove: () => void;
}

export function ProviderCard({ provider, place, onUse, onRemove }: ProviderCardProps) {
  const { t, told, time } = useI18n();
  const { name } = provider;
  const healthy = provider.state === 'ready';
  const bad = provider.state === 'misconfigured' || provider.state === 'no_key';
  return (
    <li
      className={cx(settings.card, place?.dragged && css.dragged)}
      aria-label={name}
      onDragOver={place?.onDragOver}
      onDrop={place?.onDrop}
    >
      <div className={settings.cardHead}>
        {place && <Grip name={name} place={place} />}
        {place && <i className={css.place}>{place.index + 1}</i>}
        <b>{name}</b>
        <span className={settings.kind}>
          {t(provider.local ? 'models.local' : 'models.remote')}
        </span>
        <span className={cx(settings.state, healthy && settings.ready, bad && settings.bad)}>
          {t(`provider.state.${provider.state}`)}
        </span>
        <span className={settings.order}>
          {place && (
            <>
              <IconButton
                label={t('models.up', { name })}
                hint={place.index === 0 ? t('hint.first') : undefined}
                onClick={() => place.moveTo(place.index - 1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={t('models.down', { name })}
                hint={place.index === place.last ? t('hint.last') : undefined}
                onClick={() => place.moveTo(place.index + 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </>
          )}
          <Remove name={name} hasKey={provider.keySource === 'secrets'} onRemove={onRemove} />
        </span>
      </div>
      <p className={settings.help}>
        {told(provider, 'message')}
        {provider.until && ` ${t('models.coolingUntil', { time: time(provider.until) })}`}
      </p>
      <ModelField provider={provider} />
      {provider.kind === 'ollama' && provider.state !== 'offline' && (
        <Downloads provider={provider} />
      )}
      {(provider.kind !== 'ollama' || provider.keySource !== 'not_needed') && (
        <KeyField provider={provider} />
      )}
      <div className={css.test}>
        <TestLine provider={provider} />
        {onUse && (
          <Button size="small" onClick={onUse}>
            {t('models.use')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Moves a provider: dragged by its handle, or by the arrow keys while the handle has the focus. */
function Grip({ name, place }: { readonly name: string; readonly place: Place }) {
  const { t } = useI18n();

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    place.moveTo(place.index + by);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox does not drag a button
    <span
      role="button"
      tabIndex={0}
      className={css.grip}
      draggable
      title={t('models.drag')}
      aria-label={t('models.order', { name })}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing that carries nothing.
        event.dataTransfer.setData('text/plain', name);
        place.onDragStart();
      }}
      onDragEnd={place.onDragEnd}
    >
      <GripVertical aria-hidden />
    </span>
  );
}

interface RemoveProps {
  readonly name: string;
  readonly hasKey: boolean;
  readonly onRemove: () => void;
}

function Remove({ name, hasKey, onRemove }: RemoveProps) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={t('models.remove', { name })} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <Confirm
        open={asking}
        title={t('models.removeTitle', { name })}
        confirm={t('models.removeYes')}
        cancel={t('common.cancel')}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void tried(async () => {
            if (hasKey) await call('secret.delete', { name });
            onRemove();
          })
        }
      >
        {t(hasKey ? 'models.removeTextKey' : 'models.removeText')}
      </Confirm>
    </>
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
    const providers = providersWith(provider.name, { model: draft.trim() });
    if (await save({ providers })) {
      notify(t('models.saved', { name: provider.name }));
      await loadProviders();
    }
  }

  return (
    <form className={cx(fields.fields, settings.field)} onSubmit={(event) => void submit(event)}>
      <label>
        <span>{t('models.model')}</span>
        <input
          value={draft}
          list={listId}
          spellCheck={false}
          placeholder={t(provider.kind === 'ollama' ? 'models.modelPlaceholder' : 'models.choose')}
          onChange={(event) => setDraft(event.target.value)}
        />
        <datalist id={listId}>
          {provider.models.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
      </label>
      <Button
        type="submit"
        hint={draft.trim() === (configured ?? provider.model) ? t('hint.unchanged') : undefined}
      >
        {t('common.save')}
      </Button>
    </form>
  );
}

function KeyField({ provider }: { readonly provider: ProviderInfo }) {
  const { t } = useI18n();
  const [key, setKey] = useState('');
  const keys = useKeyStore();

  async function store(allowFile: boolean): Promise<void> {
    if (!(await keys.store(provider.name, key, allowFile))) return;
    setKey('');
    await tried(loadProviders);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void store(false);
  }

  return (
    <form className={cx(fields.fields, settings.field)} onSubmit={submit}>
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
      <Button type="submit" hint={key.trim() === '' ? t('hint.noKey') : undefined}>
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
      <KeyToFile why={keys.needsFile} onAccept={() => void store(true)} />
    </form>
  );
}

function TestLine({ provider }: { readonly provider: ProviderInfo }) {
  const { t, told, duration } = useI18n();
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<ResultOf<'provider.test'>>();

  async function test(): Promise<void> {
    setRunning(true);
    await tried(async () => {
      const tested = await call('provider.test', { provider: provider.name });
      setResult(tested);
      await takeOnlyModel(provider.name, tested.models);
      await loadProviders();
    });
    setRunning(false);
  }

  return (
    <>
      <Button size="small" disabled={running} onClick={() => void test()}>
        {t(running ? 'models.testing' : 'models.test')}
      </Button>
      <span role="status" className={result && (result.ok ? css.good : settings.wrong)}>
        {result && `${told(result, 'message')} (${duration(result.ms)})`}
      </span>
    </>
  );
}
