import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBroca } from '../../../brain/broca/index.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import type { ConnectomeEvent, EventBody } from '../../../protocol/index.ts';

const turn = { sessionId: 's_1', turnId: 't_1' };

function listening(redactor = createRedactor()) {
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
    redactor,
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

it('a secret of ours never travels, however it is cut into pieces, and nothing else is lost', async () => {
  // One is the beginning of another, one its end.
  const secrets = ['sk-abcabd-123456', 'sk-abcabd', 'abcabcabd', 'token-of-gateway', 'gateway-2'];
  const word = fc.oneof(
    fc.constantFrom(...secrets, 'abcab', 'sk-a', 'tok'),
    fc.string({ maxLength: 4 }),
  );
  const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 8 }),
      cuts,
      fc.boolean(),
      async (words, sizes, frames) => {
        const redactor = createRedactor();
        for (const secret of secrets) redactor.add('key', secret);
        const { broca, heard } = listening(redactor);
        const text = words.join('');
        async function* chunks() {
          for (let at = 0, n = 0; at < text.length; n += 1) {
            const size = sizes[n % sizes.length] ?? 1;
            yield { type: 'text' as const, text: text.slice(at, at + size) };
            at += size;
            // Another event between two pieces of a tool's output is a frame of its own.
            if (frames) await new Promise(setImmediate);
          }
        }
        for await (const _chunk of broca.streamToUI(turn, 1, chunks())) {
          // Draining is what makes it flow.
        }
        broca.end(turn);
        const sent = heard.map((event) => ('text' in event ? event.text : '')).join('');
        expect(sent).toBe(redactor.own(text));
      },
    ),
  );
});

it('holds the beginning of a secret in one tool back while another tool ends', () => {
  const redactor = createRedactor();
  redactor.add('key', 'sk-0123456789');
  const { broca, heard } = listening(redactor);
  const result = { type: 'tool_result', name: 'Bash', ok: true, output: '', ms: 1 } as const;
  broca.toolOutput(turn, 'c_1', 'stdout', 'a sk-0123');
  broca.emit(turn, { ...result, toolCallId: 'c_2', truncated: false });
  broca.toolOutput(turn, 'c_1', 'stdout', '456789 b sk-');
  broca.emit(turn, { ...result, toolCallId: 'c_1', truncated: false });
  broca.end(turn);
  const told = heard.map((event) => (event.type === 'tool_output' ? event.text : event.type));
  expect(told).toEqual(['a ', 'tool_result', '[secret:key] b ', 'sk-', 'tool_result']);
});

it('a secret that is whole already and goes on as a longer one does not leave its rest behind', () => {
  const redactor = createRedactor();
  redactor.add('short', 'sk-abcabd');
  redactor.add('long', 'sk-abcabd-123456');
  const { broca, heard } = listening(redactor);
  const result = { type: 'tool_result', name: 'Bash', ok: true, output: '', ms: 1 } as const;
  broca.toolOutput(turn, 'c_1', 'stdout', 'a sk-abcabd');
  broca.emit(turn, { ...result, toolCallId: 'c_2', truncated: false });
  broca.toolOutput(turn, 'c_1', 'stdout', '-123456 b sk-abcabd');
  broca.emit(turn, { ...result, toolCallId: 'c_1', truncated: false });
  broca.end(turn);
  const told = heard.map((event) => (event.type === 'tool_output' ? event.text : event.type));
  expect(told).toEqual(['a ', 'tool_result', '[secret:long] b ', '[secret:short]', 'tool_result']);
});
