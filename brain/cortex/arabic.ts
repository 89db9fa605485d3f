/** Arabic words in the one spelling the index knows: letters unified, article and endings off. */

export function isArabic(word: string): boolean {
  return /\p{Script=Arabic}/u.test(word);
}

/** `word` without vowel marks. */
export function stemArabic(word: string): string {
  let stem = word
    .replace(/\u0640/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىئ]/g, 'ي')
    .replace(/ؤ/g, 'و')
    .replace(/ء/g, '')
    .replace(/ة/g, 'ه');
  // The article, alone or behind one of the letters that are written together with it.
  const bare = stem.replace(/^(?:[وفبك]?ال|و?لل)/, '');
  if (bare.length >= 2) stem = bare;
  const cut = stem.replace(/(?:ها|ان|ات|ون|ين|يه|ه|ي)$/, '');
  return cut.length >= 3 ? cut : stem;
}
