/**
 * Messages that ask for nothing that could be remembered: greetings, thanks, "yes, go on". No note
 * belongs to them, though some note surely holds one of their words. Pure.
 */
import { isSpaceless, plainWords, stopWords } from '../shared/words.ts';

const pleasantries: ReadonlySet<string> = new Set(
  `hello hi hey hiya howdy yo greetings dear good morning afternoon evening night day everyone folks
  thanks thank thx cheers ok okay yes yeah yep yup nope sure great nice cool fine perfect super
  awesome excellent lovely wonderful brilliant wow well right alright bye goodbye welcome sorry
  much lot really indeed help go ahead continue proceed
  hallo moin servus tach gruss grüß gruß gott guten gute morgen tag abend nacht danke dankeschön
  vielen dank bitte ja nein klar gut toll prima schön super genau weiter tschüss tschüs wiedersehen
  hilfe helfen hilf
  bonjour salut coucou bonsoir bonne nuit merci beaucoup oui non hola gracias ciao grazie`.split(
    /\s+/,
  ),
);

/** "What do you know about me": little words alone, and yet a question to the memory. */
const aboutOwner =
  /\b(?:about|über|of|von|for|für)\s(?:me|myself|us|mich|mir|uns)\b|\bam\si\b|\bbin\sich\b|\b(?:my|mine|mein\w*|unser\w*)\b/i;

export function isSmallTalk(text: string): boolean {
  if (isSpaceless(text)) return false;
  const words = plainWords(text);
  return (
    words.every((word) => stopWords.has(word) || pleasantries.has(word) || word.length === 1) &&
    !aboutOwner.test(text)
  );
}
