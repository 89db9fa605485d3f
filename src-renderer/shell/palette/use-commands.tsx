/** Everything that can be done by name, here and now. */
import {
  Brain,
  CircleStop,
  Contrast,
  Copy,
  Cpu,
  Download,
  EyeOff,
  FileJson,
  FileText,
  FoldVertical,
  GitFork,
  Keyboard,
  Languages,
  MessageSquareText,
  Moon,
  Pencil,
  Plus,
  Search,
  ShieldCheck,
  SunMoon,
} from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { ResultOf, SessionSummary } from '../../../protocol/index.ts';
import { useAnswer } from '../../design/use-answer.ts';
import { type I18n, tables, useI18n } from '../../i18n/index.ts';
import { helpSections, settingsSections, to } from '../../routes.ts';
import {
  changeSession,
  compactSession,
  exportSession,
  forkSession,
} from '../../sessions/session-actions.ts';
import { save } from '../../settings/save.ts';
import { useConversation } from '../../store/conversation.ts';
import { useProviders } from '../../store/providers.ts';
import { useSessions } from '../../store/sessions.ts';
import { themes, useSettings } from '../../store/settings.ts';
import { useUi } from '../../store/ui.ts';
import { call } from '../../transport/brain.ts';
import { RpcError } from '../../transport/client.ts';
import { keysOf, type ShortcutId } from '../keys/shortcuts.ts';
import { carryOut } from '../keys/use-shortcuts.ts';
import { helpRoom, rooms } from '../rooms.tsx';
import type { Command } from './command.ts';

type Navigate = (path: string) => void;

export function useCommands(query: string): readonly Command[] {
  const i18n = useI18n();
  const [path, navigate] = useLocation();
  const sessions = useSessions((state) => state.sessions);
  const conversation = useConversation((state) => state.current);
  const { providers } = useProviders();
  const { theme, contrast, language } = useSettings();
  const draft = useUi((state) => state.newConversation);
  const files = useAnswer('workspace.list', {}).value?.files;
  const inside = useFound(query);

  return useMemo(() => {
    const { t } = i18n;
    const session = conversation?.session;
    return [
      ...conversations(sessions, inside, session?.sessionId, i18n, navigate),
      ...roomCommands(path, i18n, navigate),
      ...actions(i18n, navigate),
      ...(session ? sessionActions(session, lastRunningTurn(conversation), i18n, navigate) : []),
      ...looks(theme, contrast, language, i18n),
      ...models(session, draft.model, providers, i18n),
      ...(files ?? []).map(
        ({ path: file }): Command => ({
          id: `file ${file}`,
          group: 'files',
          label: file,
          icon: <FileText />,
          words: t('room.mind'),
          run: () => navigate(to.mindFile(file)),
        }),
      ),
    ];
  }, [
    i18n,
    navigate,
    path,
    sessions,
    conversation,
    providers,
    theme,
    contrast,
    language,
    draft,
    files,
    inside,
  ]);
}

type Hits = ResultOf<'session.search'>['hits'];

/** How long the owner may still be typing before the brain is asked. */
const pauseMs = 150;

/** What was said in conversations. */
function useFound(query: string): Hits {
  const words = query.trim();
  const [hits, setHits] = useState<Hits>([]);
  useEffect(() => {
    if (words.length < 3) {
      setHits([]);
      return;
    }
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const answer = await call('session.search', { query: words, limit: 8 });
        if (!late) setHits(answer.hits);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
      }
    }, pauseMs);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [words]);
  return hits;
}

/** Each once, whether it is found by its title or by what was said in it. */
function conversations(
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

function roomCommands(path: string, { t }: I18n, navigate: Navigate): readonly Command[] {
  return [
    ...rooms.map(
      ({ href, name, icon, shortcut, isOpen }): Command => ({
        id: `room ${href}`,
        group: 'rooms',
        label: t(name),
        icon,
        keys: keysOf(shortcut),
        current: isOpen(path),
        run: () => navigate(href),
      }),
    ),
    ...settingsSections.map(
      (section): Command => ({
        id: `settings ${section}`,
        group: 'rooms',
        label: t(`settings.${section}`),
        detail: t('room.settings'),
        words: t('room.settings'),
        icon: rooms.find(({ shortcut }) => shortcut === 'settings')?.icon,
        current: path === to.settings(section),
        run: () => navigate(to.settings(section)),
      }),
    ),
    ...helpSections.map(
      (section): Command => ({
        id: `help ${section}`,
        group: 'rooms',
        label: t(`help.${section}`),
        detail: t('room.help'),
        words: t('room.help'),
        icon: section === 'keys' ? <Keyboard /> : helpRoom.icon,
        current: path === to.help(section),
        run: () => navigate(to.help(section)),
      }),
    ),
  ];
}

function actions({ t }: I18n, navigate: Navigate): readonly Command[] {
  const by = (id: ShortcutId, label: string, icon: Command['icon']): Command => ({
    id: `do ${id}`,
    group: 'actions',
    label,
    icon,
    keys: keysOf(id),
    run: () => carryOut(id, navigate),
  });
  return [
    by('newConversation', t('side.new'), <Plus />),
    by('newPrivate', t('side.newPrivate'), <EyeOff />),
    by('search', t('sessions.search'), <Search />),
    by('brain', t('keys.brain'), <Brain />),
  ];
}

function sessionActions(
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

function looks(theme: string, contrast: string, language: string, { t }: I18n): readonly Command[] {
  return [
    ...themes.map(
      (value): Command => ({
        id: `theme ${value}`,
        group: 'actions',
        label: `${t('looks.theme')}: ${t(`theme.${value}`)}`,
        icon: value === 'dark' ? <Moon /> : <SunMoon />,
        words: t('settings.looks'),
        current: theme === value,
        run: () => void save({ ui: { theme: value } }),
      }),
    ),
    {
      id: 'contrast',
      group: 'actions',
      label: `${t('looks.contrast')}: ${t(contrast === 'more' ? 'contrast.system' : 'contrast.more')}`,
      icon: <Contrast />,
      words: t('settings.looks'),
      run: () => void save({ ui: { contrast: contrast === 'more' ? 'system' : 'more' } }),
    },
    ...Object.entries(tables).map(
      ([value, table]): Command => ({
        id: `language ${value}`,
        group: 'actions',
        label: `${t('looks.language')}: ${table['language.name']}`,
        icon: <Languages />,
        words: 'language sprache لغة',
        current: language === value,
        run: () => void save({ ui: { language: value } }),
      }),
    ),
  ];
}

/** Of the open conversation, or of the one that is about to begin. */
function models(
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

function lastRunningTurn(
  conversation: ReturnType<typeof useConversation.getState>['current'],
): string | undefined {
  const last = conversation?.turns.byId[conversation.turns.order.at(-1) ?? ''];
  return last !== undefined && last.endedAt === undefined ? last.turnId : undefined;
}

function unlessRefused(error: unknown): void {
  // The turn has ended by itself meanwhile.
  if (!(error instanceof RpcError)) throw error;
}
