/** Lines of JSON over a stream whose other end is not trusted: bounded, and checked one by one. */
import type { Duplex } from 'node:stream';
import { messageOf } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { type FromChild, fromChild, type ToChild } from './messages.ts';

const NEWLINE = 0x0a;

export interface LineChannel {
  send(message: ToChild): void;
  /** A new call: what was said before does not count any more. */
  forgive(): void;
}

export function openChannel(
  stream: Duplex,
  limits: { readonly messageBytes: number; readonly spokenBytes: number },
  on: {
    message(message: FromChild): void;
    /** It said what cannot be, or too much. Nothing more is read. */
    broken(reason: Sentence): void;
  },
): LineChannel {
  let parts: Buffer[] = [];
  let size = 0;
  let spoken = 0;
  let open = true;

  function fail(reason: Sentence): void {
    open = false;
    parts = [];
    stream.destroy();
    on.broken(reason);
  }

  function take(line: Buffer): void {
    let message: FromChild;
    try {
      message = fromChild.parse(JSON.parse(line.toString('utf8')));
    } catch (thrown) {
      fail(say('plugin.unclear', { why: messageOf(thrown).slice(0, 200) }));
      return;
    }
    on.message(message);
  }

  stream.on('data', (chunk: Buffer) => {
    spoken += chunk.length;
    if (open && spoken > limits.spokenBytes) fail(say('plugin.saidTooMuch'));
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1 && open; at = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, at)]);
      parts = [];
      size = 0;
      start = at + 1;
      take(line);
    }
    if (!open) return;
    size += chunk.length - start;
    if (size > limits.messageBytes) fail(say('plugin.saidTooMuchAtOnce'));
    else if (start < chunk.length) parts.push(Buffer.from(chunk.subarray(start)));
  });

  return {
    send(message) {
      // Gone already: the exit of the process says so.
      if (open && !stream.destroyed) stream.write(`${JSON.stringify(message)}\n`);
    },
    forgive() {
      spoken = 0;
    },
  };
}
