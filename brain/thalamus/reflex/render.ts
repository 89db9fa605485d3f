/** Tool results as markdown that a person can read. */

/** The output with matches set in bold. */
export function plainOutput(output: string): string {
  return output.replaceAll('\u0001', '**').replaceAll('\u0002', '**').trim();
}

/** Tools say in words that they found nothing. */
export function foundNothing(output: string): boolean {
  const plain = plainOutput(output);
  return (
    plain === '' ||
    (plain.length < 240 && /^(?:no|nothing|0)\b[^\n]*$/i.test(plain) && !plain.includes('|'))
  );
}

export interface Hit {
  /** Path, and the headings below it. */
  readonly place: string;
  readonly text: string;
}

/** A file as it is: without the numbers that `Read` puts before each line. */
export function withoutLineNumbers(output: string): string {
  return output.replace(/^ *\d+\t/gm, '');
}

/** The hits that `memory_search` lists, best first; `undefined` for any other text. */
export function hitsIn(output: string): readonly Hit[] | undefined {
  const pattern = /^\d+\. (.+) \(score [\d.]+\)\n {3}(.*)$/gm;
  const hits = [...output.matchAll(pattern)].map(([, place = '', text = '']) => ({
    place,
    // Comments are for humans who open the file.
    text: text.replace(/\s*<!--.*?(?:-->|$)/g, '').trim(),
  }));
  return hits.length === 0 ? undefined : hits;
}

const SHOWN_HITS = 5;
/** Beside facts, a look at where they came from is enough. */
const SHOWN_BESIDE_FACTS = 1;
const ownMind = /^(?:identity|prefrontal|cerebellum|basalganglia)\//;
const facts = /^hippocampus\/knowledge\//;

/**
 * Hits as a list to read, facts before conversations; what the mind says of itself is no memory.
 * Empty when nothing is left; text that is no list of hits stays as it is.
 */
export function hitList(output: string, isEcho: (hit: Hit) => boolean): string {
  const hits = hitsIn(output);
  if (hits === undefined) return output;
  const found = hits.filter((hit) => !ownMind.test(hit.place) && !isEcho(hit));
  const known = found.filter(({ place }) => facts.test(place)).slice(0, SHOWN_HITS);
  const others = found.filter(({ place }) => !facts.test(place));
  return listed([
    ...known,
    ...others.slice(0, known.length === 0 ? SHOWN_HITS : SHOWN_BESIDE_FACTS),
  ]);
}

export function listed(hits: readonly Hit[]): string {
  return hits
    .map(({ place, text }) => `- ${text.replace(/^#+\s*|^[-*]\s+/g, '')}  \n  *${place}*`)
    .join('\n');
}

/** A code block whose fence is longer than any inside it. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

export function languageOfFile(path: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}
