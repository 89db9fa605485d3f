/** Prompts that a server offers: their text is put before the owner, who reads and sends it. */
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { McpPrompt } from '../../protocol/index.ts';
import { readDraft, writeDraft } from '../conversation/drafts.ts';
import { promptText } from '../conversation/prompt-form.tsx';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { tried } from '../store/tried.ts';
import own from './servers.module.css';
import css from './settings.module.css';

export function ServerPrompts({ name, count }: { readonly name: string; readonly count: number }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const { value } = useAnswer('mcp.prompts', open ? {} : undefined);
  const prompts = value?.prompts.filter(({ server }) => server === name) ?? [];
  return (
    <details className={own.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('servers.prompts', { count })}</summary>
      <ul className={own.tools}>
        {prompts.map((prompt) => (
          <PromptLine key={prompt.name} prompt={prompt} />
        ))}
      </ul>
    </details>
  );
}

function PromptLine({ prompt }: { readonly prompt: McpPrompt }) {
  const { t } = useI18n();
  const [, navigate] = useLocation();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { name, description } = prompt;

  async function use(event: FormEvent): Promise<void> {
    event.preventDefault();
    await tried(async () => {
      const text = await promptText(prompt, values);
      const draft = readDraft(undefined);
      writeDraft(undefined, draft === '' ? text : `${draft}\n\n${text}`);
      navigate(to.home());
    });
  }

  return (
    <li>
      <code>{name}</code>
      <form className={own.prompt} onSubmit={(event) => void use(event)}>
        <p className={css.help}>{description}</p>
        {prompt.arguments.map((argument) => (
          <div key={argument.name} className={cx(fields.fields, css.field)}>
            <label>
              <span>{argument.name}</span>
              <input
                required={argument.required}
                value={values[argument.name] ?? ''}
                placeholder={argument.description}
                onChange={(event) =>
                  setValues((all) => ({ ...all, [argument.name]: event.target.value }))
                }
              />
            </label>
          </div>
        ))}
        <Button type="submit" size="small">
          {t('servers.usePrompt')}
        </Button>
      </form>
    </li>
  );
}
