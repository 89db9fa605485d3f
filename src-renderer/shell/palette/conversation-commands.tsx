/** What the palette offers about conversations: to open one, and what can be done with the open one. */
import {
  CircleStop,
  Copy,
  Cpu,
  Download,
  FileJson,
  FoldVertical,
  GitFork,
  MessageSquareText,
  Pencil,
  ShieldCheck,
} from 'lucide-react';
import type { ResultOf, SessionSummary } from '../../../protocol/index.ts';
import type { I18n } from '../../i18n/index.ts';
import { to } from '../../routes.ts';
import {
  changeSession,
  compactSession,
  exportSession,
  forkSession,
} from '../../sessions/session-actions.ts';
import type { useConversation } from '../../store/conversation.ts';
import type { useProviders } from '../../store/providers.ts';
import { useUi } from '../../store/ui.ts';
import { call } from '../../transport/brain.ts';
import { RpcError } from '../../transport/client.ts';
import type { Command, Navigate } from './command.ts';

export type Hits = ResultOf<'session.search'>['hits'];

/** Each once, whether it is found by its title or by what was said in it. */
export function conversations(
  sessions: readonly SessionSummary[],
  hits: Hits,
  openId: string | undefined,
  { t, shortDateTime }: I18n,
  navigate: Navigate,
): readonly Command[] {
  const known = new Set(sessions.map(({ sessionId }) => sessionId));
  // Those that the list has not read yet.
  const older = hits.filter(({ sessionId }) => !known.has(sessionId));
  const others = [...Map.groupBy(older, ({ sessionId }) => sessionId).values()].flatMap(
    ([first]) => first ?? [],
  );
  return [...sessions.map(({ updatedAt, ...rest }) => ({ ...rest, at: updatedAt })), ...others].map(
    ({ sessionId, title, at, ...rest }): Command => {
      const hit = hits.find((one) => one.sessionId === sessionId);
      return {
        id: `session ${sessionId}`,
        group: 'conversations',
        label: title || t('session.untitled'),
        detail: shortDateTime(at),
        icon: 'forkOf' in rest ? <GitFork /> : <MessageSquareText />,
        current: sessionId === openId,
        ...(hit === undefined ? {} : { inside: insideOf(hit, navigate) }),
        run: () => navigate(to.conversation(sessionId)),
      };
    },
  );
}

function insideOf(hit: Hits[number], navigate: Navigate): NonNullable<Command['inside']> {
  const { sessionId, turnId, snippet } = hit;
  return { snippet, run: () => navigate(to.conversation(sessionId, turnId)) };
}

export function sessionActions(
  session: SessionSummary,
  runningTurnId: string | undefined,
  { t }: I18n,
  navigate: Navigate,
): readonly Command[] {
  const { sessionId } = session;
  const detail = session.title || t('session.untitled');
  const act = (id: string, label: string, icon: Command['icon'], run: () => void): Command => ({
    id: `do ${id}`,
    group: 'actions',
    label,
    detail,
    icon,
    run,
  });
  return [
    ...(runningTurnId === undefined
      ? []
      : [
          act('stop', t('composer.stop'), <CircleStop />, () => {
            void call('chat.stop', { turnId: runningTurnId }).catch(unlessRefused);
          }),
        ]),
    act('rename', t('session.rename'), <Pencil />, () => useUi.setState({ renaming: sessionId })),
    act('fork', t('session.fork'), <Copy />, async () => {
      const copy = await forkSession(sessionId);
      if (copy) navigate(to.conversation(copy));
    }),
    act('compact', t('session.compact'), <FoldVertical />, () => {
      void compactSession(sessionId, t('compaction.nothing'));
    }),
    act('markdown', t('session.exportMarkdown'), <Download />, () => {
      void exportSession(sessionId, 'markdown');
    }),
    act('json', t('session.exportJson'), <FileJson />, () => {
      void exportSession(sessionId, 'json');
    }),
    ...(['default', 'acceptEdits', 'bypassPermissions'] as const).map(
      (mode): Command => ({
        id: `mode ${mode}`,
        group: 'actions',
        label: t(`mode.${mode}`),
        detail: t('behaviour.mode'),
        words: t('behaviour.mode'),
        icon: <ShieldCheck />,
        current: session.mode === mode,
        run: () => void changeSession(sessionId, { mode }),
      }),
    ),
  ];
}

/** Of the open conversation, or of the one that is about to begin. */
export function models(
  session: SessionSummary | undefined,
  drafted: string | undefined,
  providers: ReturnType<typeof useProviders.getState>['providers'],
  { t }: I18n,
): readonly Command[] {
  const chosen = session === undefined ? drafted : session.model;
  const choice = (value: string | undefined, label: string, detail: string): Command => ({
    id: `model ${value ?? 'automatic'}`,
    group: 'models',
    label,
    detail,
    words: t('models.model'),
    icon: <Cpu />,
    current: chosen === value,
    run: () => {
      if (session) void changeSession(session.sessionId, { model: value ?? null });
      else
        useUi.setState(({ newConversation: { model: _, ...rest } }) => ({
          newConversation: value === undefined ? rest : { ...rest, model: value },
        }));
    },
  });
  const usable = providers.filter(
    ({ kind, state }) => kind !== 'reflex' && (state === 'ready' || state === 'cooling'),
  );
  return [
    choice(undefined, t('model.automatic'), t('models.model')),
    choice('reflex', t('model.reflex'), t('model.reflexDetail')),
    ...usable.flatMap(({ name, model, models: all }) =>
      (all.length > 0 ? all : [model].filter(Boolean)).map((one) =>
        choice(`${one}@${name}`, one, name),
      ),
    ),
  ];
}

export function lastRunningTurn(
  conversation: ReturnType<typeof useConversation.getState>['current'],
): string | undefined {
  const last = conversation?.turns.byId[conversation.turns.order.at(-1) ?? ''];
  return last !== undefined && last.endedAt === undefined ? last.turnId : undefined;
}

function unlessRefused(error: unknown): void {
  // The turn has ended by itself meanwhile.
  if (!(error instanceof RpcError)) throw error;
}
