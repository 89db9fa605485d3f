/** One question of a card: its choices, and room for words of one's own. */
import { useId } from 'react';
import type { Question } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import look from '../design/quoted.module.css';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import css from './approval-card.module.css';
import { questionWords } from './question-words.ts';

export interface FieldAnswer {
  readonly chosen: readonly string[];
  readonly own: string;
}

export const noAnswer: FieldAnswer = { chosen: [], own: '' };

/** What was answered before, where a form comes back because one field did not fit. */
export function givenAnswer({ about, options = [] }: Question): FieldAnswer {
  const given = about?.kind === 'mcp_form' ? (about.given ?? '') : '';
  if (given === '') return noAnswer;
  const labels = new Set(options.map(({ label }) => label));
  const lines = given.split('\n');
  return {
    chosen: lines.filter((line) => labels.has(line)),
    own: lines.filter((line) => !labels.has(line)).join('\n'),
  };
}

/** What is sent: several choices stand on lines of their own. */
export function answerOf({ chosen, own }: FieldAnswer): string {
  return [...chosen, own.trim()].filter((text) => text !== '').join('\n');
}

interface QuestionFieldProps {
  readonly question: Question;
  readonly value: FieldAnswer;
  readonly onChange: (value: FieldAnswer) => void;
}

export function QuestionField({ question, value, onChange }: QuestionFieldProps) {
  const { t } = useI18n();
  const name = useId();
  const { options = [], multiple = false } = question;
  const { text, quoted, labels, closed } = questionWords(question, t);

  function choose(label: string): void {
    if (!multiple) {
      // One answer: what was chosen takes the place of what was written.
      onChange({ chosen: [label], own: '' });
      return;
    }
    const chosen = value.chosen.includes(label)
      ? value.chosen.filter((one) => one !== label)
      : [...value.chosen, label];
    onChange({ ...value, chosen });
  }

  return (
    <fieldset className={css.question}>
      <legend dir="auto">
        {text}
        {multiple && <small>{t('question.several')}</small>}
      </legend>
      {quoted !== undefined && (
        <pre className={cx(look.quoted, css.quoted)} {...scrollable}>
          {quoted}
        </pre>
      )}
      {options.map(({ label, description }, index) => (
        <label key={label} className={css.option}>
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            checked={value.chosen.includes(label)}
            onChange={() => choose(label)}
          />
          <span dir="auto">
            {labels[index] ?? label}
            {description && <small>{description}</small>}
          </span>
        </label>
      ))}
      {!closed && (
        <input
          className={cx(fields.input, css.own)}
          value={value.own}
          onChange={({ target }) =>
            onChange({
              chosen: multiple || target.value === '' ? value.chosen : [],
              own: target.value,
            })
          }
          placeholder={t(options.length > 0 ? 'question.own' : 'question.yours')}
          aria-label={`${text}: ${t(options.length > 0 ? 'question.own' : 'question.yours')}`}
        />
      )}
    </fieldset>
  );
}
