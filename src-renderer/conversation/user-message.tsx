/** The owner's message, and the way to say it better: editing takes its place and all after it. */
import { Check, Copy, History, Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import type { TurnState } from '../store/turns.ts';
import { changedCount } from './changed-files.tsx';
import hover from './hover-tools.module.css';
import { AttachedFiles } from './picture.tsx';
import { Said } from './said.tsx';
import type { TurnActions } from './turn-actions.ts';
import { useCopy } from './use-copy.ts';
import css from './user-message.module.css';

interface UserMessageProps {
  readonly turn: TurnState;
  readonly last: boolean;
  /** Nothing runs in the conversation. */
  readonly idle: boolean;
  readonly actions: TurnActions;
}

export function UserMessage({ turn, last, idle, actions }: UserMessageProps) {
  const { t } = useI18n();
  const [editing, setEditing] = useState(false);
  const left = useRef(false);
  const { copied, copy } = useCopy();
  const { replaces } = turn;

  function leave(): void {
    left.current = true;
    setEditing(false);
  }

  /** Who leaves the form is back where they opened it. */
  function focusBack(pencil: HTMLButtonElement | null): void {
    if (pencil === null || !left.current) return;
    left.current = false;
    pencil.focus();
  }

  if (editing) {
    return <EditForm turn={turn} last={last} actions={actions} onDone={leave} />;
  }
  return (
    <div className={css.user}>
      <span className={cx(hover.tools, css.tools)}>
        <IconButton
          className={hover.tool}
          label={copied ? t('code.copied') : t('message.copy')}
          onClick={() => copy(turn.text)}
        >
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
        {idle && turn.endedAt !== undefined && (
          <IconButton
            ref={focusBack}
            className={hover.tool}
            label={t('message.edit')}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden />
          </IconButton>
        )}
      </span>
      <div className={css.said}>
        <div className={css.bubble}>
          <Said turnId={turn.turnId} text={turn.text} />
          <AttachedFiles files={turn.attachments} />
        </div>
        {replaces !== undefined && (
          <button type="button" className={css.earlier} onClick={() => actions.onFork(replaces)}>
            <History aria-hidden />
            {t('message.earlier')}
          </button>
        )}
      </div>
    </div>
  );
}

interface EditFormProps {
  readonly turn: TurnState;
  readonly last: boolean;
  readonly actions: TurnActions;
  readonly onDone: () => void;
}

function EditForm({ turn, last, actions, onDone }: EditFormProps) {
  const { t } = useI18n();
  const [draft, setDraft] = useState(turn.text);
  const [busy, setBusy] = useState(false);
  const text = draft.trim();
  const notes = [
    ...(last ? [] : [t('message.editLater')]),
    ...(changedCount(turn) > 0 ? [t('message.editFiles')] : []),
  ];

  async function send(): Promise<void> {
    if (text === '' || busy) return;
    setBusy(true);
    const attachments = turn.attachments.map(({ id }) => id);
    // Where it went well the turn is gone, and this form with it.
    if (!(await actions.onSend(text, { attachments, replaces: turn.turnId }))) setBusy(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <form
      className={css.edit}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={focusEnd}
        dir="auto"
        className={css.field}
        rows={Math.min(12, draft.split('\n').length + 1)}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label={t('message.edit')}
      />
      <AttachedFiles files={turn.attachments} />
      {notes.length > 0 && <p>{notes.join(' ')}</p>}
      <div className={css.actions}>
        <Button size="small" look="quiet" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button
          size="small"
          look="primary"
          type="submit"
          disabled={busy}
          why={text === '' ? t('composer.empty') : undefined}
        >
          {t('composer.send')}
        </Button>
      </div>
    </form>
  );
}

/** Outside the component: a new function would move the cursor at every letter. */
function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
  // Opened low in the thread, its buttons would lie behind the composer.
  field?.form?.scrollIntoView({ block: 'nearest' });
}
