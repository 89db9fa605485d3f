/** Where a conversation begins. Tells a newcomer who will answer and what can be said. */
import { Cable, NotebookPen, Sparkles, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { ProviderInfo } from '../../protocol/index.ts';
import { Composer } from '../conversation/composer.tsx';
import { ModelPicker } from '../conversation/model-picker.tsx';
import { FolderPicker, ModePicker } from '../conversation/pickers.tsx';
import type { RoomAction } from '../conversation/slash-commands.ts';
import { cx } from '../design/cx.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { FoundServers } from '../settings/found-servers.tsx';
import { Logo } from '../shell/logo.tsx';
import { headOfCascade, inCascadeOrder, useProviders } from '../store/providers.ts';
import { sendMessage } from '../store/send.ts';
import { useSessions } from '../store/sessions.ts';
import { useSettings } from '../store/settings.ts';
import { tried } from '../store/tried.ts';
import { notify, seedComposer, useUi } from '../store/ui.ts';
import { BrainAsks } from './brain-asks.tsx';
import css from './welcome-room.module.css';

export function WelcomeRoom() {
  const i18n = useI18n();
  const { t } = i18n;
  const [, navigate] = useLocation();
  const config = useSettings((state) => state.config);
  const choices = useUi((state) => state.newConversation);
  const providers = useProviders();
  const newcomer = useSessions((state) => state.loaded && state.sessions.length === 0);
  const head = headOfCascade(providers);

  async function send(text: string, attachments: readonly string[] = []): Promise<void> {
    const sessionId = await sendMessage({ sessionId: undefined, text, attachments });
    navigate(to.conversation(sessionId));
  }

  async function obey(action: RoomAction): Promise<void> {
    switch (action.kind) {
      case 'new':
        seedComposer(action.text);
        return;
      case 'model':
        choose({ model: action.model });
        return;
      case 'mode':
        choose({ mode: action.mode });
        return;
      case 'remember':
        await send(t('slash.rememberText', { fact: action.fact }));
        return;
      case 'compact':
        notify(t('compaction.nothing'));
        return;
    }
  }

  function choose(change: Partial<typeof choices>): void {
    useUi.setState({ newConversation: { ...choices, ...change } });
  }

  return (
    <section className={css.room} aria-label={t('side.new')}>
      <header className={css.header}>
        <FolderPicker
          value={choices.workingDir ?? config?.workingDir ?? ''}
          onChange={async (workingDir) => choose({ workingDir })}
        />
        <span className={css.headerEnd}>
          <ModelPicker value={choices.model} onChange={(model) => choose({ model })} />
        </span>
      </header>
      <div className={css.scroll}>
        <div className={css.column}>
          <Logo size={44} />
          <h1>
            {t(choices.private ? 'welcome.private' : newcomer ? 'welcome.first' : 'welcome.again')}
          </h1>
          <p className={css.lead}>
            {choices.private
              ? t('session.privateText')
              : leadOf(providers.loaded, head, newcomer, t)}
          </p>
          <BrainAsks />
          {providers.loaded && head === undefined && <FoundServers />}
          {!choices.private && (
            <ul className={css.suggestions}>
              <Suggestion
                icon={<NotebookPen aria-hidden />}
                title={t('welcome.remember')}
                text={t('welcome.rememberText')}
                onClick={() => seedComposer(t('welcome.rememberText'))}
              />
              <Suggestion
                icon={<UserRound aria-hidden />}
                title={t('welcome.know')}
                text={t('welcome.knowText')}
                onClick={() => void tried(() => send(t('welcome.knowText')))}
              />
              <Suggestion
                icon={<Sparkles aria-hidden />}
                title={t('welcome.help')}
                text={t('welcome.helpText')}
                onClick={() => void tried(() => send(t('welcome.helpText')))}
              />
            </ul>
          )}
          {newcomer && (
            <p className={css.lead}>
              <button
                type="button"
                className={css.look}
                onClick={() => useUi.setState({ tour: true })}
              >
                {t('welcome.look')}
              </button>
            </p>
          )}
          {providers.loaded && (newcomer || head === undefined) && (
            <Models providers={inCascadeOrder(providers)} head={head} i18n={i18n} />
          )}
        </div>
      </div>
      <Composer
        sessionId={undefined}
        running={false}
        onSend={send}
        onCommand={obey}
        onStop={() => {}}
      >
        <ModePicker
          value={choices.mode ?? config?.permissions.mode ?? 'default'}
          onChange={(mode) => choose({ mode })}
        />
      </Composer>
    </section>
  );
}

function leadOf(
  loaded: boolean,
  head: ProviderInfo | undefined,
  newcomer: boolean,
  t: I18n['t'],
): string {
  if (!loaded) return '\u00a0';
  if (head === undefined) return t('welcome.leadReflex');
  return t(newcomer ? 'welcome.leadFirst' : 'welcome.lead', { model: head.model || head.name });
}

interface SuggestionProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}

function Suggestion({ icon, title, text, onClick }: SuggestionProps) {
  const { t } = useI18n();
  return (
    <li>
      <button type="button" className={css.suggestion} onClick={onClick}>
        {icon}
        <b>{title}</b>
        <span>
          {t('common.quoted', { text: text.endsWith(' ') ? `${text.trim()}\u00a0…` : text })}
        </span>
      </button>
    </li>
  );
}

interface ModelsProps {
  readonly providers: readonly ProviderInfo[];
  readonly head: ProviderInfo | undefined;
  readonly i18n: I18n;
}

/** What was found on this machine, and how to add what is missing. */
function Models({ providers, head, i18n }: ModelsProps) {
  const { t, told } = i18n;
  return (
    <section className={css.models} aria-labelledby="welcome-models">
      <h2 id="welcome-models">
        <Cable aria-hidden />
        {t(head ? 'welcome.models' : 'welcome.noModels')}
      </h2>
      <ul>
        {providers.map((provider) => (
          <li key={provider.name}>
            <i className={cx(css.dot, provider.state === 'ready' && css.ready)} aria-hidden />
            <b>{provider.name}</b>
            <span>{told(provider, 'message') || t(`provider.state.${provider.state}`)}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link href={to.settings('models')} className={css.add}>
          {t('welcome.add')}
        </Link>
      </p>
    </section>
  );
}
