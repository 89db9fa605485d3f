/** The conversation that an address names: being read, missing, or open. */
import { useEffect } from 'react';
import { cx } from '../design/cx.ts';
import { Lost } from '../design/lost.tsx';
import room from '../design/room.module.css';
import { Failure, Room } from '../design/room.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { openConversation, useConversation } from '../store/conversation.ts';
import { useUi } from '../store/ui.ts';
import css from './conversation-room.module.css';
import { Elapsed } from './elapsed.tsx';
import { OpenConversation } from './open-conversation.tsx';

export function ConversationRoom({ sessionId }: { readonly sessionId: string }) {
  const { t } = useI18n();
  const openId = useConversation((state) => state.sessionId);
  const phase = useConversation((state) => state.phase);
  const failure = useConversation((state) => state.failure);
  const conversation = useConversation((state) => state.calm);
  useEffect(() => {
    openConversation(sessionId);
    useUi.setState({ storyTurnId: undefined });
  }, [sessionId]);
  useEffect(() => () => openConversation(undefined), []);

  if (openId !== sessionId || phase === 'loading' || phase === 'none') {
    return (
      <div className={cx(room.room, css.talk)} aria-busy="true">
        <p className={css.reading}>
          <Elapsed words={t('conversation.reading')} />
        </p>
      </div>
    );
  }
  if (phase === 'missing') {
    return (
      <Room title={t('room.conversations')}>
        <Lost
          title={t('conversation.missing')}
          text={t('conversation.missingText')}
          links={[{ href: to.home(), name: t('side.new') }]}
        />
      </Room>
    );
  }
  if (conversation === undefined) {
    return (
      <div className={css.failed}>
        <Failure>{failure}</Failure>
      </div>
    );
  }
  return <OpenConversation key={sessionId} conversation={conversation} />;
}
