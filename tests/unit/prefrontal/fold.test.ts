import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldHistory, historyTokens } from '../../../brain/prefrontal/compaction.ts';
import { fitRequest } from '../../../brain/prefrontal/fit-request.ts';
import { repairPairs } from '../../../brain/prefrontal/history.ts';
import type { HistoryEntry } from '../../../brain/regions.ts';
import type { ModelMessage } from '../../../brain/shared/model.ts';
import { damagedHistory } from './any-history.ts';
import { type TestHome, target, testHome } from './home.ts';

/** One turn: a question, optionally a tool run, an answer. `size` words in each part. */
function turn(
  n: number,
  size: number,
  tool?: { name: string; args: object; output: string; ok?: boolean },
) {
  const turnId = `t_${n}`;
  const text = (label: string): string => `${label} ${n} ${'word '.repeat(size)}`.trim();
  const id = `c_${n}`;
  const messages: ModelMessage[] = [
    {
      role: 'user',
      parts: [
        { type: 'text', text: `<context>\n<runtime>\nsecret context ${n}\n</runtime>\n</context>` },
        { type: 'text', text: text('question') },
      ],
    },
  ];
  if (tool !== undefined) {
    messages.push(
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', call: { id, name: tool.name, args: { ...tool.args } } }],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool_result',
            toolCallId: id,
            name: tool.name,
            ok: tool.ok ?? true,
            output: tool.output,
          },
        ],
      },
    );
  }
  messages.push({ role: 'assistant', parts: [{ type: 'text', text: text('answer') }] });
  return messages.map((message): HistoryEntry => ({ turnId, message }));
}

const isPaired = (history: readonly HistoryEntry[]): boolean => {
  const messages = history.map((entry) => entry.message);
  return repairPairs(messages).every((message, index) => message === messages[index]);
};

const anyHistory = fc
  .array(
    fc.record({
      size: fc.nat({ max: 120 }),
      output: fc.option(fc.nat({ max: 3_000 })),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((turns) =>
    turns.flatMap(({ size, output }, index) =>
      turn(
        index,
        size,
        output === null
          ? undefined
          : { name: 'Read', args: { file_path: `/f${index}` }, output: 'line '.repeat(output) },
      ),
    ),
  );

describe('a fold', () => {
  it('shrinks, keeps pairs, and folding it again to the same size changes nothing', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 300, max: 4_000 }), (history, size) => {
        const fold = foldHistory(history, size);
        if (historyTokens(history) <= size) {
          expect(fold).toBeUndefined();
          return;
        }
        if (fold === undefined) throw new Error('nothing was folded');
        expect(fold.tokensAfter).toBeLessThan(fold.tokensBefore);
        expect(fold.tokensAfter).toBe(historyTokens(fold.history));
        expect(fold.tokensAfter).toBeLessThanOrEqual(size);
        expect(isPaired(fold.history)).toBe(true);
        expect(foldHistory(fold.history, size)).toBeUndefined();
        expect(foldHistory(history, size)).toEqual(fold);
      }),
      { numRuns: 40 },
    );
  });

  it('never grows, settles, and can be sent, whatever it is made of and to whatever size', () => {
    fc.assert(
      fc.property(damagedHistory, fc.nat({ max: 3_000 }), (history, size) => {
        const fold = foldHistory(history, size);
        if (fold === undefined) return;
        expect(fold.tokensAfter).toBeLessThan(fold.tokensBefore);
        expect(historyTokens(fold.history)).toBe(fold.tokensAfter);
        // The owner's first words, as many as are kept, stay in the first message.
        const [first, ...tail] = fold.history;
        expect(first?.message.role).toBe('user');
        expect(fold.keptFrom).toBe(tail[0]?.turnId);
        // What stays of the end is the end, in order and whole.
        const kept = history.slice(history.length - tail.length);
        expect(tail.map(({ turnId }) => turnId)).toEqual(kept.map(({ turnId }) => turnId));
        expect(tail.length + fold.foldedMessages).toBe(history.length);
        // Repaired, it is paired; repairing again changes nothing.
        const sent = repairPairs(fold.history.map((entry) => entry.message));
        expect(repairPairs(sent)).toEqual(sent);
        // Settles: folding on and on ends, each time with less.
        let last = fold;
        for (let round = 0; round < 8; round += 1) {
          const again = foldHistory(last.history, size);
          if (again === undefined) return;
          expect(again.tokensAfter).toBeLessThan(last.tokensAfter);
          last = again;
        }
        throw new Error('it is folded for ever');
      }),
      { numRuns: 150 },
    );
  });

  it('always comes about when one tool run alone is larger than the target', () => {
    const history = [
      ...turn(1, 5),
      ...turn(2, 5, { name: 'Bash', args: { command: 'cat' }, output: 'x '.repeat(200_000) }),
    ];
    const fold = foldHistory(history, 1_000);
    expect(fold?.tokensAfter).toBeLessThanOrEqual(1_000);
    expect(fold && isPaired(fold.history)).toBe(true);
  });

  it('keeps the first words without their context and the last exchange, with the path of its output', () => {
    const output = `${'x '.repeat(3_000)}\n[cut; whole in /home/a/tasks/TASK-1-2.log]`;
    const history = [
      ...turn(1, 3),
      ...turn(2, 400),
      ...turn(3, 400),
      ...turn(4, 3, { name: 'Bash', args: { command: 'ls' }, output }),
    ];
    const fold = foldHistory(history, 1_200);
    const [first, ...rest] = fold?.history ?? [];
    expect(first?.message.parts[1]).toEqual({ type: 'text', text: 'question 1 word word word' });
    expect(JSON.stringify(first)).not.toContain('secret context');
    expect(rest.map((entry) => entry.turnId)).toEqual(['t_4', 't_4', 't_4', 't_4']);
    expect(JSON.stringify(rest)).toContain('its full text is in /home/a/tasks/TASK-1-2.log');
    expect(JSON.stringify(rest)).toContain('secret context 4');
  });

  it('carries facts, files and requests through a second fold (a summary of a summary that forgets)', () => {
    const early = [
      ...turn(1, 3, { name: 'remember', args: { fact: 'The dog is called Rex.' }, output: 'ok' }),
      ...turn(2, 3, {
        name: 'Write',
        args: { file_path: '/desk/a.txt', content: 'x' },
        output: 'ok',
      }),
      ...turn(3, 3, {
        name: 'Bash',
        args: {},
        output: 'The owner denied this call: too risky',
        ok: false,
      }),
      ...turn(4, 600),
    ];
    const once = foldHistory(early, 700);
    const twice = foldHistory([...(once?.history ?? []), ...turn(5, 600), ...turn(6, 3)], 700);
    expect(twice?.summary).toContain('Remembered:\n- The dog is called Rex.');
    expect(twice?.summary).toContain('Files changed:\n- /desk/a.txt');
    expect(twice?.summary).toContain('- Bash: The owner denied this call: too risky');
    expect(twice?.summary).toContain('- question 2 word word word');
    expect(JSON.stringify(twice?.history[0]).match(/<summary /g)).toHaveLength(1);
    expect(twice?.history[0]?.message.parts[1]).toMatchObject({
      text: 'question 1 word word word',
    });
  });
});

