/** The conversation: header, turns, queue and composer, with the turn's story beside it. */
import { Brain, EyeOff, Globe, MessageSquareText } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { PermissionMode, SessionSummary } from '../../protocol/index.ts';
import { BrainPanel } from '../brain/brain-panel.tsx';
import { contextShare } from '../brain/story.ts';
import { IconButton } from '../design/button.tsx';
import { Empty, Failure, Room } from '../design/room.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { compactSession } from '../sessions/session-actions.ts';
import { SessionTitle } from '../sessions/session-title.tsx';
import { useNoRoomForBrain } from '../shell/use-media.ts';
import { type Conversation, openConversation, useConversation } from '../store/conversation.ts';
import { sendMessage } from '../store/send.ts';
import { putSession } from '../store/sessions.ts';
import { notify, setBrainOpen, useUi } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { BrainAsks } from '../welcome/brain-asks.tsx';
import { Composer } from './composer.tsx';
import css from './conversation-room.module.css';
import { FolderPicker, ModelPicker, ModePicker } from './pickers.tsx';
import { Queue } from './queue.tsx';
import { Thread } from './thread.tsx';
import { TodoList } from './todo-list.tsx';
import type { TurnActions } from './turn-actions.ts';
import { useAnnouncements } from './use-announcements.ts';

export function ConversationRoom({ sessionId }: { readonly sessionId: string }) {
  const { t } = useI18n();
  const state = useConversation();
  useEffect(() => {
    openConversation(sessionId);
    useUi.setState({ storyTurnId: undefined });
  }, [sessionId]);
  useEffect(() => () => openConversation(undefined), []);

  if (state.sessionId !== sessionId || state.phase === 'loading' || state.phase === 'none') {
    return <div className={css.talk} aria-busy="true" />;
  }
  if (state.phase === 'missing') {
    return (
      <Room title={t('room.conversations')}>
        <Empty icon={<MessageSquareText />} title={t('conversation.missing')}>
          {t('conversation.missingText')}
        </Empty>
      </Room>
    );
  }
  if (state.current === undefined) {
    return (
      <div className={css.failed}>
        <Failure>{state.failure}</Failure>
      </div>
    );
  }
  return <OpenConversation key={sessionId} conversation={state.current} />;
}

