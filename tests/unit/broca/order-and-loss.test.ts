import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBroca } from '../../../brain/broca/index.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import type { ConnectomeEvent, EventBody } from '../../../protocol/index.ts';

const turn = { sessionId: 's_1', turnId: 't_1' };

function listening() {
  const heard: ConnectomeEvent[] = [];
  let seq = 0;
  const record = (ref: { readonly sessionId: string }, body: EventBody): ConnectomeEvent => {
    seq += 1;
    return { ...ref, epoch: 'e', at: '', seq, ...body };
  };
  const broca = createBroca({
    record,
    recordUnstored: record,
    checkpoint: () => {},
    logger: silentLogger,
  });
  broca.onEvent((event) => heard.push(event));
  return { broca, heard };
}

it('joins streamed text without losing, doubling or reordering a character', async () => {
  const piece = fc.record({
    kind: fc.constantFrom('text' as const, 'thinking' as const, 'event' as const),
    text: fc.string({ minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const { broca, heard } = listening();
      async function* chunks() {
        for (const { kind, text } of pieces) {
          if (kind === 'event') broca.emit(turn, { type: 'content', text });
          else yield { type: kind, text };
        }
      }
      for await (const _chunk of broca.streamToUI(turn, 1, chunks())) {
        // Draining is what makes it flow.
      }
      broca.end(turn);
      const merge = (list: { readonly type: string; readonly text: string }[]) =>
        list.reduce<{ type: string; text: string }[]>((out, { type, text }) => {
          const last = out.at(-1);
          if (last?.type === type && type !== 'content') last.text += text;
          else out.push({ type, text });
          return out;
        }, []);
      const names = { text: 'delta', thinking: 'thinking', event: 'content' };
      const sent = merge(pieces.map(({ kind, text }) => ({ type: names[kind], text })));
      const got = merge(
        heard.flatMap((e) => ('text' in e ? [{ type: e.type, text: e.text }] : [])),
      );
      expect(got).toEqual(sent);
    }),
  );
});

it('sends waiting text before any other event, so that a tool call cannot overtake the words before it', () => {
  const { broca, heard } = listening();
  broca.toolOutput(turn, 'c_1', 'stdout', 'a');
  broca.toolOutput(turn, 'c_1', 'stdout', 'b');
  broca.toolOutput(turn, 'c_1', 'stdout', 'c');
  broca.emit(turn, { type: 'content', text: 'end' });
  broca.end(turn);
  expect(heard.map((event) => ('text' in event ? event.text : ''))).toEqual(['a', 'bc', 'end']);
});

it('tells the others when one listener throws', () => {
  const { broca, heard } = listening();
  const later: string[] = [];
  broca.onEvent(() => {
    throw new Error('a broken window');
  });
  broca.onEvent((event) => later.push(event.type));
  broca.emit(turn, { type: 'content', text: 'x' });
  broca.end(turn);
  expect(heard).toHaveLength(1);
  expect(later).toEqual(['content']);
});
