/**
 * Words as the mind's search and scoring see them: one place, so that the index, the scorer and the
 * skill matcher agree on what a word is. Scripts without spaces become pairs of characters.
 */

/** Words that carry no topic (English, German). They never make a match by themselves. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at be because been before being but by can ' +
    'could did do does doing done for from get had has have having he her here him his how i if in ' +
    'into is it its just let like me more most my no not now of off on only or other our out over ' +
    'own please same she should so some such than that the their them then there these they this ' +
    'those through to too under until up us very was we were what when where which while who whom ' +
    'why will with would you your yours tell show give know want ' +
    'aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den ' +
    'denn der des dich die dies diese dieser dir doch dort du durch ein eine einem einen einer eines ' +
    'er es etwas euch für gegen hab habe haben hat hatte hier hin ich ihm ihn ihr ihre im in ist ja ' +
    'jede kann kannst kein keine können man mein meine mich mir mit nach nicht noch nur ob oder ohne ' +
    'sehr sein seine sich sie sind so über um und uns unser unter vom von vor war waren was weil wenn ' +
    'wer wie wieder will wir wird wo wurde zu zum zur bitte'
  ).split(' '),
);

/** Scripts that are written without spaces, and Korean, whose particles stick to the words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
export const spacelessRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
const wordRun = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*/gu;

/** Most notes are plain ASCII, for which everything below is much cheaper. */
const ascii = /^[ -~\s]*$/;
const asciiWordRun = /[a-z0-9][a-z0-9_]*/g;

export function isSpaceless(text: string): boolean {
  return !ascii.test(text) && spaceless.test(text);
}

function normalise(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase();
}

/** Words of scripts with spaces, in order, repeated as they are; lower case. */
export function plainWords(text: string): readonly string[] {
  if (ascii.test(text)) return text.toLowerCase().match(asciiWordRun) ?? [];
  const words: string[] = [];
  for (const piece of normalise(text).replace(spacelessRun, ' ').match(wordRun) ?? []) {
    words.push(piece);
  }
  return words;
}

/** Overlapping pairs of characters of every spaceless run; a run of one character stays itself. */
export function characterPairs(text: string): readonly string[] {
  if (!isSpaceless(text)) return [];
  const pairs: string[] = [];
  for (const run of normalise(text).match(spacelessRun) ?? []) {
    const characters = [...run.replace(/\p{M}/gu, '')];
    const [only] = characters;
    if (characters.length === 1 && only !== undefined) pairs.push(only);
    for (let i = 0; i + 1 < characters.length; i++) {
      pairs.push(`${characters[i]}${characters[i + 1]}`);
    }
  }
  return pairs;
}

/**
 * The distinct words that can make a match: stop words and single letters dropped, unless nothing
 * else is left ("who are you" must still find something when it is all there is).
 */
export function contentWords(text: string): readonly string[] {
  const all = [...new Set(plainWords(text))];
  const telling = all.filter(isTelling);
  return telling.length > 0 || isSpaceless(text) ? telling : all;
}

/** Neither a stop word nor a single letter. */
export function isTelling(word: string): boolean {
  return !stopWords.has(word) && (word.length > 1 || /\d/.test(word));
}

const endings = /(?:ingly|edly|ing|ed|ern|en|er|em|ie|e|n|y)$/;

/**
 * A rough stem, for comparing words of one message with words of one note: marks and common endings
 * off, at least three letters left. The index has the exact stemmer; this one only has to agree with
 * itself.
 */
export function looseStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = makeStem(word);
  if (stems.size >= MAX_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** The same words come again and again: 200 notes are compared with every message. */
const stems = new Map<string, string>();
const MAX_STEMS = 50_000;

function makeStem(word: string): string {
  const bare = word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=\p{L}{3})(?<![s'])s$/u, '');
  if (bare.length < 5) return bare;
  const cut = bare.replace(endings, '');
  if (cut.length < 3 || cut.length === bare.length) return bare;
  // "running" and "run": the doubled consonant belongs to the ending.
  return cut.replace(/([^aeiouls])\1$/, '$1');
}

/** Pairs of hiragana alone are particles and endings. */
const grammar = /^\p{Script=Hiragana}{2}$/u;

/** What two texts are compared by: loose stems of content words and character pairs. */
export function matchKeys(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const word of contentWords(text)) keys.add(looseStem(word));
  for (const pair of characterPairs(text)) if (!grammar.test(pair)) keys.add(pair);
  return keys;
}