function OpenConversation({ conversation }: { readonly conversation: Conversation }) {
  const { t, percent } = useI18n();
  const [, navigate] = useLocation();
  const { session, turns, queue, queuePaused, hasOlder } = conversation;
  const { sessionId } = session;
  const [params] = useSearchParams();
  const [sent, setSent] = useState(0);
  const overlay = useNoRoomForBrain();
  const brainOpen = useUi((state) => (overlay ? state.brainOverlay : state.brainOpen));
  const storyTurnId = useUi((state) => state.storyTurnId);
  const lastTurn = turns.byId[turns.order.at(-1) ?? ''];
  const storyTurn = (storyTurnId && turns.byId[storyTurnId]) || lastTurn;
  const running = lastTurn !== undefined && lastTurn.endedAt === undefined;
  useAnnouncements(lastTurn);

  const openBrain = useCallback(
    (open: boolean) => {
      if (overlay) useUi.setState({ brainOverlay: open });
      else setBrainOpen(open);
    },
    [overlay],
  );

  const closeBrain = useCallback(() => openBrain(false), [openBrain]);

  const send = useCallback(
    async (text: string, attachments: readonly string[] = [], model?: string): Promise<void> => {
      setSent((count) => count + 1);
      await sendMessage({ sessionId, text, attachments, ...(model ? { model } : {}) });
    },
    [sessionId],
  );

  const actions = useMemo<TurnActions>(
    () => ({
      onShowStory(turnId) {
        useUi.setState({ storyTurnId: turnId });
        openBrain(true);
      },
      onFork: (turnId) => void fork(sessionId, turnId, navigate),
      onSend: (text, more) => void told(send(text, more?.attachments, more?.model)),
    }),
    [sessionId, send, openBrain, navigate],
  );

  async function compact(): Promise<void> {
    await compactSession(sessionId, t('compaction.nothing'));
    // The card of it stands at the end.
    setSent((count) => count + 1);
  }

  function stop(): void {
    if (lastTurn) void told(call('chat.stop', { turnId: lastTurn.turnId }));
  }

  const share = lastTurn && contextShare(lastTurn);
  return (
    <div className={css.room}>
      <section className={css.talk} aria-label={session.title || t('session.untitled')}>
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
          <FolderPicker
            value={session.workingDir}
            onChange={(workingDir) => change(sessionId, { workingDir })}
          />
          <span className={css.headerEnd}>
            <ModelPicker
              value={session.model}
              onChange={(model) => void told(change(sessionId, { model: model ?? null }))}
            />
            <IconButton
              label={t(brainOpen ? 'brain.close' : 'brain.open')}
              keys="brain"
              aria-pressed={brainOpen}
              onClick={() => openBrain(!brainOpen)}
            >
              <Brain aria-hidden />
            </IconButton>
          </span>
        </header>
        <Thread
          sessionId={sessionId}
          turns={turns}
          hasOlder={hasOlder}
          chosenTurnId={brainOpen ? storyTurn?.turnId : undefined}
          actions={actions}
          sent={sent}
          goTo={params.get('turn') ?? undefined}
        />
        <div className={css.asks}>
          <BrainAsks />
        </div>
        {running && lastTurn.todo && <TodoList items={lastTurn.todo} live />}
        <Queue sessionId={sessionId} messages={queue} paused={queuePaused} />
        <Composer
          sessionId={sessionId}
          running={running}
          onSend={(text, attachments) =>
            text === COMPACT && attachments.length === 0 ? compact() : send(text, attachments)
          }
          onStop={stop}
        >
          <ModePicker
            value={session.mode}
            onChange={(mode) => void told(change(sessionId, { mode }))}
          />
          {share !== undefined && (
            <span className={css.figure}>{t('composer.context', { percent: percent(share) })}</span>
          )}
        </Composer>
      </section>
      {brainOpen && (
        <BrainPanel sessionId={sessionId} turn={storyTurn} overlay={overlay} onClose={closeBrain} />
      )}
    </div>
  );
}

/** Written as a message: folds the history instead of asking the model. */
const COMPACT = '/compact';

interface SessionChange {
  readonly model?: string | null;
  readonly mode?: PermissionMode;
  readonly workingDir?: string;
}

async function change(sessionId: string, wanted: SessionChange): Promise<void> {
  const { session } = await call('session.update', { sessionId, ...wanted });
  took(session);
}

function took(session: SessionSummary): void {
  putSession(session);
  useConversation.setState((state) =>
    state.current && state.sessionId === session.sessionId
      ? { current: { ...state.current, session } }
      : state,
  );
}

async function fork(
  sessionId: string,
  turnId: string,
  navigate: (path: string) => void,
): Promise<void> {
  const answer = await told(call('session.fork', { sessionId, turnId }));
  if (answer === undefined) return;
  putSession(answer.session);
  navigate(to.conversation(answer.session.sessionId));
}

/** A refusal is shown for a moment; nothing else depends on it. */
async function told<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    notify(error.message, 'bad');
    return undefined;
  }
}

const shownPlace = 32;

/** The first place that text is from, as short as it can be told. */
function placeOf(origins: NonNullable<SessionSummary['taint']>): string {
  const [first, ...others] = origins;
  const name =
    first?.kind === 'file' ? (first.name.split(/[\\/]/).at(-1) ?? '') : (first?.name ?? '');
  const short = name.length > shownPlace ? `${name.slice(0, shownPlace - 1)}…` : name;
  return others.length === 0 ? short : `${short} +${others.length}`;
}
