/**
 * "not an email" went to the server, which then refused the whole form; and the owner was told that an
 * empty field means `pet-1`, while the choice said "Cats".
 */
import { expect, it } from 'vitest';
import { filled, formOf } from '../../../brain/cerebellum/mcp/elicitation.ts';

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
