/** A new provider: what it speaks, its name, where it is, and its key. The test follows at once. */
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { type ProviderInfo, type ProviderKind, providerKinds } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import { useI18n } from '../i18n/index.ts';
import { loadProviders, useProviders } from '../store/providers.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { KeyToFile } from './key-to-file.tsx';
import { takeOnlyModel } from './only-model.ts';
import { providersWith } from './provider-patch.ts';
import { save } from './save.ts';
import css from './settings.module.css';
import { useKeyStore } from './use-key-store.ts';

const usualPlaces: Readonly<Record<ProviderKind, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  ollama: 'http://127.0.0.1:11434',
};

export function AddProvider() {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <div className={css.add}>
      {open ? (
        <AddForm onClose={() => setOpen(false)} />
      ) : (
        <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
          {t('models.add')}
        </Button>
      )}
    </div>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const { t, told } = useI18n();
  const { providers, cascade } = useProviders();
  const keys = useKeyStore();
  const [kind, setKind] = useState<ProviderKind>('openai');
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [model, setModel] = useState('');
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  /** It is in the settings; only its key still waits for a place. */
  const [added, setAdded] = useState(false);
  const faultId = useId();
  const wanted = name.trim() || freeName(kind, providers);
  const isTaken = !added && providers.some((provider) => provider.name === wanted);
  // A model is named `model@provider`.
  const isBad = wanted.includes('@');

  async function add(allowFile: boolean): Promise<void> {
    setBusy(true);
    await tried(async () => {
      if (!added) {
        const place = baseUrl.trim();
        const provider = { kind, model: model.trim(), ...(place === '' ? {} : { baseUrl: place }) };
        const change = {
          providers: providersWith(wanted, provider),
          cascade: [...cascade, wanted],
        };
        if (!(await save(change))) return;
        setAdded(true);
        await loadProviders();
      }
      if (key.trim() !== '' && !(await keys.store(wanted, key, allowFile))) return;
      const result = await call('provider.test', { provider: wanted });
      await takeOnlyModel(wanted, result.models);
      notify(told(result, 'message'), result.ok ? 'good' : 'bad');
      await loadProviders();
      onClose();
    });
    setBusy(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void add(false);
  }

  return (
    <form className={css.card} aria-label={t('models.add')} onSubmit={submit}>
      <div className={cx(fields.fields, css.field)}>
        <label>
          <span>{t('models.kind')}</span>
          <select
            value={kind}
            disabled={added}
            onChange={(event) => setKind(event.target.value as ProviderKind)}
          >
            {providerKinds.map((one) => (
              <option key={one} value={one}>
                {t(`models.kind.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('models.name')}</span>
          <input
            value={name}
            disabled={added}
            spellCheck={false}
            aria-invalid={isTaken || isBad}
            placeholder={freeName(kind, providers)}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
      </div>
      {(isTaken || isBad) && (
        <p id={faultId} className={css.wrong} role="alert">
          {t(isBad ? 'models.nameBad' : 'models.nameTaken', { name: wanted })}
        </p>
      )}
      <div className={cx(fields.fields, css.field)}>
        <label>
          <span>{t('models.place')}</span>
          <input
            type="url"
            value={baseUrl}
            disabled={added}
            spellCheck={false}
            placeholder={usualPlaces[kind]}
            onChange={(event) => setBaseUrl(event.target.value)}
          />
        </label>
        <label>
          <span>{t('models.model')}</span>
          <input
            value={model}
            disabled={added}
            spellCheck={false}
            placeholder={t('models.modelLater')}
            onChange={(event) => setModel(event.target.value)}
          />
        </label>
      </div>
      {kind !== 'ollama' && (
        <div className={cx(fields.fields, css.field)}>
          <label>
            <span>{t('models.key')}</span>
            <input
              type="password"
              autoComplete="off"
              value={key}
              placeholder={t('models.keySource.none')}
              onChange={(event) => setKey(event.target.value)}
            />
          </label>
          <KeyToFile why={keys.needsFile} onAccept={() => void add(true)} />
        </div>
      )}
      <div className={css.actions}>
        <Button
          type="submit"
          look="primary"
          disabled={busy || isTaken || isBad}
          aria-describedby={faultId}
        >
          {t(busy ? 'models.testing' : 'models.addAndTest')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t(added ? 'common.close' : 'common.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** What it is called where its owner does not care: after its kind. */
function freeName(kind: ProviderKind, providers: readonly ProviderInfo[]): string {
  const isFree = (name: string): boolean => providers.every((one) => one.name !== name);
  if (isFree(kind)) return kind;
  const numbers = providers.map((_, index) => `${kind}-${index + 2}`);
  return numbers.find(isFree) ?? `${kind}-${providers.length + 2}`;
}