describe('a context whose history has reached its cap', () => {
  let home: TestHome;
  beforeEach(async () => {
    home = await testHome();
    home.config = { ...home.config, context: { ...home.config.context, budgetTokens: 4_000 } };
  });
  afterEach(() => home.close());
  const long = Array.from({ length: 12 }, (_, n) => turn(n, 60)).flat();

  it('is folded to half of the cap, once: the next turn sends the same bytes', async () => {
    const first = await home.prefrontal.buildContext(home.input('go on', { history: long }));
    expect(first.budget.history.cap).toBe(1_000);
    expect(first.fold?.tokensAfter).toBeLessThanOrEqual(500);
    expect(first.budget.history.used).toBe(first.fold?.tokensAfter);
    const history = first.fold?.history ?? [];
    const second = await home.prefrontal.buildContext(home.input('go on', { history }));
    expect(second.fold).toBeUndefined();
    expect(JSON.stringify(second.messages.slice(0, -1))).toBe(
      JSON.stringify(first.messages.slice(0, -1)),
    );
  });

  it('is folded further when the provider says that it is still too long', async () => {
    const short = long.slice(0, 8);
    const plain = await home.prefrontal.buildContext(home.input('go on', { history: short }));
    expect(plain.fold).toBeUndefined();
    const harder = await home.prefrontal.buildContext(
      home.input('go on', { history: short, foldHarder: true }),
    );
    expect(harder.budget.history.used).toBeLessThanOrEqual(plain.budget.history.used / 2);
  });
});

describe('a turn that outgrows its window', () => {
  it('loses its oldest large results first and nothing before the turn', () => {
    const big = (n: number) =>
      turn(n, 2, { name: 'Read', args: {}, output: `${n} `.repeat(2_000) });
    const before = big(1).map((entry) => entry.message);
    const now = [...big(2), ...big(3)].map((entry) => entry.message);
    const request = {
      system: '',
      tools: [],
      messages: [...before, ...now],
      toolChoice: 'auto' as const,
    };
    const window = { ...target, contextWindow: 7_000, maxOutputTokens: 1_000 };
    const fitted = fitRequest(request, window, before.length);
    const text = fitted.messages.map((message) => JSON.stringify(message));
    expect(text[2]).toBe(JSON.stringify(before[2]));
    expect(text[6]).toContain('left out here');
    expect(text[10]).toContain('3 3 3');
    expect(fitRequest(fitted, window, before.length)).toBe(fitted);
  });

  it('makes room for its next calls, too (a prompt that changes in the middle at every call)', () => {
    const window = { ...target, contextWindow: 7_000, maxOutputTokens: 1_000 };
    const ask = (messages: readonly ModelMessage[]) =>
      fitRequest({ system: '', tools: [], messages, toolChoice: 'auto' }, window, 0).messages;
    let messages: readonly ModelMessage[] = [];
    let changed = 0;
    for (let n = 0; n < 20; n += 1) {
      const step = turn(n, 1, { name: 'Read', args: {}, output: `${n} `.repeat(600) });
      const grown = [...messages, ...step.slice(1, 3).map((entry) => entry.message)];
      messages = ask(grown);
      if (JSON.stringify(messages) !== JSON.stringify(grown)) changed += 1;
    }
    expect(changed).toBeGreaterThan(1);
    expect(changed).toBeLessThan(8);
  });
});
