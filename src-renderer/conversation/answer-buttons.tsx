/** The answers to a question that one press gives, and what was wrong with the last one. */
import type { Decision } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import css from './approval-card.module.css';
import type { Answering } from './use-answering.tsx';

interface AnswerButtonsProps {
  readonly answering: Answering;
  /** What each means and says; the first is the one that lets it go on. */
  readonly choices: readonly (readonly [Decision, string])[];
}

export function AnswerButtons({ answering, choices }: AnswerButtonsProps) {
  const { busy, failure, answer } = answering;
  return (
    <>
      {failure}
      <div className={css.actions}>
        {choices.map(([decision, words], index) => (
          <Button
            key={decision}
            look={index === 0 ? 'primary' : 'plain'}
            disabled={busy}
            onClick={() => void answer({ decision })}
          >
            {words}
          </Button>
        ))}
      </div>
    </>
  );
}
