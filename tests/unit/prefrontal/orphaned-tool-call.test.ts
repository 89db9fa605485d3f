import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairPairs } from '../../../brain/prefrontal/history.ts';
import type { MessagePart, ModelMessage } from '../../../brain/shared/model.ts';

const call = (id: string): MessagePart => ({
  type: 'tool_call',
  call: { id, name: 'Read', args: {} },
  providerCallId: `p_${id}`,
});
const result = (id: string): MessagePart => ({
  type: 'tool_result',
  toolCallId: id,
  name: 'Read',
  ok: true,
  output: 'text',
});
const user: ModelMessage = { role: 'user', parts: [{ type: 'text', text: 'hi' }] };
const calls = (...ids: string[]): ModelMessage => ({ role: 'assistant', parts: ids.map(call) });
const results = (...ids: string[]): ModelMessage => ({ role: 'tool', parts: ids.map(result) });

describe('a history whose calls and results do not pair (providers answer it with 400)', () => {
  it('gets a result for a call that never had one, right after it', () => {
    const repaired = repairPairs([user, calls('c_1', 'c_2'), results('c_1'), user]);
    expect(repaired.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
    ]);
    expect(repaired[3]?.parts).toEqual([
      {
        type: 'tool_result',
        toolCallId: 'c_2',
        providerCallId: 'p_c_2',
        name: 'Read',
        ok: false,
        output: 'No result was recorded: the turn ended before this call did.',
      },
    ]);
  });

  it('loses results without a call, late ones and second ones', () => {
    const repaired = repairPairs([
      results('c_0'),
      user,
      calls('c_1'),
      results('c_1', 'c_9'),
      results('c_1'),
      user,
      results('c_1'),
    ]);
    expect(repaired).toEqual([user, calls('c_1'), results('c_1'), user]);
  });

  it('is passed on untouched when it is whole (bytes that change without need)', () => {
    const history = [user, calls('c_1'), results('c_1'), user];
    const repaired = repairPairs(history);
    expect(repaired.every((message, index) => message === history[index])).toBe(true);
  });

  it('pairs whatever it was given', () => {
    const id = fc.constantFrom('c_1', 'c_2', 'c_3');
    const message = fc.oneof(
      fc.constant(user),
      fc.array(id, { maxLength: 3 }).map((ids) => calls(...new Set(ids))),
      fc.array(id, { maxLength: 3 }).map((ids) => results(...ids)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const repaired = repairPairs(messages);
        let open: string[] = [];
        for (const one of repaired) {
          expect(one.parts.length).toBeGreaterThan(0);
          if (one.role !== 'tool') expect(open).toEqual([]);
          for (const part of one.parts) {
            if (part.type === 'tool_call') open.push(part.call.id);
            if (part.type !== 'tool_result') continue;
            expect(open).toContain(part.toolCallId);
            open = open.filter((other) => other !== part.toolCallId);
          }
        }
        expect(open).toEqual([]);
        expect(repairPairs(repaired)).toEqual(repaired);
      }),
    );
  });
});
