/** Of a skill with a plugin: what it may do, whether it waits for its owner, and his answers. */
import { PackageOpen, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import type { CapabilityInfo } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { loadBrainAsks } from '../store/asks.ts';
import { tried } from '../store/tried.ts';
import { call } from '../transport/brain.ts';
import css from './plugin-lines.module.css';
import settings from './settings.module.css';

type Plugin = NonNullable<CapabilityInfo['plugin']>;

const permissionKinds = ['read', 'write', 'hosts', 'commands'] as const;

interface PluginLinesProps {
  readonly name: string;
  readonly plugin: Plugin;
  readonly onChanged: () => void;
}

export function PluginLines({ name, plugin, onChanged }: PluginLinesProps) {
  const { t, list } = useI18n();
  const [busy, setBusy] = useState(false);
  const { state, confined, dependencies } = plugin;

  async function answer(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    await tried(work);
    setBusy(false);
    onChanged();
    await loadBrainAsks();
  }
  const allow = (yes: boolean): void =>
    void answer(() => call('skill.allow', { name, allow: yes }));

  return (
    <div className={css.plugin}>
      <Permissions permissions={plugin.permissions} />
      <p className={cx(settings.help, css.guard, !confined && css.unguarded)}>
        {confined ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}
        {t(confined ? 'plugin.confined' : 'plugin.unconfined')}
      </p>
      {dependencies.length > 0 && (
        <p className={cx(settings.help, css.guard)}>
          <PackageOpen aria-hidden />
          {t('plugin.packages', { list: list(dependencies) })}
        </p>
      )}
      {state !== 'ready' && state !== 'broken' && (
        <p className={settings.help}>{t(`plugin.state.${state}`)}</p>
      )}
      <div className={css.answers}>
        {state === 'dependencies' && (
          <Button
            size="small"
            disabled={busy}
            onClick={() => void answer(() => call('skill.installPackages', { name }))}
          >
            {t(busy ? 'plugin.installing' : 'plugin.install')}
          </Button>
        )}
        {(state === 'asks' || state === 'denied') && (
          <Button size="small" look="primary" disabled={busy} onClick={() => allow(true)}>
            {t('plugin.allow')}
          </Button>
        )}
        {(state === 'asks' || state === 'ready') && (
          <Button size="small" disabled={busy} onClick={() => allow(false)}>
            {t(state === 'asks' ? 'plugin.deny' : 'plugin.withdraw')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What it asks for, a line per kind; also shown before something is taken in. */
export function Permissions({ permissions }: { readonly permissions: Plugin['permissions'] }) {
  const { t } = useI18n();
  const kinds = permissionKinds.filter((kind) => permissions[kind].length > 0);
  if (kinds.length === 0) return <p className={settings.help}>{t('plugin.asksNothing')}</p>;
  return (
    <dl className={css.permissions}>
      {kinds.map((kind) => (
        <div key={kind}>
          <dt>{t(`plugin.permission.${kind}`)}</dt>
          <dd>
            {permissions[kind].map((one) => (
              <code key={one}>{one === '.' ? t('plugin.workingFolder') : one}</code>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
