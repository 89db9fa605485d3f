/** A server's form: what is ours in it must be in the window's language, and it says what can be done with it. */
import { expect, it } from 'vitest';
import { formOf } from '../../brain/cerebellum/mcp/elicitation.ts';
import type { Question } from '../../protocol/index.ts';
import {
  mayStayEmpty,
  questionWords,
  whatIsMissing,
} from '../../src-renderer/conversation/question-words.ts';
import { createI18n } from '../../src-renderer/i18n/tables.ts';

function asked(schema: object): readonly Question[] {
  const form = formOf('shop', 'Details?', schema);
  if (!form.ok) throw new Error(form.error);
  return form.value.map(({ question }) => question);
}

const properties = {
  gift: { type: 'boolean', title: 'Gift', description: 'Wrapped' },
  size: { type: 'string', enum: ['s', 'l'], default: 's' },
  note: { type: 'string', title: 'Note' },
};

it('says in German what is asked, what may stay empty, yes and no; the server’s words stay', () => {
  const { t } = createI18n('de');
  const [gift, size, note] = asked({ required: ['gift'], properties }).map((question) =>
    questionWords(question, t),
  );
  expect(gift).toEqual({
    text: 'shop fragt: Details?\nGift: Wrapped',
    labels: ['Ja', 'Nein'],
    closed: true,
  });
  expect(size).toMatchObject({ text: 'size (leer gelassen: s)', labels: ['s', 'l'], closed: true });
  expect(note).toMatchObject({ text: 'Note (darf leer bleiben)', closed: false });
  for (const language of ['en', 'de', 'ar'] as const) {
    const yes = asked({})[0];
    const words = yes && questionWords(yes, createI18n(language).t);
    expect(words?.text).toContain('Details?');
    expect(words?.labels).toHaveLength(2);
  }
});

it('asks to choose where nothing can be written, and to write where there is nothing to choose', () => {
  const { t } = createI18n('en');
  const { gift, size, note } = properties;
  const missing = (fields: object) => whatIsMissing(asked({ properties: fields }), t);
  expect(missing({ gift, size })).toBe('Choose an answer.');
  expect(missing({ note })).toBe('Write an answer.');
  expect(missing({ gift, note })).toBe('Choose or write an answer.');
});

it('a form of which all may stay empty can be sent as it is', () => {
  expect(asked({ properties }).every(mayStayEmpty)).toBe(true);
  expect(asked({ required: ['note'], properties }).every(mayStayEmpty)).toBe(false);
});
