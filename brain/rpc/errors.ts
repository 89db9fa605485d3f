import type { ErrorCode } from '../../protocol/index.ts';
import { type Sentence, verbatim } from '../shared/say.ts';

/** Thrown by a method to answer with `-32000` and `data.code`. The message is for people. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: ErrorCode;
  readonly sentence: Sentence;

  constructor(code: ErrorCode, sentence: Sentence) {
    super(sentence.text);
    this.code = code;
    this.sentence = sentence;
  }
}

/** A text is the words of others: what a file system or a server says. */
export function fail(code: ErrorCode, message: Sentence | string): never {
  throw new RpcFailure(code, typeof message === 'string' ? verbatim(message) : message);
}
