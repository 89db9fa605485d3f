/** Random conversations, whole and damaged ones: what a fold must cope with. */
import fc from 'fast-check';
import type { HistoryEntry } from '../../../brain/regions.ts';
import type { MessagePart, ModelMessage } from '../../../brain/shared/model.ts';

const words = (max: number): fc.Arbitrary<string> =>
  fc
    .record({
      size: fc.nat({ max }),
      word: fc.constantFrom('word', 'Straße', '言葉', '</summary>'),
    })
    .map(({ size, word }) => `${word} `.repeat(size));

const text = (max: number): fc.Arbitrary<MessagePart> =>
  words(max).map((value) => ({ type: 'text', text: value }));

const callIds = fc.constantFrom('c_1', 'c_2', 'c_3', 'c_4');
const toolCall: fc.Arbitrary<MessagePart> = fc
  .record({ id: callIds, name: fc.constantFrom('Read', 'Write', 'remember'), path: words(4) })
  .map(({ id, name, path }) => ({
    type: 'tool_call',
    call: { id, name, args: { file_path: path, fact: path } },
  }));
const toolResult: fc.Arbitrary<MessagePart> = fc
  .record({ id: callIds, ok: fc.boolean(), output: words(4_000) })
  .map(({ id, ok, output }) => ({ type: 'tool_result', toolCallId: id, name: 'Read', ok, output }));
const image: fc.Arbitrary<MessagePart> = fc.constant({
  type: 'image',
  mediaType: 'image/png',
  data: 'aGk=',
});

const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc
    .array(fc.oneof({ weight: 5, arbitrary: text(200) }, { weight: 1, arbitrary: image }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts): ModelMessage => ({ role: 'user', parts })),
  fc
    .array(fc.oneof(text(200), toolCall), { maxLength: 3 })
    .map((parts): ModelMessage => ({ role: 'assistant', parts })),
  fc.array(toolResult, { maxLength: 3 }).map((parts): ModelMessage => ({ role: 'tool', parts })),
);

/** Messages in any order: calls without results, results without calls, two of the same, none at all. */
export const damagedHistory: fc.Arbitrary<readonly HistoryEntry[]> = fc
  .array(message, { maxLength: 24 })
  .map((messages) => {
    let turn = 0;
    return messages.map((one): HistoryEntry => {
      if (one.role === 'user') turn += 1;
      return { turnId: `t_${turn}`, message: one };
    });
  });
