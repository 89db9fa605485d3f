/** What open models write into their text because nobody took it out: reasoning and tool calls. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, StreamChunk } from '../../../brain/shared/model.ts';
import { createOpenAiReader, createWernicke } from '../../../brain/wernicke/index.ts';

async function hear(
  pieces: readonly string[],
  check: (name: string) => string | undefined = () => undefined,
  callsInText: readonly string[] = ['Read', 'Bash'],
): Promise<Answer> {
  let ids = 0;
  const wernicke = createWernicke({
    newToolCallId() {
      ids += 1;
      return `c_${ids}`;
    },
  });
  const reader = createOpenAiReader();
  async function* stream(): AsyncGenerator<StreamChunk> {
    yield { type: 'provider', provider: 'p', model: 'm', attempt: 1, failed: [], callsInText };
    for (const content of pieces) yield* reader.read({ choices: [{ delta: { content } }] });
    yield* reader.read({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    yield* reader.end();
  }
  return wernicke.parse(stream(), check);
}

describe('think tags', () => {
  it.each([
    ['<think>why</think>because', 'why', 'because'],
    ['\n<think>\nwhy\n</think>\n\nbecause', '\nwhy\n', 'because'],
    ['<think></think>\n\nplain', '', 'plain'],
    ['<thinking>a < b</thinking>ok', 'a < b', 'ok'],
    ['<think>one</think>\n<think>two</think>\nend', 'onetwo', 'end'],
    ['<think>never closed', 'never closed', ''],
    ['<think>half</thi', 'half</thi', ''],
    ['<thin', '', '<thin'],
    ['  indented', '', '  indented'],
    ['The tag <think> is written so: </think>', '', 'The tag <think> is written so: </think>'],
    ['<thinker>no tag</thinker>', '', '<thinker>no tag</thinker>'],
  ])('%j becomes thinking and text, wherever it is cut', async (whole, thinking, text) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
        async (sizes) => {
          const pieces: string[] = [];
          for (let at = 0, n = 0; at < whole.length; n += 1) {
            const size = sizes[n % sizes.length] ?? 1;
            pieces.push(whole.slice(at, at + size));
            at += size;
          }
          const answer = await hear(pieces);
          expect([answer.thinking, answer.text]).toEqual([thinking, text]);
        },
      ),
    );
  });
});

describe('a call written as text', () => {
  const call = '{"name": "Read", "arguments": {"file_path": "a"}}';

  it.each([
    call,
    `\n${call}\n`,
    `\`\`\`json\n${call}\n\`\`\``,
    `\`\`\`\n${call}\n\`\`\``,
    `<tool_call>\n${call}\n</tool_call>`,
    `<|python_tag|>${call}`,
    `[TOOL_CALLS][${call}]`,
    '{"name":"Read","parameters":{"file_path":"a"}}',
    '{"tool":"Read","args":{"file_path":"a"}}',
    '{"type":"function","function":{"name":"Read","arguments":"{\\"file_path\\":\\"a\\"}"}}',
  ])('%j is that call', async (text) => {
    const answer = await hear([text]);
    expect(answer.stop).toBe('tool_calls');
    expect(answer.calls.map(({ call: { name, args } }) => [name, args])).toEqual([
      ['Read', { file_path: 'a' }],
    ]);
    expect(answer.parts.map(({ type }) => type)).toEqual(['tool_call']);
  });

  it('several of them are several calls', async () => {
    const answer = await hear([`<tool_call>${call}</tool_call>\n<tool_call>${call}</tool_call>`]);
    expect(answer.calls.map(({ call: { id } }) => id)).toEqual(['c_1', 'c_2']);
  });

  it.each([
    `I would call ${call}`,
    `${call} Shall I?`,
    `<tool_call>${call}</tool_call> done`,
    `\`\`\`json\n${call}\n\`\`\`\nlike this`,
    `[${call}, {"name": "Format", "arguments": {}}]`,
    '{"name": "Anna", "arguments": {}}',
    '{"name": "Read"}',
    '{"name": "Read", "arguments": "not an object"}',
    '{"name": "Read", "arguments": {"file_path": "a"}',
    '[]',
  ])('%j stays what the model said (examples executed)', async (text) => {
    const answer = await hear([text]);
    expect(answer).toMatchObject({ text, calls: [], stop: 'end' });
    expect(answer.parts).toEqual([{ type: 'text', text }]);
  });

  it('whose arguments do not fit, or where no tool is offered, stays text', async () => {
    expect((await hear([call], () => 'unknown parameter')).calls).toEqual([]);
    expect((await hear([call], undefined, [])).calls).toEqual([]);
  });
});
