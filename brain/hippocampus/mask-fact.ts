/**
 * Takes a fact out of texts: where it stands word for word, where a sentence has all of its words, and
 * where the end of a shortened text is its beginning. Pure.
 */
import { parseJson } from '../shared/json.ts';
import { oneLine } from '../shared/text.ts';
import { contentWords, looseStem } from '../shared/words.ts';

export const FORGOTTEN = '[forgotten]';

/** How much of a fact at the end of a shortened text gives it away. */
const MIN_BEGINNING = 12;

/** Words by which a fact speaks of its owner, who says "I" and "my" himself. */
const ownersNames = new Set(['owner', 'owners', 'user', 'users']);

interface Wanted {
  readonly exact: RegExp;
  readonly plain: string;
  readonly stems: readonly string[];
  /** Every text with the fact in it has these. */
  readonly hints: readonly string[];
}

export interface FactMask {
  /** The text without the facts; the same string where there is nothing of them in it. */
  apply(text: string): string;
  /** A quick look. False: there is nothing of them in it. */
  mayHold(text: string): boolean;
}

export function createFactMask(facts: readonly string[]): FactMask {
  const wanted = facts.map(wantedOf).filter(({ plain }) => plain !== '');
  const nearOf = (text: string): readonly Wanted[] => {
    const lower = text.toLowerCase();
    return wanted.filter((fact) => mayHold(lower, fact));
  };
  return {
    apply(text) {
      const near = nearOf(text);
      if (near.length === 0) return text;
      let masked = text;
      for (const { exact } of near) masked = masked.replace(exact, FORGOTTEN);
      return masked
        .split('\n')
        .map((line) => maskLine(line, near))
        .join('\n');
    },
    mayHold: (text) => nearOf(text).length > 0,
  };
}

function wantedOf(fact: string): Wanted {
  const plain = oneLine(fact)
    .toLowerCase()
    .replace(/[\s.!?。]+$/u, '');
  const words = plain.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const telling = contentWords(plain).filter((word) => !ownersNames.has(word));
  return {
    plain,
    exact: new RegExp(`(?<![\\p{L}\\p{N}])${words.join('\\s+')}(?![\\p{L}\\p{N}])`, 'giu'),
    // One word alone is not the fact.
    stems: telling.length < 2 ? [] : telling.map(looseStem),
    hints: telling.map((word) => word.slice(0, 3)),
  };
}

function mayHold(lower: string, { plain, hints }: Wanted): boolean {
  if (hints.every((hint) => lower.includes(hint))) return true;
  return lower.includes('…') && lower.includes(plain.slice(0, MIN_BEGINNING));
}

/** What a line of our own journals begins and ends with is no part of anybody's words. */
const frame =
  /^(\s*(?:#{1,6}\s+|[-*+]\s+|>\s+)?(?:\d\d:\d\d\s+)?(?:\*\*[^*\n]{1,30}:\*\*\s*|[A-Z][\w ]{0,20}:\s+)?)(.*?)(\s*<!--.*-->\s*)?$/;

function maskLine(line: string, wanted: readonly Wanted[]): string {
  const [, before = '', middle = '', after = ''] = frame.exec(line) ?? [];
  if (middle === '') return line;
  const masked = middle
    .split(/(?<=[.!?])(\s+)/)
    .map((sentence) => (wanted.some((fact) => tells(sentence, fact)) ? FORGOTTEN : sentence))
    .join('');
  return masked === middle ? line : before + masked + after;
}

function tells(sentence: string, { plain, stems }: Wanted): boolean {
  if (sentence.includes('…') && endsInBeginning(sentence, plain)) return true;
  if (stems.length === 0) return false;
  const has = new Set(contentWords(sentence).map(looseStem));
  return stems.every((stem) => has.has(stem));
}

/** `My garage co…` */
function endsInBeginning(sentence: string, plain: string): boolean {
  const shown = oneLine(sentence.slice(0, sentence.indexOf('…'))).toLowerCase();
  for (let length = Math.min(shown.length, plain.length); length >= MIN_BEGINNING; length -= 1) {
    if (shown.endsWith(plain.slice(0, length))) return true;
  }
  return false;
}

/** Names, ids and times of a record; everything else in it may be somebody's words. */
const structural =
  /^(?:v|at|seq|type|role|of|stream|kind|status|stop|stopReason|mode|code|level|source|decision|provider|model|mediaType|data|hash|requestHash|fingerprint|workingDir|[a-zA-Z]*(?:Id|At))$/;

/** The transcript without the facts, or undefined where it has nothing of them. Every line stays one. */
export function maskTranscript(text: string, mask: FactMask): string | undefined {
  // Nearly all conversations have nothing of a fact.
  if (!mask.mayHold(text)) return undefined;
  let changed = false;
  const lines = text.split('\n').map((line) => {
    if (!mask.mayHold(line)) return line;
    const record = parseJson(line);
    if (record === undefined) {
      // A torn line, as a crash leaves it.
      const masked = mask.apply(line);
      changed ||= masked !== line;
      return masked;
    }
    const masked = maskValue(record, mask);
    if (masked === record) return line;
    changed = true;
    return JSON.stringify(masked);
  });
  return changed ? lines.join('\n') : undefined;
}

function maskValue(value: unknown, mask: FactMask): unknown {
  if (typeof value === 'string') return mask.apply(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    let changed = false;
    const items = value.flatMap((item: unknown) => {
      const masked = maskValue(item, mask);
      if (masked === item) return [item];
      changed = true;
      // A provider's own reasoning is signed: changed, it would be refused.
      return isReasoning(item) ? [] : [masked];
    });
    return changed ? items : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, item]) => {
    const masked = structural.test(key) && typeof item === 'string' ? item : maskValue(item, mask);
    changed ||= masked !== item;
    return [key, masked] as const;
  });
  return changed ? Object.fromEntries(entries) : value;
}

function isReasoning(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'block' in value && 'type' in value
    ? value.type === 'reasoning'
    : false;
}
