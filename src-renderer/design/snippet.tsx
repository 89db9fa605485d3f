/** A piece of a text with the words that matched, as found by the brain. */
import { plainText } from './plain-text.ts';

export function Snippet({ text }: { readonly text: string }) {
  return pieces(plainText(text)).map(({ start, text: words, match }) =>
    match ? <mark key={start}>{words}</mark> : words,
  );
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly match: boolean;
}

/** Cuts a snippet at the marks (U+0001 before, U+0002 after) of the words that matched. */
function pieces(snippet: string): readonly Piece[] {
  const found: Piece[] = [];
  let start = 0;
  for (const [index, part] of snippet.replaceAll('\u0002', '\u0001').split('\u0001').entries()) {
    if (part !== '') found.push({ start, text: part, match: index % 2 === 1 });
    start += part.length + 1;
  }
  return found;
}
