import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, StreamChunk } from '../../../brain/shared/model.ts';
import { createWernicke } from '../../../brain/wernicke/index.ts';

type Piece = Omit<Extract<StreamChunk, { type: 'tool_call' }>, 'type' | 'index'>;

const end: StreamChunk = { type: 'stop', reason: 'tool_calls' };

async function parse(
  chunks: readonly StreamChunk[],
  check: (name: string) => string | undefined = () => undefined,
): Promise<Answer> {
  let ids = 0;
  const wernicke = createWernicke({
    newToolCallId() {
      ids += 1;
      return `c_${ids}`;
    },
  });
  async function* stream(): AsyncGenerator<StreamChunk> {
    yield { type: 'provider', provider: 'p', model: 'm', attempt: 1, failed: [] };
    yield* chunks;
  }
  return wernicke.parse(stream(), check);
}

function call(index: number, piece: Piece): StreamChunk {
  return { type: 'tool_call', index, ...piece };
}

describe('arguments', () => {
  it.each([
    ['{"a": ', /not valid JSON/],
    ['{"a":1} trailing', /not valid JSON/],
    ['[1,2]', /not a list/],
    ['"text"', /not a string/],
    ['null', /not null/],
    ['42', /not a number/],
  ])('%s is a problem told to the model, never run', async (argsText, problem) => {
    const answer = await parse([call(0, { name: 'Read', argsText }), end]);
    expect(answer.calls[0]?.problem).toMatch(problem);
    expect(answer.calls[0]?.call.args).toEqual({});
    expect(answer.failure).toBeUndefined();
  });

  it.each([
    ['```json\n{"a":1}\n```', 'in a fence'],
    ['```\n{"a":1}```', 'in a fence without a name'],
    ['"{\\"a\\":1}"', 'encoded twice'],
    ['  {"a":1}\n', 'between blanks'],
  ])('%j are read (%s)', async (argsText) => {
    const answer = await parse([call(0, { name: 'Read', argsText }), end]);
    expect(answer.calls[0]).toMatchObject({ call: { args: { a: 1 } } });
    expect(answer.calls[0]?.problem).toBeUndefined();
  });

  it('none at all are an empty object (tools without parameters refused)', async () => {
    const answer = await parse([call(0, { name: 'now' }), end]);
    expect(answer.calls[0]).toEqual({ call: { id: 'c_1', name: 'now', args: {} } });
  });

  it('that do not fit the schema keep their value beside the problem', async () => {
    const pieces = [call(0, { name: 'Read', argsText: '{"path"' }), call(0, { argsText: ':"x"}' })];
    const answer = await parse([...pieces, end], () => 'unknown parameter path');
    expect(answer.calls[0]).toMatchObject({
      call: { args: { path: 'x' } },
      problem: 'unknown parameter path',
    });
  });

  it('any object comes back as it was, wherever its text was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.nat(200),
        async (args, cut) => {
          const text = JSON.stringify(args);
          const answer = await parse([
            call(0, { name: 't', argsText: text.slice(0, cut) }),
            call(0, { argsText: text.slice(cut) }),
            end,
          ]);
          expect(JSON.stringify(answer.calls[0]?.call.args)).toBe(text);
        },
      ),
    );
  });

  it('cut off by the length limit are never taken for complete ones', async () => {
    const answer = await parse([
      call(0, { name: 'first', argsText: '{"a":1}' }),
      call(1, { name: 'Bash' }),
      { type: 'stop', reason: 'length' },
    ]);
    expect(answer.stop).toBe('length');
    expect(answer.calls.map(({ problem }) => problem !== undefined)).toEqual([false, true]);
  });
});

describe('calls', () => {
  it('with missing or doubled provider ids get ids of their own (results swapped)', async () => {
    const answer = await parse([
      call(0, { name: 'a', id: 'same' }),
      call(1, { name: 'b', id: 'same' }),
      call(2, { name: 'c' }),
      end,
    ]);
    expect(answer.calls.map(({ call: { id }, providerCallId }) => [id, providerCallId])).toEqual([
      ['c_1', 'same'],
      ['c_2', undefined],
      ['c_3', undefined],
    ]);
  });

  it('of an answer that ends in a refusal never run (a call that its model has taken back)', async () => {
    const said: StreamChunk = { type: 'text', text: 'I must not do that.' };
    const answer = await parse([
      call(0, { name: 'Write', argsText: '{"a":1}' }),
      said,
      { type: 'stop', reason: 'refusal' },
    ]);
    expect(answer).toMatchObject({ stop: 'refusal', calls: [], text: 'I must not do that.' });
    expect(answer.parts.map(({ type }) => type)).toEqual(['text']);
  });

  it('without a name do not run', async () => {
    const answer = await parse([call(0, { argsText: '{}' }), end]);
    expect(answer.calls[0]?.problem).toMatch(/does not name a tool/);
  });

  it('keep their place between texts', async () => {
    const answer = await parse([
      { type: 'reasoning', block: { type: 'thinking' } },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      call(0, { name: 'x' }),
      { type: 'text', text: 'c' },
      call(1, { name: 'y' }),
      call(0, { argsText: '{}' }),
      end,
    ]);
    expect(answer.parts.map((part) => (part.type === 'text' ? part.text : part.type))).toEqual([
      'reasoning',
      'ab',
      'tool_call',
      'c',
      'tool_call',
    ]);
    expect(answer.text).toBe('abc');
    expect(answer.parts[0]).toMatchObject({ provider: 'p' });
  });

  it('decide about the stop reason where servers disagree', async () => {
    const stop: StreamChunk = { type: 'stop', reason: 'end' };
    expect((await parse([call(0, { name: 'x' }), stop])).stop).toBe('tool_calls');
    expect((await parse([{ type: 'text', text: 'x' }, end])).stop).toBe('end');
  });
});

describe('an answer', () => {
  it('without an end is a failure that keeps its text (cut answers shown as whole)', async () => {
    const answer = await parse([{ type: 'text', text: 'half' }, call(0, { name: 'x' })]);
    expect(answer).toMatchObject({ text: 'half', calls: [], failure: { code: 'stream_broken' } });
    expect(answer.parts).toEqual([{ type: 'text', text: 'half' }]);
  });

  it('takes later figures over earlier ones, field by field', async () => {
    const answer = await parse([
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 1, cacheReadTokens: 3 } },
      { type: 'usage', usage: { outputTokens: 20 } },
      { type: 'stop', reason: 'end' },
    ]);
    expect(answer.usage).toEqual({
      inputTokens: 9,
      outputTokens: 20,
      cacheReadTokens: 3,
      cacheWriteTokens: 0,
    });
  });
});
