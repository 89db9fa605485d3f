/**
 * Money and room are reckoned from estimates: after five turns they must agree with what the model
 * reports, whatever its tokenizer counts, and the prompt's stable parts must not move meanwhile.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelMessage, ModelRequest, ToolDefinition } from '../../../brain/shared/model.ts';
import { requestTokens } from '../../../brain/shared/request-tokens.ts';
import { serverKinds } from '../../support/model-servers/index.ts';
import { harness, readTool } from '../thalamus/harness.ts';
import { providerAt, serverPool } from '../thalamus/servers.ts';
import { type TestHome, testHome } from './home.ts';

const pool = serverPool();
let home: TestHome;
beforeEach(async () => {
  home = await testHome();
});
afterEach(async () => {
  await home.close();
  await pool.closeAll();
});

const english = 'The roses along the south wall want pruning before the first frost of the year. ';
const german = 'Die Rosen an der Südwand müssen vor dem ersten Frost zurückgeschnitten werden. ';
const japanese = '南側の壁沿いのバラは、初霜が降りる前に剪定する必要があります。';
const code = 'for (const line of lines) total += round2(line.quantity * line.price);\n';
const tools: readonly ToolDefinition[] = ['Read', 'Grep', 'Write'].map((name) => ({
  ...readTool,
  name,
}));

/** What a turn adds: a question, a tool call, its result, and the answer. */
function turnOf(words: string, n: number): readonly ModelMessage[] {
  const id = `c_${n}`;
  return [
    { role: 'user', parts: [{ type: 'text', text: words.repeat(4 + n) }] },
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', call: { id, name: 'Read', args: { file_path: `${n}.ts` } } }],
    },
    {
      role: 'tool',
      parts: [
        { type: 'tool_result', toolCallId: id, name: 'Read', ok: true, output: code.repeat(3 * n) },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: words.repeat(12) }] },
  ];
}

/** A tokenizer that is not ours: another measure for each script, and something around every message. */
function theirs(request: ModelRequest, factor: number, perMessage: number): number {
  const text = JSON.stringify(request.messages);
  const foreign = (text.match(/[^\p{ASCII}]/gu) ?? []).length;
  return Math.round(
    requestTokens(request) * factor + perMessage * request.messages.length + foreign * 0.2,
  );
}

const tokenizers = [
  ['a third more, and something per message', 1.3, 12],
  ['a third less', 0.65, 0],
  ['twice as many', 2, 7],
] as const;
const texts = { english, german, japanese, 'one after the other': [english, japanese, german] };

describe.each(serverKinds)('%s', (kind) => {
  it.each(
    tokenizers.flatMap(([what, factor, per]) =>
      Object.entries(texts).map(
        ([name, words]) => [what, name, factor, per, [words].flat()] as const,
      ),
    ),
  )(
    '%s, %s: from the sixth turn on within 5 %%',
    async (_what, _name, factor, perMessage, words) => {
      let input = 0;
      const server = await pool.start({
        kind,
        script: () => ({ text: 'Yes.', usage: { input, output: 3 } }),
      });
      const { ask, prepared } = harness({ providers: { main: providerAt(server) } });
      const messages: ModelMessage[] = [];
      const errors: number[] = [];
      for (let turn = 1; turn <= 12; turn += 1) {
        messages.push(...turnOf(words[turn % words.length] ?? '', turn));
        const sent: ModelMessage[] = [
          ...messages,
          { role: 'user', parts: [{ type: 'text', text: `${words[0]} ${turn}?` }] },
        ];
        const request: ModelRequest = {
          system: english.repeat(60),
          tools,
          messages: sent,
          toolChoice: 'auto',
        };
        input = theirs(request, factor, perMessage);
        const { usage } = await ask(request);
        const target = prepared.at(-1)?.target;
        if (target === undefined) throw new Error('nothing was asked');
        errors.push(home.prefrontal.estimateTokens(request, target) / input - 1);
        home.prefrontal.learnUsage(request, target, usage);
      }
      expect(Math.max(...errors.slice(5).map(Math.abs))).toBeLessThan(0.05);
      // Without learning it would be far off: the test is about something.
      expect(Math.abs(errors[0] ?? 0)).toBeGreaterThan(0.1);
    },
  );
});

it.each([1, 3, 6])('one odd report, number %i, spoils nothing for the next turns', async (odd) => {
  const input = home.input('hello');
  const { messages } = await home.prefrontal.buildContext(input);
  const system = english.repeat(60);
  const request: ModelRequest = { system, tools, messages, toolChoice: 'auto' };
  const counted = theirs(request, 1.3, 5);
  for (let turn = 1; turn <= 6; turn += 1) {
    const inputTokens = turn === odd ? counted * 4 : counted;
    const usage = { inputTokens, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    home.prefrontal.learnUsage(request, input.target, usage);
  }
  const estimate = home.prefrontal.estimateTokens(request, input.target);
  expect(Math.abs(estimate / counted - 1)).toBeLessThan(0.05);
});

it('a system prompt is cut at the same byte before and after the estimates were corrected', async () => {
  const files = {
    'identity/soul.md': english.repeat(2_000),
    'prefrontal/agents.md': german.repeat(900),
  };
  for (const [path, text] of Object.entries(files)) await home.write(path, text);
  const input = home.input('hello');
  const before = await home.prefrontal.buildContext(input);
  const request: ModelRequest = { ...before, toolChoice: 'auto' };
  for (let turn = 0; turn < 6; turn += 1) {
    home.prefrontal.learnUsage(request, input.target, {
      inputTokens: theirs(request, 1.7, 9),
      outputTokens: 1,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });
    expect((await home.prefrontal.buildContext(input)).system).toBe(before.system);
  }
});
