/** Answers of servers: nothing of them is lost, and nothing is taken for what it is not. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { filled, formOf } from '../../../brain/cerebellum/mcp/elicitation.ts';
import { toolResultOf } from '../../../brain/cerebellum/mcp/results.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)]).toString(
  'base64',
);
const result = (content: CallToolResult['content'], more: object = {}) =>
  toolResultOf({ content, ...more });

it('structured data is told once: as data, or as the text that says the same', () => {
  const structuredContent = { sum: 3, of: [1, 2] };
  const text = JSON.stringify({ of: [1, 2], sum: 3 });
  expect(result([{ type: 'text', text }], { structuredContent }).output).toBe(text);
  expect(result([{ type: 'text', text: 'Three.' }], { structuredContent }).output).toBe(
    `Three.\n\n${JSON.stringify(structuredContent, null, 2)}`,
  );
  expect(result([], { structuredContent }).output).toContain('"sum": 3');
});

it('a picture is told by its bytes, not by what the server calls it', () => {
  const { images, output } = result([
    { type: 'image', data: png, mimeType: 'text/html' },
    { type: 'image', data: Buffer.from('<script>').toString('base64'), mimeType: 'image/png' },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  ]);
  expect(images).toEqual([{ mediaType: 'image/png', data: png }]);
  expect(output).toBe(
    '[Picture 1: image/png]\n\n[Data (image/png, 9 bytes) that cannot be shown.]\n\n[Sound (audio/wav) that cannot be heard here.]',
  );
});

it('links, resources and errors arrive as what they are', () => {
  const { ok, output, failure } = result(
    [
      { type: 'resource_link', uri: 'demo://a', name: 'a', description: 'the first' },
      { type: 'resource', resource: { uri: 'demo://b', text: 'the text' } },
    ],
    { isError: true },
  );
  expect({ ok, failure }).toEqual({ ok: false, failure: 'error' });
  expect(output).toBe('[a: the first](demo://a)\n\ndemo://b:\nthe text');
  expect(result([]).output).toBe('(It returned nothing.)');
});

it('a form’s answers are given back in the types that it asked for, or not at all', () => {
  const form = formOf('shop', 'Details?', {
    type: 'object',
    required: ['age', 'size'],
    properties: {
      name: { type: 'string', title: 'Name' },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      gift: { type: 'boolean' },
      size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
  });
  if (!form.ok) throw new Error(form.error);
  expect(form.value[0]?.question.question).toBe('shop asks: Details?\nName (may stay empty)');
  // As data, too: windows say it in their own language.
  expect(form.value[0]?.question.about).toEqual({
    kind: 'mcp_form',
    server: 'shop',
    message: 'Details?',
    title: 'Name',
    answer: 'text',
    optional: true,
  });
  expect(form.value[3]?.question.options).toEqual([{ label: 'Small' }, { label: 'Large' }]);
  expect(filled(form.value, ['', '42', 'Yes', 'Large', 'a\nb'])).toEqual({
    ok: true,
    value: { age: 42, gift: true, size: 'l', tags: ['a', 'b'] },
  });
  // Nobody gives a password to a form without having been warned.
  const steals = formOf('shop', 'Confirm.', {
    properties: { p: { type: 'string', title: 'Your password' } },
  });
  expect(steals.ok && steals.value[0]?.question.question).toContain('Give no password');
  expect(form.value[0]?.question.question).not.toContain('Give no password');
  expect(filled(form.value, ['', '4.5', '', 'Large', ''])).toEqual({ ok: false, error: 'age' });
  expect(filled(form.value, ['', '', '', 'Large', ''])).toEqual({ ok: false, error: 'age' });
  expect(filled(form.value, ['', '7', '', 'Huge', ''])).toEqual({ ok: false, error: 'size' });
});
