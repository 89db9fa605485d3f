/**
 * "not an email" went to the server, which then refused the whole form; and the owner was told that an
 * empty field means `pet-1`, while the choice said "Cats".
 */
import { expect, it } from 'vitest';
import { askForm } from '../../../brain/cerebellum/mcp/ask-form.ts';
import { filled, formOf } from '../../../brain/cerebellum/mcp/elicitation.ts';
import type { Question } from '../../../protocol/index.ts';

it('takes only what is of the format that a field asks for', () => {
  const form = formOf('shop', 'Who are you?', {
    properties: {
      mail: { type: 'string', format: 'email' },
      page: { type: 'string', format: 'uri' },
      born: { type: 'string', format: 'date', description: 'Your birthday' },
    },
  });
  if (!form.ok) throw new Error(form.error);
  const wrong = (answers: readonly string[]) => filled(form.value, answers);
  expect(wrong(['not an email', '', ''])).toEqual({ ok: false, error: 'mail' });
  expect(wrong(['', 'my page', ''])).toEqual({ ok: false, error: 'page' });
  expect(wrong(['', '', '10.12.1815'])).toEqual({ ok: false, error: 'born' });
  expect(wrong(['', '', '1815-13-40'])).toEqual({ ok: false, error: 'born' });
  const right = { mail: 'ada@example.org', page: 'https://example.org/ada', born: '1815-12-10' };
  expect(filled(form.value, Object.values(right))).toEqual({ ok: true, value: right });
  // How a day is written is told beforehand.
  expect(form.value[2]?.question.about).toMatchObject({
    description: 'Your birthday (YYYY-MM-DD)',
  });
});

it('calls what counts when a field stays empty as its choice is called', () => {
  const pets = [
    { const: 'pet-1', title: 'Cats' },
    { const: 'pet-2', title: 'Dogs' },
  ];
  const form = formOf('shop', 'Which?', {
    properties: {
      pet: { type: 'string', oneOf: pets, default: 'pet-1' },
      pets: { type: 'array', items: { anyOf: pets }, default: ['pet-1', 'pet-2'] },
    },
  });
  if (!form.ok) throw new Error(form.error);
  expect(form.value.map(({ question }) => question.about)).toMatchObject([
    { preset: 'Cats' },
    { preset: 'Cats, Dogs' },
  ]);
  expect(filled(form.value, ['', ''])).toEqual({
    ok: true,
    value: { pet: 'pet-1', pets: ['pet-1', 'pet-2'] },
  });
});

it('comes back with what was answered when one field does not fit', async () => {
  const asked: (readonly Question[])[] = [];
  const answers = [
    ['Ada', 'not an email', 'Cats'],
    ['Ada', 'ada@example.org', 'Cats'],
  ];
  const result = await askForm(
    'shop',
    'Who?',
    {
      properties: {
        name: { type: 'string' },
        mail: { type: 'string', format: 'email' },
        pet: { type: 'string', enum: ['Cats', 'Dogs'] },
      },
    },
    {
      async askOwner(questions) {
        asked.push(questions);
        return { kind: 'answered', answers: answers[asked.length - 1] ?? [] };
      },
    },
  );
  expect(asked[0]?.map(({ about }) => about)).not.toContainEqual(
    expect.objectContaining({ given: expect.anything() }),
  );
  expect(asked[1]?.map(({ about }) => about)).toMatchObject([
    { misfit: 'mail', given: 'Ada' },
    { given: 'not an email' },
    { given: 'Cats' },
  ]);
  expect(result).toEqual({
    action: 'accept',
    content: { name: 'Ada', mail: 'ada@example.org', pet: 'Cats' },
  });
});
