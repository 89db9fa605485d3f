/** The title of the open conversation, what is special about it, its folder and its model. */
import { Brain, EyeOff, Globe, GraduationCap, X } from 'lucide-react';
import { memo } from 'react';
import type { SessionSummary } from '../../protocol/index.ts';
import { IconButton } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { SessionTitle } from '../sessions/session-title.tsx';
import { call } from '../transport/brain.ts';
import css from './conversation-room.module.css';
import { ModelPicker } from './model-picker.tsx';
import { FolderPicker } from './pickers.tsx';
import { changeSession, told } from './session-change.ts';

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
  const { t } = useI18n();
  const { sessionId } = session;
  return (
    <header className={css.header}>
      <SessionTitle session={session} />
      {session.private && (
        <span className={css.private} title={t('session.privateText')}>
          <EyeOff aria-hidden />
          {t('session.private')}
        </span>
      )}
      {session.taint && (
        <span
          className={css.private}
          title={t('session.taintText', {
            places: session.taint.map(({ name }) => name).join(', '),
          })}
        >
          <Globe aria-hidden />
          {t('session.taint', { place: placeOf(session.taint) })}
        </span>
      )}
      {session.skills?.map((name) => (
        <span key={name} className={css.private} title={t('session.skillText', { name })}>
          <GraduationCap aria-hidden />
          {name}
          <button
            type="button"
            className={css.endSkill}
            aria-label={t('session.endSkill', { name })}
            onClick={() => void told(call('skill.end', { sessionId, name }))}
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
          onChange={(model) => void told(changeSession(sessionId, { model: model ?? null }))}
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

const shownPlace = 32;

/** The first place that text is from, as short as it can be told. */
function placeOf(origins: NonNullable<SessionSummary['taint']>): string {
  const [first, ...others] = origins;
  const name =
    first?.kind === 'file' ? (first.name.split(/[\\/]/).at(-1) ?? '') : (first?.name ?? '');
  const short = name.length > shownPlace ? `${name.slice(0, shownPlace - 1)}…` : name;
  return others.length === 0 ? short : `${short} +${others.length}`;
}
