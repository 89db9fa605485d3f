import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamChunk, WireReader } from '../../../brain/shared/model.ts';
import {
  createAnthropicReader,
  createOllamaReader,
  createOpenAiReader,
  createOpenAiResponsesReader,
} from '../../../brain/wernicke/index.ts';

function readAll(reader: WireReader, events: readonly unknown[]): readonly StreamChunk[] {
  return [...events.flatMap((event) => reader.read(event)), ...reader.end()];
}

function delta(fields: object, finish: string | null = null): object {
  return { choices: [{ index: 0, delta: fields, finish_reason: finish }] };
}

/** Index -> name and arguments, put together as wernicke does. */
function callsIn(chunks: readonly StreamChunk[]): Record<number, string> {
  const calls: Record<number, string> = {};
  for (const chunk of chunks) {
    if (chunk.type !== 'tool_call') continue;
    const before = calls[chunk.index] ?? '';
    calls[chunk.index] = before + (before === '' ? `${chunk.name}:` : '') + (chunk.argsText ?? '');
  }
  return calls;
}

it.each([
  ['anthropic', createAnthropicReader],
  ['openai', createOpenAiReader],
  ['openai responses', createOpenAiResponsesReader],
  ['ollama', createOllamaReader],
])('%s: events of any shape never throw, and the end is said exactly once', (_name, create) => {
  fc.assert(
    fc.property(fc.array(fc.anything({ withNullPrototype: true })), (events) => {
      const chunks = readAll(create(), events);
      const ends = chunks.filter(({ type }) => type === 'stop' || type === 'failed');
      expect(ends.length).toBe(1);
    }),
  );
});

describe('OpenAI tool calls', () => {
  const named = (fields: object, name: string, args = ''): object => ({
    ...fields,
    function: { name, arguments: args },
  });
  const rest = (fields: object, args: string): object => ({
    ...fields,
    function: { arguments: args },
  });
  const two = { 0: 'a:{"x":1}', 1: 'b:{"y":2}' };

  it.each([
    [
      'by index',
      [
        named({ index: 0, id: '1' }, 'a'),
        rest({ index: 0 }, '{"x":1}'),
        named({ index: 1, id: '2' }, 'b'),
        rest({ index: 1 }, '{"y":2}'),
      ],
    ],
    [
      'mixed pieces',
      [
        named({ index: 0, id: '1' }, 'a'),
        named({ index: 1, id: '2' }, 'b'),
        rest({ index: 0 }, '{"x":1}'),
        rest({ index: 1 }, '{"y":2}'),
      ],
    ],
    [
      'indexes with a gap, from 3 on',
      [
        named({ index: 3, id: '1' }, 'a'),
        rest({ index: 3 }, '{"x":1}'),
        named({ index: 7, id: '2' }, 'b', '{"y":2}'),
      ],
    ],
    [
      'named again by every piece, without ids',
      [
        named({ index: 0 }, 'a', '{"x"'),
        named({ index: 0 }, 'a', ':1}'),
        named({ index: 1 }, 'b', '{"y":2}'),
      ],
    ],
    [
      'whole, with empty ids and no index',
      [named({ id: '' }, 'a', '{"x":1}'), named({ id: '' }, 'b', '{"y":2}')],
    ],
    [
      'whole, without index',
      [named({ id: '1' }, 'a', '{"x":1}'), named({ id: '2' }, 'b', '{"y":2}')],
    ],
    ['whole, without index and id', [named({}, 'a', '{"x":1}'), named({}, 'b', '{"y":2}')]],
    [
      'index 0 for every call',
      [named({ index: 0, id: '1' }, 'a', '{"x":1}'), named({ index: 0, id: '2' }, 'b', '{"y":2}')],
    ],
    [
      'the same id for two calls',
      [named({ index: 0, id: '1' }, 'a', '{"x":1}'), named({ index: 1, id: '1' }, 'b', '{"y":2}')],
    ],
    [
      'a new id for every piece',
      [
        named({ index: 0, id: '1' }, 'a'),
        rest({ index: 0, id: '9' }, '{"x":1}'),
        named({ index: 1, id: '2' }, 'b'),
        rest({ index: 1, id: '8' }, '{"y":2}'),
      ],
    ],
    [
      'id and name in every piece',
      [
        named({ index: 0, id: '1' }, 'a', '{"x"'),
        named({ index: 0, id: '1' }, 'a', ':1}'),
        named({ index: 1, id: '2' }, 'b', '{"y":2}'),
      ],
    ],
  ])('%s stay two calls (arguments run together)', (_how, pieces) => {
    const events = [
      ...pieces.map((piece) => delta({ tool_calls: [piece] })),
      delta({}, 'tool_calls'),
    ];
    expect(callsIn(readAll(createOpenAiReader(), events))).toEqual(two);
  });

  it('null in place of fields is nothing', () => {
    const events = [
      { choices: null, usage: null },
      delta({ content: null, tool_calls: null, reasoning_content: null }),
      delta({ content: 'ok' }),
      delta({}, 'stop'),
    ];
    expect(readAll(createOpenAiReader(), events)).toEqual([
      { type: 'text', text: 'ok' },
      { type: 'stop', reason: 'end' },
    ]);
  });
});

