/** The title of the open conversation; a click makes it a field. */
import { useState } from 'react';
import type { SessionSummary } from '../../protocol/index.ts';
import { useI18n } from '../i18n/index.ts';
import { useUi } from '../store/ui.ts';
import { renameSession } from './session-actions.ts';
import css from './session-title.module.css';

export function SessionTitle({ session }: { readonly session: SessionSummary }) {
  const { t } = useI18n();
  const editing = useUi((state) => state.renaming === session.sessionId);
  if (editing) {
    return <TitleField session={session} onDone={() => useUi.setState({ renaming: undefined })} />;
  }
  return (
    <h1 className={css.heading}>
      <button
        type="button"
        className={css.title}
        dir="auto"
        title={t('session.rename')}
        onClick={() => useUi.setState({ renaming: session.sessionId })}
      >
        {session.title || t('session.untitled')}
      </button>
    </h1>
  );
}

interface TitleFieldProps {
  readonly session: SessionSummary;
  readonly onDone: () => void;
}

/** Outside the component: a new function would select the text again whenever the session changes. */
function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

export function TitleField({ session, onDone }: TitleFieldProps) {
  const { t } = useI18n();
  // Another window may rename it meanwhile: what nobody changed here is not saved over that.
  const [before] = useState(session.title);
  return (
    <input
      className={css.field}
      defaultValue={before}
      maxLength={200}
      aria-label={t('session.rename')}
      ref={selectAll}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Leaving the field saves; so the old title goes back first.
          event.currentTarget.value = before;
          event.currentTarget.blur();
        }
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
      onBlur={(event) => {
        const title = event.currentTarget.value.trim();
        if (title !== before) void renameSession(session, title);
        onDone();
      }}
    />
  );
}
