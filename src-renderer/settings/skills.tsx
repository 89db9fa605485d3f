/** Skills, plugins and servers: what they offer, whether they are on, what is broken. */
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import type { CapabilityInfo } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { Failure } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { tried } from '../store/tried.ts';
import { call, onBrainEvent } from '../transport/brain.ts';
import { PluginLines } from './plugin-lines.tsx';
import css from './settings.module.css';
import { SkillIntake } from './skill-intake.tsx';

export function Skills() {
  const { t } = useI18n();
  const { value, failure, reload } = useAnswer('capability.list', {});

  // A file that was saved, a plugin that is ready: seen without asking.
  useEffect(
    () =>
      onBrainEvent((event) => {
        if ('scope' in event && event.type === 'capability') reload();
      }),
    [reload],
  );

  async function reloadAll(): Promise<void> {
    await tried(() => call('capability.reload', {}));
    reload();
  }

  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.skills')}</h2>
        <p>{t('skills.intro')}</p>
        <Button icon={<RotateCw aria-hidden />} onClick={() => void reloadAll()}>
          {t('skills.reload')}
        </Button>
      </header>
      <SkillIntake onTaken={reload} />
      {failure && <Failure>{failure}</Failure>}
      <ul className={css.cards}>
        {value?.capabilities.map((capability) => (
          <CapabilityCard key={capability.name} capability={capability} onChanged={reload} />
        ))}
      </ul>
      {value?.capabilities.length === 0 && <p className={css.help}>{t('skills.none')}</p>}
    </>
  );
}

interface CapabilityCardProps {
  readonly capability: CapabilityInfo;
  readonly onChanged: () => void;
}

function CapabilityCard({ capability, onChanged }: CapabilityCardProps) {
  const { t, told } = useI18n();
  const { name, enabled, error, tools, kind, plugin } = capability;
  // Empty for one that never was in order.
  const description = told(capability, 'description');

  async function toggle(): Promise<void> {
    await tried(() => call('capability.setEnabled', { name, enabled: !enabled }));
    onChanged();
  }

  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <b>{name}</b>
        <span className={css.kind}>{t(`skills.kind.${kind}`)}</span>
        <label className={css.switch}>
          <input
            type="checkbox"
            role="switch"
            checked={enabled}
            aria-checked={enabled}
            onChange={() => void toggle()}
            aria-label={t('skills.enabled', { name })}
          />
        </label>
      </div>
      {description !== '' && <p className={css.help}>{description}</p>}
      {error && (
        <p className={cx(css.help, css.wrong)}>
          <code>
            {error.file}
            {error.line === undefined ? '' : `:${error.line}`}
          </code>{' '}
          {told(error, 'reason')}
        </p>
      )}
      {error?.line !== undefined && description !== '' && (
        <p className={css.help}>{t('skills.lastGood')}</p>
      )}
      {tools.length > 0 && (
        <p className={css.tools}>
          {tools.map((tool) => (
            <code key={tool.name} title={tool.description}>
              {tool.name}
            </code>
          ))}
        </p>
      )}
      {plugin && enabled && <PluginLines name={name} plugin={plugin} onChanged={onChanged} />}
    </li>
  );
}
