/**
 * What the owner denied, and which facts were corrected, as a short note for the model: frequent and
 * recent things first. Read from the journals of the days before today, so that it says the same all
 * day. Data, never an instruction: the arguments in it were written by a model.
 */
import { join } from 'node:path';
import type { PreferenceDigest } from '../regions.ts';
import { withoutApart } from '../shared/daily-journal.ts';
import { hashOf } from '../shared/ids.ts';
import { clip } from '../shared/text.ts';
import { localDate } from '../shared/time.ts';
import { estimateTokens } from '../shared/tokens.ts';
import type { Storage } from '../storage/index.ts';

const MAX_DIGEST_TOKENS = 500;
const HEADING = 'What the owner denied or corrected';
const DAYS = 60;
/** After so many days a denial weighs half as much. */
const HALF_LIFE_DAYS = 14;
const ARGS_LENGTH = 100;

interface Seen {
  readonly day: string;
  readonly words: string;
  readonly reason: string;
  weight: number;
  count: number;
}

export async function digestOf(
  folder: string,
  storage: Storage,
  now: Date,
): Promise<PreferenceDigest | undefined> {
  const seen = new Map<string, Seen>();
  let newest: string | undefined;
  for (let back = 1; back <= DAYS; back += 1) {
    const day = localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back));
    // A day that cannot be read teaches nothing; the others still do.
    const text = await storage.read(join(folder, `${day}.md`)).catch(() => undefined);
    if (text === undefined) continue;
    for (const { words, reason } of readDay(text)) {
      newest ??= day;
      const weight = 0.5 ** (back / HALF_LIFE_DAYS);
      const key = `${words}\n${reason}`;
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { day, words, reason, weight, count: 1 });
      else {
        known.weight += weight;
        known.count += 1;
      }
    }
  }
  if (newest === undefined) return undefined;
  const ranked = [...seen.values()].toSorted(
    (a, b) => b.weight - a.weight || (a.words < b.words ? -1 : 1),
  );
  let text = '';
  for (const one of ranked) {
    const next = `${text}${text === '' ? '' : '\n'}${lineOf(one)}`;
    if (estimateTokens(next) > MAX_DIGEST_TOKENS) break;
    text = next;
  }
  if (text === '') return undefined;
  const path = `basalganglia/${newest}.md`;
  return { path, heading: HEADING, text, hash: hashOf(text), tokens: estimateTokens(text) };
}

function lineOf({ words, reason, count, day }: Seen): string {
  const often = count === 1 ? day : `${count} times, last ${day}`;
  return `- ${words} (${often})${reason === '' ? '' : `: ${reason}`}`;
}

/** Denials by the owner himself, not by rules; and corrections that were made. */
function readDay(text: string): readonly { readonly words: string; readonly reason: string }[] {
  const entry =
    /^- \d\d:\d\d \| (.+?) \| (success|denial) <!-- \S+ -->\r?\n {2}- Args: (.*)\r?\n {2}- (?:Output|Reason): (.*)$/gm;
  return [...text.matchAll(entry)].flatMap(
    ([, tool = '', outcome = '', args = '', detail = '']) => {
      const said = /^The owner said no\.(?: Reason: (.*))?$/.exec(detail.trim());
      const what = clip(withoutApart(args), ARGS_LENGTH);
      if (outcome === 'denial' && said !== null) {
        return [{ words: `denied ${tool} ${what}`.trim(), reason: said[1] ?? '' }];
      }
      return outcome === 'success' && tool === 'correct' && what !== ''
        ? [{ words: `corrected ${what}`, reason: '' }]
        : [];
    },
  );
}
