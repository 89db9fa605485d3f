/** What a question says: the brain's own ones in the window's language, all others as they are. */
import type { Question } from '../../protocol/index.ts';
import type { I18n } from '../i18n/index.ts';

export interface QuestionWords {
  readonly text: string;
  /** Words of others, shown as they are. */
  readonly quoted?: string;
  /** One for each choice. */
  readonly labels: readonly string[];
  /** It can only be chosen. */
  readonly closed: boolean;
}

export function questionWords(question: Question, t: I18n['t']): QuestionWords {
  const { about, options = [] } = question;
  switch (about?.kind) {
    case 'mcp_scope': {
      const { server, scope } = about;
      const labels = [t('question.scopeAgain'), t('question.no')];
      return { text: t('question.scope', { server, scope }), labels, closed: true };
    }
    case 'mcp_sampling': {
      const { server, model, maxTokens, text } = about;
      return {
        text: t('question.sampling', { server, model, tokens: maxTokens }),
        quoted: text,
        labels: [t('question.send'), t('question.sendAll'), t('question.no')],
        closed: true,
      };
    }
    case 'mcp_form':
      return {
        text: formWords(about, t),
        labels:
          about.answer === 'yes_no'
            ? [t('question.yes'), t('question.no')]
            : options.map(({ label }) => label),
        closed: about.answer !== 'text',
      };
    default:
      return {
        text: question.question,
        labels: options.map(({ label }) => label),
        closed: false,
      };
  }
}

type FormField = Extract<NonNullable<Question['about']>, { kind: 'mcp_form' }>;

function formWords(field: FormField, t: I18n['t']): string {
  const { server, message, title, description, preset, misfit } = field;
  const empty =
    preset !== undefined
      ? t('question.preset', { value: preset })
      : field.optional === true
        ? t('question.optional')
        : '';
  const name = [title, description].filter((text) => text !== undefined).join(': ');
  const lines = [
    misfit === undefined ? '' : t('question.misfit', { field: misfit }),
    message === undefined ? '' : t('question.form', { server, message }),
    field.secretive === true ? t('question.secretive') : '',
    [name, empty].filter((text) => text !== '').join(' '),
  ];
  return lines.filter((text) => text !== '').join('\n');
}

/** It is an answer to leave it empty. */
export function mayStayEmpty({ about }: Question): boolean {
  return about?.kind === 'mcp_form' && (about.optional === true || about.preset !== undefined);
}

/** What is missing before these can be answered. */
export function whatIsMissing(questions: readonly Question[], t: I18n['t']): string {
  const words = questions.map((question) => questionWords(question, t));
  if (words.every(({ closed }) => closed)) return t('question.whyChoose');
  const chosen = questions.some(({ options = [] }) => options.length > 0);
  return t(chosen ? 'question.why' : 'question.whyWrite');
}
