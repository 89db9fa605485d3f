/** Everything that can be done by name, here and now: gathered from what the window knows. */
import { FileText } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useAnswer } from '../../design/use-answer.ts';
import { useI18n } from '../../i18n/index.ts';
import { to } from '../../routes.ts';
import { useConversation } from '../../store/conversation.ts';
import { useProviders } from '../../store/providers.ts';
import { useSessions } from '../../store/sessions.ts';
import { useSettings } from '../../store/settings.ts';
import { useUi } from '../../store/ui.ts';
import { call } from '../../transport/brain.ts';
import { RpcError } from '../../transport/client.ts';
import type { Command } from './command.ts';
import {
  conversations,
  type Hits,
  lastRunningTurn,
  models,
  sessionActions,
} from './conversation-commands.tsx';
import { actions, looks, roomCommands } from './program-commands.tsx';

export function useCommands(query: string): readonly Command[] {
  const i18n = useI18n();
  const [path, navigate] = useLocation();
  const sessions = useSessions((state) => state.sessions);
  const conversation = useConversation((state) => state.calm);
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
