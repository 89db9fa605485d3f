/** The composer of an open conversation: what its commands do here, its mode, how full its context is. */
import { memo } from 'react';
import { useLocation } from 'wouter';
import type { PermissionMode } from '../../protocol/index.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { compactSession } from '../sessions/session-actions.ts';
import { tried } from '../store/tried.ts';
import { seedComposer } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { Composer } from './composer.tsx';
import css from './conversation-room.module.css';
import { ModePicker } from './pickers.tsx';
import { changeSession } from './session-change.ts';
import type { RoomAction } from './slash-commands.ts';
import type { SendMore } from './turn-actions.ts';

interface ConversationComposerProps {
  readonly sessionId: string;
  readonly mode: PermissionMode;
  readonly runningTurnId: string | undefined;
  /** Of the context that is used, 0..1. */
  readonly share: number | undefined;
  readonly onSend: (text: string, more: SendMore) => Promise<void>;
  readonly onCompacted: () => void;
}

/** Drawn anew only when something of it changes: the conversation above it streams. */
export const ConversationComposer = memo(function ConversationComposer({
  sessionId,
  mode,
  runningTurnId,
  share,
  onSend,
  onCompacted,
}: ConversationComposerProps) {
  const { t, percent } = useI18n();
  const [, navigate] = useLocation();

  async function obey(action: RoomAction): Promise<void> {
    switch (action.kind) {
      case 'new':
        seedComposer(action.text);
        navigate(to.home());
        return;
      case 'model':
        await changeSession(sessionId, { model: action.model ?? null });
        return;
      case 'mode':
        await changeSession(sessionId, { mode: action.mode });
        return;
      case 'remember':
        await onSend(t('slash.rememberText', { fact: action.fact }), {});
        return;
      case 'compact':
        await compactSession(sessionId, t('compaction.nothing'));
        // The card of it stands at the end.
        onCompacted();
        return;
    }
  }

  return (
    <Composer
      sessionId={sessionId}
      running={runningTurnId !== undefined}
      onSend={(text, attachments) => onSend(text, { attachments })}
      onCommand={obey}
      onStop={() => {
        if (runningTurnId) void tried(() => call('chat.stop', { turnId: runningTurnId }));
      }}
    >
      <ModePicker
        value={mode}
        onChange={(next) => void tried(() => changeSession(sessionId, { mode: next }))}
      />
      {share !== undefined && (
        <span className={css.figure}>{t('composer.context', { percent: percent(share) })}</span>
      )}
    </Composer>
  );
});
