/** Heartbeats in words, empty data and `null` between the events of an answer. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventLines } from '../../../brain/thalamus/providers/event-lines.ts';
import '../../support/same-cases.ts';

const good = [
  'data: {"a":1}',
  'data:{"b":"wörds, data: not here"}',
  'event: message_stop\ndata: {"type":"message_stop"}',
  // One event over several lines: none of them may be taken for words.
  'data: {\ndata:   "c": [\ndata: 2]\ndata: }',
  ': a comment',
  'data: [DONE]',
] as const;
const bad = [
  'data:',
  'data: null',
  'data: 5',
  'data: "x"',
  'event: beat\ndata: still here',
] as const;

/** The data of every event, as the specification of server-sent events reads them. */
function dataOf(stream: string): readonly string[] {
  return stream
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((event) =>
      event
        .split(/\r\n|\n|\r/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data !== '');
}

it('what is no JSON is left out, and nothing else (one heartbeat loses the whole answer)', () => {
  const event = fc.oneof(fc.constantFrom(...good), fc.constantFrom(...bad));
  const streams = fc.record({
    events: fc.array(event, { maxLength: 8 }),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    pieces: fc.array(fc.nat(30), { maxLength: 40 }),
  });
  fc.assert(
    fc.property(streams, ({ events, end, pieces }) => {
      const stream = events.map((one) => `${one}\n\n`.replaceAll('\n', end)).join('');
      const isBad = (one: string): boolean => (bad as readonly string[]).includes(one);
      const wanted = dataOf(
        events
          .filter((one) => !isBad(one))
          .map((one) => `${one}\n\n`)
          .join(''),
      );
      const change = createEventLines();
      let out = '';
      for (const lines of torn(Buffer.from(stream), pieces)) {
        out += Buffer.from(change(lines)).toString('latin1');
      }
      const got = dataOf(Buffer.from(out, 'latin1').toString('utf8'));
      expect(got.filter((data) => data !== '{}')).toEqual(wanted);
      for (const data of got) if (data !== '[DONE]') JSON.parse(data);
    }),
  );
});

/** Whole lines as they come: cut after any line end, also between its two characters. */
function* torn(bytes: Buffer, pieces: readonly number[]): Generator<Uint8Array> {
  let start = 0;
  const skips = [...pieces];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 10 && bytes[at] !== 13) continue;
    const skip = skips.shift() ?? 0;
    if (skip % 3 !== 0) continue;
    yield bytes.subarray(start, at + 1);
    start = at + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}