it('cached input is counted once, whatever the provider counts it in', () => {
  const open = readAll(createOpenAiReader(), [
    {
      choices: [],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 80 },
      },
    },
  ]);
  expect(open[0]).toMatchObject({ usage: { inputTokens: 20, cacheReadTokens: 80 } });
  const claude = readAll(createAnthropicReader(), [
    {
      type: 'message_start',
      message: { usage: { input_tokens: 20, cache_read_input_tokens: 80 } },
    },
  ]);
  expect(claude[0]).toMatchObject({ usage: { inputTokens: 20, cacheReadTokens: 80 } });
});

it('redacted thinking goes through unchanged', () => {
  const block = { type: 'redacted_thinking', data: 'opaque==' };
  const chunks = readAll(createAnthropicReader(), [
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_stop' },
  ]);
  expect(chunks).toEqual([
    { type: 'reasoning', block },
    { type: 'stop', reason: 'end' },
  ]);
});

it('a response of OpenAI that sends items whole, without their deltas, is read all the same', () => {
  const done = (output_index: number, item: object): object => ({
    type: 'response.output_item.done',
    output_index,
    item,
  });
  const chunks = readAll(createOpenAiResponsesReader(), [
    done(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
    done(1, { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }),
    done(2, { type: 'function_call', call_id: 'c', name: 'a', arguments: '{"x":1}' }),
    { type: 'response.completed', response: { usage: null } },
  ]);
  expect(chunks).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'tool_call', index: 0, name: 'a', id: 'c' },
    { type: 'tool_call', index: 0, argsText: '{"x":1}' },
    { type: 'stop', reason: 'tool_calls' },
  ]);
});

describe('Anthropic blocks', () => {
  const start = (index: number, content_block: object): object => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const json = (index: number, partial_json: string): object => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json },
  });
  const end = [
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ];

  it('that are mixed, begin twice or skip a number stay two calls', () => {
    const first = { type: 'tool_use', id: '1', name: 'a', input: {} };
    const events = [
      { type: 'message_start', message: {} },
      { type: 'message_start', message: {} },
      start(2, first),
      start(2, first),
      start(5, { type: 'tool_use', id: '2', name: 'b', input: {} }),
      json(2, '{"x"'),
      json(5, '{"y":2}'),
      json(2, ':1}'),
      ...end,
    ];
    const chunks = readAll(createAnthropicReader(), events);
    expect(callsIn(chunks)).toEqual({ 0: 'a:{"x":1}', 1: 'b:{"y":2}' });
  });

  it('with the same id but another place are two calls', () => {
    const same = { type: 'tool_use', id: '1', name: 'a', input: { x: 1 } };
    const chunks = readAll(createAnthropicReader(), [start(0, same), start(1, same), ...end]);
    expect(chunks.filter(({ type }) => type === 'tool_call')).toMatchObject([
      { index: 0, args: { x: 1 } },
      { index: 1, args: { x: 1 } },
    ]);
  });
});

it.each(['error', 'function_call_filter: MALFORMED_FUNCTION_CALL', 'insufficient_system_resource'])(
  'an answer that ends because of "%s" is a broken one (half an answer taken for whole)',
  (why) => {
    const chunks = readAll(createOpenAiReader(), [delta({ content: 'Hi' }), delta({}, why)]);
    expect(chunks.at(-1)).toMatchObject({ type: 'failed', failure: { started: true } });
  },
);

it('a text that comes as a list of parts is read, its reasoning apart (an empty answer)', () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    { type: 'text', text: 'Parts.' },
    null,
  ];
  const chunks = readAll(createOpenAiReader(), [delta({ content }), delta({}, 'stop')]);
  expect(chunks).toMatchObject([
    { type: 'thinking', text: 'Hm.' },
    { type: 'text', text: 'Parts.' },
    { type: 'stop', reason: 'end' },
  ]);
});

it('half a token is counted as one (figures of an account that are no whole numbers)', () => {
  const line = { message: {}, done: true, prompt_eval_count: 1.5, eval_count: 2.2 };
  expect(readAll(createOllamaReader(), [line])[0]).toMatchObject({
    usage: { inputTokens: 2, outputTokens: 2 },
  });
});
