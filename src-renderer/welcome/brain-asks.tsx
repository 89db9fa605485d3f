import { ApprovalCard } from '../conversation/approval-card.tsx';
import { QuestionCard } from '../conversation/question-card.tsx';
import { folderTrust, TrustCard } from '../conversation/trust-card.tsx';
import { loadBrainAsks, useBrainAsks } from '../store/asks.ts';
import css from './welcome-room.module.css';

/** What the brain itself asks (first start of a server, trust of a folder, a proposal). */
export function BrainAsks() {
  const asks = useBrainAsks((state) => state.asks);
  if (asks.length === 0) return null;
  return (
    <div className={css.asks}>
      {asks.map((ask) =>
        ask.rule === folderTrust ? (
          <TrustCard key={ask.toolCallId} ask={ask} onAnswered={() => void loadBrainAsks()} />
        ) : ask.reason === 'question' ? (
          <QuestionCard key={ask.toolCallId} ask={ask} onAnswered={() => void loadBrainAsks()} />
        ) : (
          <ApprovalCard key={ask.toolCallId} ask={ask} onAnswered={() => void loadBrainAsks()} />
        ),
      )}
    </div>
  );
}
