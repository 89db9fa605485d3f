/** An open conversation: header, turns, what waits for an answer, queue, composer, the story beside it. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { BrainPanel } from '../brain/brain-panel.tsx';
import { contextShare } from '../brain/story.ts';
import { cx } from '../design/cx.ts';
import room from '../design/room.module.css';
import { useI18n } from '../i18n/index.ts';
import { focusMessage } from '../shell/keys/focus.ts';
import { useNoRoomForBrain } from '../shell/use-media.ts';
import type { Conversation } from '../store/conversation.ts';
import { sendMessage } from '../store/send.ts';
import { isDone } from '../store/tried.ts';
import { notify, setBrainOpen, useUi } from '../store/ui.ts';
import { BrainAsks } from '../welcome/brain-asks.tsx';
import { ConversationComposer } from './conversation-composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import css from './conversation-room.module.css';
import { FindBar } from './find-bar.tsx';
import { PinnedAsks } from './pinned-asks.tsx';
import { Queue } from './queue.tsx';
import { forkAt } from './session-change.ts';
import { Thread } from './thread.tsx';
import { TodoList } from './todo-list.tsx';
import type { SendMore, TurnActions } from './turn-actions.ts';
import { useAnnouncements } from './use-announcements.ts';
import { useFind } from './use-find.ts';

export function OpenConversation({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useI18n();
  const [, navigate] = useLocation();
  const { session, turns, queue, queuePaused, hasOlder } = conversation;
  const { sessionId } = session;
  const [params, setParams] = useSearchParams();
  const goTo = params.get('turn') ?? undefined;
  const [sent, setSent] = useState(0);
  const overlay = useNoRoomForBrain();
  const brainOpen = useUi((state) => (overlay ? state.brainOverlay : state.brainOpen));
  const storyTurnId = useUi((state) => state.storyTurnId);
  const lastTurn = turns.byId[turns.order.at(-1) ?? ''];
  const storyTurn = (storyTurnId && turns.byId[storyTurnId]) || lastTurn;
  const running = lastTurn !== undefined && lastTurn.endedAt === undefined;
  const find = useFind(sessionId);
  useAnnouncements(lastTurn);

  const isLost = goTo !== undefined && !hasOlder && turns.byId[goTo] === undefined;
  useEffect(() => {
    if (!isLost) return;
    notify(t('conversation.turnMissing'));
    setParams({}, { replace: true });
  }, [isLost, t, setParams]);

  const openBrain = useCallback(
    (open: boolean) => {
      if (overlay) useUi.setState({ brainOverlay: open });
      else setBrainOpen(open);
    },
    [overlay],
  );
  const closeBrain = useCallback(() => openBrain(false), [openBrain]);
  const toEnd = useCallback(() => setSent((count) => count + 1), []);

  const send = useCallback(
    async (text: string, { attachments = [], ...more }: SendMore = {}): Promise<void> => {
      toEnd();
      await sendMessage({ sessionId, text, attachments, ...more });
    },
    [sessionId, toEnd],
  );

  const actions = useMemo<TurnActions>(
    () => ({
      onShowStory(turnId) {
        useUi.setState({ storyTurnId: turnId });
        openBrain(true);
      },
      onFork: (turnId) => void forkAt(sessionId, turnId, navigate),
      async onSend(text, more) {
        const isSent = await isDone(() => send(text, more));
        // What was pressed is gone with the turn that it replaced.
        if (isSent) focusMessage();
        return isSent;
      },
    }),
    [sessionId, send, openBrain, navigate],
  );

  return (
    <div className={css.room}>
      <section
        className={cx(room.room, css.talk)}
        aria-label={session.title || t('session.untitled')}
      >
        <ConversationHeader session={session} brainOpen={brainOpen} onBrain={openBrain} />
        {find.isOpen && <FindBar find={find} />}
        <Thread
          sessionId={sessionId}
          turns={turns}
          hasOlder={hasOlder}
          chosenTurnId={brainOpen ? storyTurn?.turnId : undefined}
          idle={!running}
          actions={actions}
          sent={sent}
          goTo={goTo}
          find={find}
        />
        <div className={css.asks}>
          {running && <PinnedAsks turn={lastTurn} />}
          <BrainAsks />
        </div>
        {running && lastTurn.todo && <TodoList items={lastTurn.todo} live />}
        <Queue sessionId={sessionId} messages={queue} paused={queuePaused} />
        <ConversationComposer
          sessionId={sessionId}
          mode={session.mode}
          runningTurnId={running ? lastTurn.turnId : undefined}
          share={lastTurn && contextShare(lastTurn)}
          onSend={send}
          onCompacted={toEnd}
        />
      </section>
      {brainOpen && (
        <BrainPanel sessionId={sessionId} turn={storyTurn} overlay={overlay} onClose={closeBrain} />
      )}
    </div>
  );
}
