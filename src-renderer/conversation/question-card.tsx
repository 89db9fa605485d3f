/** Questions of the mind to its owner, with choices or free words. */
import { type FormEvent, useId, useState } from 'react';
import type { Question } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { answerAsk } from '../store/send.ts';
import { RpcError } from '../transport/client.ts';
import css from './approval-card.module.css';
import type { Ask } from './approval-card.tsx';

interface QuestionCardProps {
  readonly ask: Ask;
  readonly onAnswered?: () => void;
}

export function QuestionCard({ ask, onAnswered }: QuestionCardProps) {
  const { t } = useI18n();
  const titleId = useId();
  const questions = ask.questions ?? [{ question: ask.detail }];
  const [answers, setAnswers] = useState<readonly string[]>(() => questions.map(() => ''));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function answer(decision: 'allow_once' | 'deny'): Promise<void> {
    setBusy(true);
    try {
      await answerAsk({
        turnId: ask.turnId,
        toolCallId: ask.toolCallId,
        decision,
        ...(decision === 'allow_once' ? { answers } : {}),
      });
      onAnswered?.();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      setFailure(error.message);
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void answer('allow_once');
  }

  return (
    <form className={css.card} aria-labelledby={titleId} onSubmit={submit}>
      <header className={css.header}>
        <h2 id={titleId}>{ask.title}</h2>
      </header>
      {questions.map((question, index) => (
        <QuestionField
          key={question.question}
          question={question}
          value={answers[index] ?? ''}
          onChange={(value) => setAnswers((all) => all.with(index, value))}
        />
      ))}
      {failure && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={css.actions}>
        <Button look="primary" type="submit" disabled={busy || answers.every((one) => !one)}>
          {t('question.answer')}
        </Button>
        <Button disabled={busy} onClick={() => void answer('deny')}>
          {t('question.skip')}
        </Button>
      </div>
    </form>
  );
}

interface QuestionFieldProps {
  readonly question: Question;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const separator = ', ';

function QuestionField({ question, value, onChange }: QuestionFieldProps) {
  const { t } = useI18n();
  const name = useId();
  const { options, multiple = false } = question;
  if (!options?.length) {
    return (
      <fieldset className={css.question}>
        <legend>{question.question}</legend>
        <input
          className={css.reason}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-label={t('question.yours')}
        />
      </fieldset>
    );
  }
  const chosen = value === '' ? [] : value.split(separator);
  const toggle = (option: string): string =>
    chosen.includes(option)
      ? chosen.filter((one) => one !== option).join(separator)
      : [...chosen, option].join(separator);
  return (
    <fieldset className={css.question}>
      <legend>{question.question}</legend>
      {options.map((option) => (
        <label key={option} className={css.option}>
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            checked={multiple ? chosen.includes(option) : value === option}
            onChange={() => onChange(multiple ? toggle(option) : option)}
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}
