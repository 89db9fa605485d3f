/** Questions of the mind to its owner, with choices or free words. */
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import css from './approval-card.module.css';
import { answerOf, givenAnswer, noAnswer, QuestionField } from './question-field.tsx';
import { mayStayEmpty, whatIsMissing } from './question-words.ts';
import { type Ask, useAnswering } from './use-answering.tsx';

interface QuestionCardProps {
  readonly ask: Ask;
  readonly onAnswered?: () => void;
}

export function QuestionCard({ ask, onAnswered }: QuestionCardProps) {
  const { t, told } = useI18n();
  const titleId = useId();
  const questions = ask.questions ?? [{ question: ask.detail }];
  const [answers, setAnswers] = useState(() => questions.map(givenAnswer));
  const { busy, failure, answer } = useAnswering(ask, onAnswered);

  const isEmpty = answers.every((one) => answerOf(one) === '') && !questions.every(mayStayEmpty);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void answer({ decision: 'allow_once', answers: answers.map(answerOf) });
  }

  return (
    <form className={css.card} aria-labelledby={titleId} onSubmit={submit}>
      <header className={css.header}>
        <h2 id={titleId}>{told(ask, 'title')}</h2>
      </header>
      {questions.map((question, index) => (
        <QuestionField
          key={question.question}
          question={question}
          value={answers[index] ?? noAnswer}
          onChange={(value) => setAnswers((all) => all.with(index, value))}
        />
      ))}
      {failure}
      <div className={css.actions}>
        <Button
          look="primary"
          type="submit"
          disabled={busy}
          why={isEmpty ? whatIsMissing(questions, t) : undefined}
        >
          {t('question.answer')}
        </Button>
        <Button disabled={busy} onClick={() => void answer({ decision: 'deny' })}>
          {t('question.skip')}
        </Button>
      </div>
    </form>
  );
}
