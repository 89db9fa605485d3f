/** The title of the open conversation, what is special about it, its folder and its model. */
import { Brain, EyeOff, GitFork, GraduationCap, X } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { SessionSummary } from '../../protocol/index.ts';
import { IconButton } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { forkWords } from '../sessions/fork-words.ts';
import { SessionTitle } from '../sessions/session-title.tsx';
import { tried } from '../store/tried.ts';
import { call } from '../transport/brain.ts';
import css from './conversation-room.module.css';
import { ModelPicker } from './model-picker.tsx';
import { FolderPicker } from './pickers.tsx';
import { changeSession } from './session-change.ts';
import { TaintBadge } from './taint-badge.tsx';

interface ConversationHeaderProps {
  readonly session: SessionSummary;
  readonly brainOpen: boolean;
  readonly onBrain: (open: boolean) => void;
}

export const ConversationHeader = memo(function ConversationHeader({
  session,
  brainOpen,
  onBrain,
}: ConversationHeaderProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { sessionId, forkOf } = session;
  return (
    <header className={css.header}>
      {forkOf && (
        <Link
          href={to.conversation(forkOf.sessionId)}
          className={css.fork}
          aria-label={forkWords(session, i18n)}
          title={forkWords(session, i18n)}
        >
          <GitFork aria-hidden />
        </Link>
      )}
      <SessionTitle session={session} />
      {session.private && (
        <span className={css.private} title={t('session.privateText')}>
          <EyeOff aria-hidden />
          {t('session.private')}
        </span>
      )}
      {session.taint && <TaintBadge origins={session.taint} />}
      {session.skills?.map((name) => (
        <span key={name} className={css.private} title={t('session.skillText', { name })}>
          <GraduationCap aria-hidden />
          {name}
          <button
            type="button"
            className={css.endSkill}
            aria-label={t('session.endSkill', { name })}
            onClick={() => void tried(() => call('skill.end', { sessionId, name }))}
          >
            <X aria-hidden />
          </button>
        </span>
      ))}
      <FolderPicker
        value={session.workingDir}
        onChange={(workingDir) => changeSession(sessionId, { workingDir })}
      />
      <span className={css.headerEnd}>
        <ModelPicker
          value={session.model}
          onChange={(model) => void tried(() => changeSession(sessionId, { model: model ?? null }))}
        />
        <IconButton
          label={t(brainOpen ? 'brain.close' : 'brain.open')}
          keys="brain"
          aria-pressed={brainOpen}
          onClick={() => onBrain(!brainOpen)}
        >
          <Brain aria-hidden />
        </IconButton>
      </span>
    </header>
  );
});
