/**
 * Terms: what the index holds instead of words, so that forms of one word meet. Pure, and the same for
 * texts and for questions; everything about a language is decided here.
 */
import { characterPairs, isSpaceless, spacelessRun } from '../shared/words.ts';
import { isArabic, stemArabic } from './arabic.ts';
import { stemEnglish } from './stem-english.ts';
import { stemGerman } from './stem-german.ts';

export type Language = 'english' | 'german';

/** One word of a text: as it stands in it (marks off, lower case) and the term that it is found by. */
export interface Word {
  readonly form: string;
  readonly term: string;
}

/** What a chunk is found by. */
export interface ChunkTerms {
  readonly heading: readonly Word[];
  readonly text: readonly Word[];
  /** Days, months and years, as times.ts names them. */
  readonly times: readonly string[];
}

/** Letters that are no letter with a mark, and so survive its removal. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const ascii = /^[\0-~]*$/;

/** Lower case, compatibility forms resolved, marks off. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFC');
}

/** C++, C#, F#: the signs belong to the name. */
const signed = /\b([a-z])(\+\+|#)(?![\p{L}\p{N}])/gu;
const wordRun = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const asciiRun = /[a-z0-9]+(?:'[a-z0-9]+)*/g;

/** The words of a text in scripts with spaces, folded, in order. */
export function formsOf(text: string): readonly string[] {
  const folded = fold(text).replace(signed, (_, letter: string, sign: string) =>
    sign === '#' ? `${letter}sharp` : `${letter}plusplus`,
  );
  if (ascii.test(folded)) return pieces(folded.match(asciiRun) ?? []);
  return pieces(folded.replace(spacelessRun, ' ').match(wordRun) ?? []);
}

/** "Anna's" is Anna, "l'école" is école, "don't" stays together. */
function pieces(runs: readonly string[]): readonly string[] {
  if (!runs.some((run) => run.includes("'") || run.includes('’'))) return runs;
  return runs.flatMap((run) => {
    const parts = run.split(/['’]/);
    if (parts.length === 1) return parts;
    const last = parts.at(-1) ?? '';
    if (last === 's') return parts.slice(0, -1);
    if (['t', 'll', 're', 've', 'd', 'm'].includes(last)) return [parts.join('')];
    return parts.filter((part) => part.length > 2);
  });
}

const germanMarks = new Set(
  `der das und ist nicht ich ein eine einen einem mit fur auf dem zu wir haben im sich auch von bei
  nach wie oder aber den sind vom zum zur wurde mein meine ihr unser habe hatte dass wann wer wo uber`.split(
    /\s+/,
  ),
);
const englishMarks = new Set(
  `the and of to is my for that with have it you are this from at i we be not on by when who what
  where how did do does`.split(/\s+/),
);

/** By its little words; English where nothing else is to be seen. */
export function languageOf(forms: readonly string[]): Language {
  let german = 0;
  for (const form of forms) {
    if (germanMarks.has(form)) german += 1;
    else if (englishMarks.has(form)) german -= 1;
  }
  return german > 0 ? 'german' : 'english';
}

const stems: Readonly<Record<Language, Map<string, string>>> = {
  english: new Map(),
  german: new Map(),
};
/** The same words come again and again. */
const MAX_STEMS = 30_000;

export function termOf(form: string, language: Language): string {
  const known = stems[language].get(form);
  if (known !== undefined) return known;
  const term = makeTerm(form, language);
  if (stems[language].size >= MAX_STEMS) stems[language].clear();
  stems[language].set(form, term);
  return term;
}

function makeTerm(form: string, language: Language): string {
  if (form.length > MAX_TERM) return form.slice(0, MAX_TERM);
  if (/^[a-z]+$/.test(form)) return language === 'german' ? stemGerman(form) : stemEnglish(form);
  return isArabic(form) ? stemArabic(form) : form;
}

/** Keys, hashes and other endless words are found by their beginning. */
const MAX_TERM = 40;

/** Every word of a text in order, then the pairs of characters of scripts without spaces. */
export function wordsOf(text: string, language?: Language): readonly Word[] {
  const forms = formsOf(text);
  const spoken = language ?? languageOf(forms);
  const words = forms.map((form) => ({ form, term: termOf(form, spoken) }));
  if (!isSpaceless(text)) return words;
  return [...words, ...characterPairs(text).map((pair) => ({ form: pair, term: pair }))];
}
