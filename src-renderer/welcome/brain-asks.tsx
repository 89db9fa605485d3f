import { Link } from 'wouter';
import { ApprovalCard } from '../conversation/approval-card.tsx';
import { PluginCard, pluginStart } from '../conversation/plugin-card.tsx';
import { QuestionCard } from '../conversation/question-card.tsx';
import { ServerAskCard } from '../conversation/server-ask-card.tsx';
import { SkillProposalCard, skillProposal } from '../conversation/skill-proposal-card.tsx';
import { folderTrust, projectRules, TrustCard } from '../conversation/trust-card.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { loadBrainAsks, useProposals, useQuestions } from '../store/asks.ts';
import css from './welcome-room.module.css';

/** What the brain itself asks (first start of a server, trust of a folder, a proposal). */
export function BrainAsks() {
  const { tn } = useI18n();
  const asks = useQuestions();
  const proposals = useProposals().length;
  if (asks.length + proposals === 0) return null;
  return (
    <div className={css.asks}>
      {proposals > 0 && (
        <p className={css.proposals}>
          <Link href={to.memory()}>{tn('proposals.waiting', proposals)}</Link>
        </p>
      )}
      {asks.map((ask) =>
        ask.rule === folderTrust || ask.rule === projectRules ? (
          <TrustCard key={ask.toolCallId} ask={ask} onAnswered={() => void loadBrainAsks()} />
        ) : ask.rule === pluginStart ? (
          <PluginCard key={ask.toolCallId} ask={ask} onAnswered={() => void loadBrainAsks()} />
        ) : ask.rule === skillProposal ? (
          <SkillProposalCard
            key={ask.toolCallId}
            ask={ask}
            onAnswered={() => void loadBrainAsks()}
          />
        ) : ask.server !== undefined ? (
          <ServerAskCard
            key={ask.toolCallId}
            ask={ask}
            server={ask.server}
            onAnswered={() => void loadBrainAsks()}
          />
        ) : ask.reason === 'question' ? (
          <QuestionCard key={ask.toolCallId} ask={ask} onAnswered={() => void loadBrainAsks()} />
        ) : (
          <ApprovalCard key={ask.toolCallId} ask={ask} onAnswered={() => void loadBrainAsks()} />
        ),
      )}
    </div>
  );
}
