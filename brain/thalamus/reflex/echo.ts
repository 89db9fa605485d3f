/** Which hits only tell that something was asked or listed before, and not what is known. */
import { intentOf } from './intent.ts';
import { phrasesIn } from './phrases.ts';
import type { Hit } from './render.ts';

/** The journals of conversations; the words that began the turn stand last in the place. */
const journal = /^hippocampus\/(?:sessions|episodes)\/[^>]*> (?:.* › \d\d:\d\d )?(.*)$/s;

const [openingEnglish = '', openingGerman = ''] = (['en', 'de'] as const).map(
  (language) => phrasesIn(language).found('\n').split('\n')[0],
);

/**
 * Recalling would otherwise find earlier recalls, each with the ones before it inside. What was
 * to be remembered is found in the knowledge files, and what was asked of a tool says nothing.
 */
export function isEcho(hit: Hit, now: Date): boolean {
  const asked = journal.exec(hit.place)?.[1];
  if (asked === undefined) return false;
  return (
    intentOf(asked, now).kind !== 'other' ||
    hit.text.includes(openingEnglish) ||
    hit.text.includes(openingGerman)
  );
}
