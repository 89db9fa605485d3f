/** Sets of origins, as lists in the order in which they came. */
import type { ContentOrigin } from '../../protocol/index.ts';
import { type Sentence, say, sayCount, verbatim } from './say.ts';

/** More are not told apart any more; that there is more than one is all that counts then. */
const MAX_ORIGINS = 20;

export function mergedOrigins(
  ...lists: readonly (readonly ContentOrigin[] | undefined)[]
): readonly ContentOrigin[] {
  const found = new Map<string, ContentOrigin>();
  for (const origin of lists.flatMap((list) => list ?? [])) {
    if (found.size < MAX_ORIGINS) found.set(`${origin.kind}\0${origin.name}`, origin);
  }
  return [...found.values()];
}

/** `example.com and 2 others`. */
export function namesOf(origins: readonly ContentOrigin[]): Sentence {
  const [first, ...others] = origins;
  if (first === undefined) return verbatim('');
  const name =
    first.kind === 'command' ? say('origin.command', { name: first.name }) : verbatim(first.name);
  return others.length === 0 ? name : sayCount('origin.andOthers', others.length, { first: name });
}
