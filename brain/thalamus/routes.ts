/** The owner's own rules for which model a message goes to: by words in it, never by a model. */
import type { Config } from '../../protocol/index.ts';
import { isSpaceless, plainWords } from '../shared/words.ts';

export interface Route {
  /** The keyword that decided, as the owner wrote it. */
  readonly keyword: string;
  /** `model@provider`, as the owner wrote it. */
  readonly target: string;
}

/** The first route of which a keyword stands in the text in whole words. */
export function routeOf(text: string, routes: Config['routes']): Route | undefined {
  if (routes.length === 0) return undefined;
  const words = ` ${plainWords(text).join(' ')} `;
  for (const { keywords, target } of routes) {
    const keyword = keywords.find((one) => stands(one, words, text));
    if (keyword !== undefined) return { keyword, target };
  }
  return undefined;
}

function stands(keyword: string, words: string, text: string): boolean {
  // Scripts without spaces have no word borders to look for.
  if (isSpaceless(keyword))
    return text.normalize('NFKC').includes(keyword.normalize('NFKC').trim());
  const wanted = plainWords(keyword).join(' ');
  return wanted !== '' && words.includes(` ${wanted} `);
}
