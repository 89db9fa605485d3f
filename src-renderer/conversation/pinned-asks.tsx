/** What a turn asks its owner: stays above the composer until it is answered, wherever he reads. */
import { useI18n } from '../i18n/index.ts';
import { openAsks, type TurnState } from '../store/turns.ts';
import { ApprovalCard } from './approval-card.tsx';
import { QuestionCard } from './question-card.tsx';
import { SpendCard } from './spend-card.tsx';

export function PinnedAsks({ turn }: { readonly turn: TurnState }) {
  const { told } = useI18n();
  return openAsks(turn).map(({ toolCallId, ask, safety }) => {
    if (ask === undefined) return null;
    const question = { ...ask, turnId: turn.turnId };
    if (ask.spend !== undefined) {
      return <SpendCard key={toolCallId} ask={question} spend={ask.spend} />;
    }
    return ask.reason === 'question' ? (
      <QuestionCard key={toolCallId} ask={question} />
    ) : (
      <ApprovalCard key={toolCallId} ask={question} why={safety && told(safety, 'reason')} />
    );
  });
}
