import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import css from './app.module.css';
import { ConversationRoom } from './conversation/conversation-room.tsx';
import { useI18n } from './i18n/index.ts';
import { named, routes } from './routes.ts';
import { RoomBoundary } from './shell/app-errors.tsx';
import { Banners } from './shell/banners.tsx';
import { goTo, goWhereOpened } from './shell/go.ts';
import { keepFocus } from './shell/keys/focus.ts';
import { useShortcuts } from './shell/keys/use-shortcuts.ts';
import { LockedPage } from './shell/locked-page.tsx';
import { startNotices } from './shell/notices.ts';
import { Side } from './shell/side.tsx';
import { Toast } from './shell/toast.tsx';
import { useDocumentTitle } from './shell/use-document-title.ts';
import { useConnection } from './store/connection.ts';
import { useUi } from './store/ui.ts';
import { WelcomeRoom } from './welcome/welcome-room.tsx';

const InspectorRoom = lazy(async () => ({
  default: (await import('./inspector/inspector-room.tsx')).InspectorRoom,
}));
const MindRoom = lazy(async () => ({
  default: (await import('./mind/mind-room.tsx')).MindRoom,
}));
const MemoryRoom = lazy(async () => ({
  default: (await import('./memory/memory-room.tsx')).MemoryRoom,
}));
const TasksRoom = lazy(async () => ({
  default: (await import('./tasks/tasks-room.tsx')).TasksRoom,
}));
const UsageRoom = lazy(async () => ({
  default: (await import('./usage/usage-room.tsx')).UsageRoom,
}));
const SettingsRoom = lazy(async () => ({
  default: (await import('./settings/settings-room.tsx')).SettingsRoom,
}));
const HelpRoom = lazy(async () => ({
  default: (await import('./help/help-room.tsx')).HelpRoom,
}));
const Palette = lazy(async () => ({
  default: (await import('./shell/palette/palette.tsx')).Palette,
}));
const Tour = lazy(async () => ({
  default: (await import('./welcome/tour.tsx')).Tour,
}));
const LostRoom = lazy(async () => ({
  default: (await import('./shell/lost-room.tsx')).LostRoom,
}));

export function App() {
  const { language, direction, t } = useI18n();
  const locked = useConnection((state) => state.status.kind === 'unauthorized');
  const [path, navigate] = useLocation();
  useShortcuts();
  useDocumentTitle(path);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
  }, [language, direction]);
  useEffect(() => goWhereOpened(navigate), [navigate]);
  useEffect(() => startNotices(navigate), [navigate]);
  useEffect(() => window.connectome?.onGo((where) => goTo(where, navigate)), [navigate]);
  useEffect(() => {
    const root = document.getElementById('root');
    return root === null ? undefined : keepFocus(root);
  }, []);
  if (locked) return <LockedPage />;
  return (
    // The content security policy allows no style elements; their rules are in base.css.
    <CSPProvider disableStyleElements>
      <div className={css.app}>
        <a className={css.skip} href="#room">
          {t('side.skip')}
        </a>
        <Side />
        <main id="room" className={css.room} tabIndex={-1}>
          <Banners />
          <div className={css.inner}>
            <RoomBoundary resetKey={path}>
              <Suspense fallback={null}>
                <Rooms />
              </Suspense>
            </RoomBoundary>
          </div>
        </main>
        <Toast />
        <OnDemand />
      </div>
    </CSPProvider>
  );
}

function useWantedOnce(wanted: boolean): boolean {
  const [loaded, setLoaded] = useState(wanted);
  if (wanted && !loaded) setLoaded(true);
  return loaded;
}

/** What lies over the rooms is loaded when it is first asked for, and stays. */
function OnDemand() {
  const palette = useWantedOnce(useUi((state) => state.palette));
  const tour = useWantedOnce(useUi((state) => state.tour));
  return (
    <Suspense fallback={null}>
      {palette && <Palette />}
      {tour && <Tour />}
    </Suspense>
  );
}

function Rooms() {
  return (
    <Switch>
      <Route path={routes.home}>
        <WelcomeRoom />
      </Route>
      <Route path={routes.conversation}>
        {({ sessionId }) => <ConversationRoom sessionId={named(sessionId)} />}
      </Route>
      <Route path={routes.inspector}>
        <InspectorRoom snapshotId={undefined} />
      </Route>
      <Route path={routes.snapshot}>
        {({ snapshotId }) => <InspectorRoom snapshotId={named(snapshotId)} />}
      </Route>
      <Route path={routes.mind}>
        <MindRoom />
      </Route>
      <Route path={routes.memory}>
        <MemoryRoom />
      </Route>
      <Route path={routes.tasks}>
        <TasksRoom taskId={undefined} />
      </Route>
      <Route path={routes.task}>{({ taskId }) => <TasksRoom taskId={named(taskId)} />}</Route>
      <Route path={routes.usage}>
        <UsageRoom />
      </Route>
      <Route path={routes.settings}>
        <SettingsRoom section="models" />
      </Route>
      <Route path={routes.settingsSection}>
        {({ section }) => <SettingsRoom section={section} />}
      </Route>
      <Route path={routes.help}>
        <HelpRoom section="guide" />
      </Route>
      <Route path={routes.helpSection}>{({ section }) => <HelpRoom section={section} />}</Route>
      <Route>
        <LostRoom />
      </Route>
    </Switch>
  );
}
