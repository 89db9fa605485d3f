import { useEffect, useRef } from 'react';
import { currentI18n } from '../i18n/index.ts';
import { answerText, openAsks, type TurnState } from '../store/turns.ts';
import { announce } from '../store/ui.ts';

/** Longest piece of an answer that is read aloud by itself. */
const longest = 600;

/** Tells a screen reader what happened, once each: the finished answer, a question, a failure. */
export function useAnnouncements(turn: TurnState | undefined): void {
  const told = useRef(new Set<string>());
  const first = useRef(true);
  useEffect(() => {
    if (turn === undefined) return;
    const { t, told: worded } = currentI18n();
    for (const tool of openAsks(turn)) {
      tell(
        told.current,
        `ask ${tool.toolCallId}`,
        t('announce.ask', { title: tool.ask ? worded(tool.ask, 'title') : '' }),
      );
    }
    if (turn.endedAt !== undefined) {
      const words = turn.error
        ? t('announce.error', { message: worded(turn.error, 'message') })
        : t('announce.answer', { text: answerText(turn).slice(0, longest) });
      // What was there when the conversation was opened is read by its reader, not to him.
      if (first.current) told.current.add(`end ${turn.turnId}`);
      else tell(told.current, `end ${turn.turnId}`, words);
    }
    first.current = false;
  }, [turn]);
}

function tell(told: Set<string>, key: string, words: string): void {
  if (told.has(key)) return;
  told.add(key);
  announce(words);
}
