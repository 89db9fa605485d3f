/** Sets of origins, as lists in the order in which they came. */
import type { ContentOrigin } from '../../protocol/index.ts';

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

/** For people and models: `example.com and 2 others`. */
export function namesOf(origins: readonly ContentOrigin[]): string {
  const [first, ...others] = origins;
  if (first === undefined) return '';
  const name = first.kind === 'command' ? `the command ${first.name}` : first.name;
  if (others.length === 0) return name;
  return `${name} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`;
}
