/** Pasted text: first what it would add, then, on its owner's word, done. */
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PastedServerInfo } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import quoted from '../design/quoted.module.css';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { KeyToFile } from './key-to-file.tsx';
import own from './servers.module.css';
import css from './settings.module.css';

interface AddServersProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onAdded: () => void;
}

export function AddServers({ open, onOpen, onAdded }: AddServersProps) {
  const { t } = useI18n();
  return (
    <div className={css.add}>
      {open ? (
        <PasteForm
          onClose={() => {
            onOpen(false);
            onAdded();
          }}
        />
      ) : (
        <Button icon={<Plus aria-hidden />} onClick={() => onOpen(true)}>
          {t('servers.paste')}
        </Button>
      )}
    </div>
  );
}

function PasteForm({ onClose }: { readonly onClose: () => void }) {
  const { t, list } = useI18n();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly PastedServerInfo[]>();
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [needsFile, setNeedsFile] = useState('');
  const [busy, setBusy] = useState(false);
  const missing = (found ?? [])
    .flatMap((server) => server.secrets)
    .filter(({ name, given }) => !given && (secrets[name] ?? '').trim() === '');

  async function look(): Promise<void> {
    await tried(async () => setFound((await call('mcp.read', { text })).servers));
  }

  async function add(allowFile: boolean): Promise<void> {
    setBusy(true);
    try {
      await call('mcp.add', { text, secrets, start: true, ...(allowFile ? { allowFile } : {}) });
      onClose();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error.reason === 'unavailable' && !allowFile) setNeedsFile(error.message);
      else notify(error.message, 'bad');
      setBusy(false);
    }
  }

  function why(): string | undefined {
    if (text.trim() === '') return t('servers.whyEmpty');
    const labels = missing.map(({ label }) => label);
    return labels.length === 0 ? undefined : t('servers.whyMissing', { list: list(labels) });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void (found === undefined ? look() : add(false));
  }

  return (
    <form className={css.card} aria-label={t('servers.paste')} onSubmit={submit}>
      {found === undefined ? (
        <label className={cx(fields.label, own.paste)}>
          <span>{t('servers.pasteLabel')}</span>
          <textarea
            value={text}
            rows={7}
            required
            spellCheck={false}
            placeholder={'{ "mcpServers": { … } }'}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      ) : (
        found.map((server) => (
          <Found
            key={server.name}
            server={server}
            secrets={secrets}
            onSecret={(name, value) => setSecrets((all) => ({ ...all, [name]: value }))}
          />
        ))
      )}
      <KeyToFile why={needsFile} onAccept={() => void add(true)} />
      <div className={css.actions}>
        <Button type="submit" look="primary" disabled={busy} why={why()}>
          {t(found === undefined ? 'servers.look' : 'servers.addAndStart')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface FoundProps {
  readonly server: PastedServerInfo;
  readonly secrets: Readonly<Record<string, string>>;
  readonly onSecret: (name: string, value: string) => void;
}

function Found({ server, secrets, onSecret }: FoundProps) {
  const { t } = useI18n();
  const { name, kind, shown, exists, confined } = server;
  const runs = confined === false ? 'servers.runsUnconfined' : 'servers.runs';
  return (
    <section className={own.found} aria-label={name}>
      <p className={css.cardHead}>
        <b>{name}</b>
        <span className={css.kind}>{t(`servers.kind.${kind}`)}</span>
      </p>
      {exists && <p className={css.wrong}>{t('servers.replaces')}</p>}
      <p className={css.help}>{t(kind === 'stdio' ? runs : 'servers.asks')}</p>
      <pre className={cx(quoted.quoted, own.program)} {...scrollable}>
        {shown}
      </pre>
      {server.secrets.map((secret) =>
        secret.given ? (
          <p key={secret.name} className={css.help}>
            {t('servers.secretKept', { label: secret.label })}
          </p>
        ) : (
          <div key={secret.name} className={cx(fields.fields, css.field)}>
            <label>
              <span>{t('servers.secretMissing', { label: secret.label, name })}</span>
              <input
                type="password"
                autoComplete="off"
                value={secrets[secret.name] ?? ''}
                onChange={(event) => onSecret(secret.name, event.target.value)}
              />
            </label>
          </div>
        ),
      )}
    </section>
  );
}
