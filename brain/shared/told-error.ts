/** What is thrown where its owner may have to read it. */
import { messageOf } from './result.ts';
import { type Sentence, verbatim } from './say.ts';

export class ToldError extends Error {
  override readonly name: string = 'ToldError';
  readonly sentence: Sentence;

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(sentence.text, options);
    this.sentence = sentence;
  }
}

/** The words of others where nobody thought of its reader. */
export function sentenceOfThrown(thrown: unknown): Sentence {
  return thrown instanceof ToldError ? thrown.sentence : verbatim(messageOf(thrown));
}
