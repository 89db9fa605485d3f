/** Answering a question: once, and what was wrong with the answer is said where it was given. */
import { type ReactNode, useState } from 'react';
import type { PendingAsk } from '../../protocol/index.ts';
import { type AskAnswer, answerAsk } from '../store/send.ts';
import { RpcError } from '../transport/client.ts';
import css from './approval-card.module.css';

/** A question of a turn, or of the brain itself (then without a turn). */
export type Ask = Omit<PendingAsk, 'at' | 'sessionId'>;

export interface Answering {
  /** An answer is on its way, or was taken. */
  readonly busy: boolean;
  /** What the brain said against the last answer; nothing where it said nothing. */
  readonly failure: ReactNode;
  answer(answer: Omit<AskAnswer, 'turnId' | 'toolCallId'>): Promise<void>;
}

export function useAnswering(ask: Ask, onAnswered?: () => void): Answering {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  return {
    busy,
    failure: failure && (
      <p className={css.failure} role="alert">
        {failure}
      </p>
    ),
    async answer(answer) {
      setBusy(true);
      setFailure('');
      try {
        await answerAsk({ turnId: ask.turnId, toolCallId: ask.toolCallId, ...answer });
        onAnswered?.();
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        setFailure(error.message);
        setBusy(false);
      }
    },
  };
}
