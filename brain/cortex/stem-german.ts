/** German stems after CISTEM (Weissweiler and Fraser, 2017): endings off, one after the other. */

/** `word` in lower case, its marks off ("hauser" for Häuser), ß as ss. */
export function stemGerman(word: string): string {
  // Letters that belong together count as one, so that half of them is never taken for an ending.
  let stem = word
    .replace(/^ge(?=.{4})/, '')
    .replace(/sch/g, '$')
    .replace(/ei/g, '%')
    .replace(/ie/g, '&')
    .replace(/(.)\1/g, '$1*');
  while (stem.length > 3) {
    const cut = stem.replace(stem.length > 5 ? /(?:e[mr]|nd|[tesn])$/ : /[tesn]$/, '');
    if (cut === stem) break;
    stem = cut;
  }
  return stem
    .replace(/(.)\*/g, '$1$1')
    .replace(/\$/g, 'sch')
    .replace(/%/g, 'ei')
    .replace(/&/g, 'ie');
}
