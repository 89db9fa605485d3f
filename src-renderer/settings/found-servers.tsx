/** Ollama that runs on this machine but is not used yet: one click, and it is. */
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { loadProviders, useProviders } from '../store/providers.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import css from './found-servers.module.css';
import { providersWith } from './provider-patch.ts';
import { save } from './save.ts';

type Found = ResultOf<'provider.find'>['found'][number];

export function FoundServers() {
  const { t, list } = useI18n();
  const { providers, cascade } = useProviders();
  const [found, setFound] = useState<{
    readonly beside: string;
    readonly servers: readonly Found[];
  }>();
  const names = providers.map(({ name }) => name).join(' ');

  // A provider that came or went changes what is found: what the brain has already is not.
  useEffect(() => {
    let current = true;
    call('provider.find', {}).then(
      (answer) => {
        if (current) setFound({ beside: names, servers: answer.found });
      },
      (error: unknown) => {
        // Nothing is offered then; the list itself says what is wrong.
        if (!(error instanceof RpcError)) throw error;
      },
    );
    return () => {
      current = false;
    };
  }, [names]);

  async function use({ name, kind, baseUrl, models }: Found): Promise<void> {
    const providers = providersWith(name, { kind, baseUrl, model: models[0] ?? '' });
    if (!(await save({ providers, cascade: [...cascade, name] }))) return;
    notify(t('models.added', { name }));
    await tried(loadProviders);
  }

  if (found === undefined || found.servers.length === 0) return null;
  return (
    <ul className={css.found}>
      {found.servers.map((server) => (
        <li key={server.baseUrl}>
          <span>
            <b>{t('models.found')}</b>
            <small>
              {server.models.length === 0
                ? t('models.foundEmpty', { place: server.baseUrl })
                : t('models.foundModels', {
                    place: server.baseUrl,
                    models: list(server.models.slice(0, 3)),
                  })}
            </small>
          </span>
          <Button look="primary" disabled={found.beside !== names} onClick={() => void use(server)}>
            {t('models.foundUse')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
