/** Models that an Ollama can be told to download: the one that is missing, and any other by its name. */
import { type FormEvent, useState } from 'react';
import type { ProviderInfo } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import { useI18n } from '../i18n/index.ts';
import { useProviders } from '../store/providers.ts';
import { ModelPullLine, startPull } from './model-pull.tsx';
import css from './settings.module.css';

/** Small models that know tools, to begin with; any name may be typed. */
const suggestions = ['qwen3:8b', 'qwen3:4b', 'llama3.2:3b', 'gpt-oss:20b'];

export function Downloads({ provider }: { readonly provider: ProviderInfo }) {
  const { t } = useI18n();
  const { name, models, missingModel } = provider;
  const pulls = useProviders((state) => state.pulls);
  const [draft, setDraft] = useState('');
  const open = pulls.filter((pull) => pull.provider === name).map(({ model }) => model);
  const shown = [...new Set([...(missingModel === undefined ? [] : [missingModel]), ...open])];
  const listId = `downloads-${name}`;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await startPull(name, draft.trim())) setDraft('');
  }

  return (
    <>
      {shown.map((model) => (
        <ModelPullLine key={model} provider={name} model={model} />
      ))}
      <form className={cx(fields.fields, css.field)} onSubmit={(event) => void submit(event)}>
        <label>
          <span>{t(models.length === 0 ? 'pull.first' : 'pull.another')}</span>
          <input
            value={draft}
            list={listId}
            spellCheck={false}
            placeholder={suggestions[0]}
            onChange={(event) => setDraft(event.target.value)}
          />
          <datalist id={listId}>
            {suggestions.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
        </label>
        <Button type="submit" hint={draft.trim() === '' ? t('hint.empty') : undefined}>
          {t('pull.download')}
        </Button>
      </form>
    </>
  );
}
