/** What a server's prompt asks for before it has a text: above the message that it becomes. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { McpPrompt } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import fields from '../design/fields.module.css';
import { useI18n } from '../i18n/index.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import css from './prompt-form.module.css';

type Values = Readonly<Record<string, string>>;

/** Throws what the server answers where it refuses. */
export async function promptText({ server, name }: McpPrompt, values: Values): Promise<string> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return (await call('mcp.prompt', { server, name, arguments: given })).text;
}

interface PromptFormProps {
  readonly prompt: McpPrompt;
  /** For its first argument. */
  readonly first: string;
  readonly onText: (text: string) => void;
  readonly onCancel: () => void;
}

export function PromptForm({ prompt, first, onText, onCancel }: PromptFormProps) {
  const { t } = useI18n();
  const title = `/${prompt.server}:${prompt.name}`;
  const [head] = prompt.arguments;
  const [values, setValues] = useState<Values>(head === undefined ? {} : { [head.name]: first });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const firstField = useRef<HTMLInputElement>(null);
  // The owner just chose the prompt: the next thing to do is typing here.
  useEffect(() => firstField.current?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure('');
    try {
      onText(await promptText(prompt, values));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      setFailure(error.message);
      setBusy(false);
    }
  }

  return (
    <form
      className={css.form}
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <p className={css.title}>
        <b>{title}</b>
        <span>{prompt.description}</span>
      </p>
      {prompt.arguments.map(({ name, description, required }, index) => (
        <label key={name} className={fields.label}>
          <span>{required ? name : t('slash.promptOptional', { name })}</span>
          <input
            ref={index === 0 ? firstField : undefined}
            required={required}
            value={values[name] ?? ''}
            placeholder={description}
            onChange={(event) => setValues((all) => ({ ...all, [name]: event.target.value }))}
          />
        </label>
      ))}
      {failure && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={css.actions}>
        <Button type="submit" size="small" look="primary" disabled={busy}>
          {t('slash.promptUse')}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
