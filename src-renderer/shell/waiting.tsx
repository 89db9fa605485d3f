/** What waits for its owner where he is not looking: seen in every room, and one press away. */
import { Hand } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { useShallow } from 'zustand/react/shallow';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { named, routes, to } from '../routes.ts';
import { useQuestions } from '../store/asks.ts';
import { useSessions } from '../store/sessions.ts';
import { announce } from '../store/ui.ts';
import css from './waiting.module.css';

/** Things to remember are no part of it: they wait in the memory room, and hold up nothing. */
function useWaiting(): { readonly count: number; readonly href: string } {
  const waiting = useSessions(
    useShallow((state) => state.sessions.filter(({ status }) => status === 'waiting')),
  );
  const questions = useQuestions();
  const [path] = useLocation();
  const [, params] = useRoute(routes.conversation);
  const here = params === null ? undefined : named(params.sessionId);
  const others = waiting.filter(({ sessionId }) => sessionId !== here);
  // The list has the newest first; who has waited longest comes first here.
  const longest = others.at(-1);
  // What the brain itself asks stands in every conversation.
  const asksHere = path === routes.home || here !== undefined;
  return {
    count: others.length + (asksHere ? 0 : questions.length),
    href: longest === undefined ? to.home() : to.conversation(longest.sessionId),
  };
}

export function Waiting({ small = false }: { readonly small?: boolean }) {
  const { tn } = useI18n();
  const { count, href } = useWaiting();
  if (count === 0) return null;
  const words = tn('side.waiting', count);
  return (
    <Link
      href={href}
      className={cx(css.waiting, small && css.small)}
      aria-label={small ? words : undefined}
      title={small ? words : undefined}
    >
      <Hand aria-hidden />
      {!small && words}
    </Link>
  );
}

/** Tells it to whoever hears the window, once for each that begins to wait. */
export function useWaitingTold(): void {
  const { tn } = useI18n();
  const { count } = useWaiting();
  const before = useRef(0);
  useEffect(() => {
    if (count > before.current) announce(tn('side.waiting', count));
    before.current = count;
  }, [count, tn]);
}
