/** How the message goes on when it is a command: what can be chosen, and which one is. */
import { useMemo, useState } from 'react';
import type { PermissionMode } from '../../protocol/index.ts';
import { useAnswer } from '../design/use-answer.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { inCascadeOrder, useProviders } from '../store/providers.ts';
import {
  automaticModel,
  type Choice,
  type Completion,
  completionsOf,
  type SlashSources,
} from './slash-commands.ts';

const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'bypassPermissions'];

interface Slash {
  readonly sources: SlashSources;
  readonly completions: readonly Completion[];
  readonly chosen: number;
  choose(index: number): void;
  /** Until something else is typed. */
  close(): void;
}

const nothing: SlashSources = { models: [], modes: [], skills: [], prompts: [] };

export function useSlash(text: string): Slash {
  const { t } = useI18n();
  const isCommand = text.startsWith('/');
  const sources = useSources(isCommand);
  const [pick, setPick] = useState({ of: '', index: 0 });
  const [closed, setClosed] = useState('');
  const completions = useMemo(
    () =>
      isCommand && closed !== text
        ? completionsOf(text, sources, (name) => t(`slash.${name}`))
        : [],
    [text, closed, isCommand, sources, t],
  );
  const index = pick.of === text ? pick.index : 0;
  return {
    sources,
    completions,
    chosen: Math.min(index, Math.max(0, completions.length - 1)),
    choose: (next) => setPick({ of: text, index: next }),
    close: () => setClosed(text),
  };
}

/** What commands can name; asked for when the first command is typed. */
function useSources(wanted: boolean): SlashSources {
  const { t } = useI18n();
  const { value } = useAnswer('capability.list', wanted ? {} : undefined);
  const servers = useAnswer('mcp.prompts', wanted ? {} : undefined);
  const providers = useProviders();
  return useMemo(() => {
    if (!wanted) return nothing;
    const skills = value?.capabilities.filter(({ kind, enabled }) => kind === 'skill' && enabled);
    return {
      models: modelChoices(inCascadeOrder(providers), t),
      modes: modes.map((mode) => ({
        value: mode,
        label: t(`mode.${mode}`),
        detail: t(`mode.${mode}.detail`),
      })),
      skills: (skills ?? []).map(({ name, description }) => ({
        value: name,
        label: name,
        detail: description,
      })),
      prompts: servers.value?.prompts ?? [],
    };
  }, [wanted, value, servers.value, providers, t]);
}

function modelChoices(
  providers: ReturnType<typeof inCascadeOrder>,
  t: I18n['t'],
): readonly Choice[] {
  return [
    { value: automaticModel, label: t('model.automatic') },
    { value: 'reflex', label: t('model.reflex'), detail: t('model.reflexDetail') },
    ...providers.flatMap((provider) => {
      const names = provider.models.length > 0 ? provider.models : [provider.model].filter(Boolean);
      return names.map((name) => ({
        value: `${name}@${provider.name}`,
        label: name,
        detail: provider.name,
      }));
    }),
  ];
}
