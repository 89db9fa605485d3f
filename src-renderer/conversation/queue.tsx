/** Messages that wait for the running turn: seen, edited and taken back by every window. */
import { ListOrdered, Pencil, Play, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { QueuedMessage } from '../../protocol/index.ts';
import { Button, IconButton } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { tried } from '../store/tried.ts';
import { call } from '../transport/brain.ts';
import css from './queue.module.css';

interface QueueProps {
  readonly sessionId: string;
  readonly messages: readonly QueuedMessage[];
  readonly paused: boolean;
}

export function Queue({ sessionId, messages, paused }: QueueProps) {
  const { t, tn } = useI18n();
  if (messages.length === 0) return null;
  return (
    <section className={css.queue} aria-label={t('queue.label')}>
      <header className={css.header}>
        <ListOrdered aria-hidden />
        <span>{paused ? t('queue.paused') : tn('queue.waiting', messages.length)}</span>
        {paused && (
          <Button
            size="small"
            icon={<Play aria-hidden />}
            onClick={() => void tried(() => call('queue.resume', { sessionId }))}
          >
            {t('queue.resume')}
          </Button>
        )}
      </header>
      <ul>
        {messages.map((message) => (
          <QueuedLine key={message.messageId} sessionId={sessionId} message={message} />
        ))}
      </ul>
    </section>
  );
}

interface QueuedLineProps {
  readonly sessionId: string;
  readonly message: QueuedMessage;
}

function QueuedLine({ sessionId, message }: QueuedLineProps) {
  const { t } = useI18n();
  const [draft, setDraft] = useState<string>();
  const { messageId } = message;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const text = draft?.trim();
    if (text && text !== message.text) {
      await tried(() => call('queue.update', { sessionId, messageId, text }));
    }
    setDraft(undefined);
  }

  if (draft !== undefined) {
    return (
      <li className={css.line}>
        <form className={css.edit} onSubmit={(event) => void save(event)}>
          <textarea
            ref={focusField}
            rows={Math.min(6, draft.split('\n').length)}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.preventDefault();
                setDraft(undefined);
              }
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            aria-label={t('queue.edit')}
          />
          <Button size="small" type="submit">
            {t('common.save')}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className={css.line}>
      <span className={css.text}>{message.text}</span>
      <IconButton
        className={css.button}
        label={t('queue.edit')}
        onClick={() => setDraft(message.text)}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        className={css.button}
        label={t('queue.remove')}
        onClick={() => void tried(() => call('queue.remove', { sessionId, messageId }))}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

/** Outside the component: a new function would be called at every letter. */
function focusField(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
