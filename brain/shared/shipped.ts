/** Sentences of the default mind's own files: they have codes, as long as their owner leaves them as they are. */
import { shippedSentences } from '../../protocol/sentences/shipped.ts';
import { type Sentence, say, verbatim } from './say.ts';

type ShippedCode = keyof typeof shippedSentences;

const codes = new Map(
  Object.entries(shippedSentences).map(([code, text]) => [text as string, code as ShippedCode]),
);

/** What a skill's file says: with its code where it is one of ours, else in its own words. */
export function skillWords(text: string): Sentence {
  const code = codes.get(text);
  return code === undefined ? verbatim(text) : say(code);
}
