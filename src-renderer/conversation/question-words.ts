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
    default:
      return {
        text: question.question,
        labels: options.map(({ label }) => label),
        closed: false,
      };
  }
}
