/** What a hit owes to what stands around it, in its conversation or its note. */
import type { Filter, Reader, Scorable } from './reader.ts';
import { bestFew, type Probes, partsOf, type Scored, sum } from './score.ts';

/** Part of what the same conversation said just before or after that counts for an exchange too. */
const CONTEXT_PART = 0.3;
/** Longer pauses end a conversation. */
const SAME_CONVERSATION_MS = 30 * 60_000;
/** Part of a hit's score that its neighbours get. */
const NEIGHBOUR_PART = 0.2;
/** An exchange of so many words is understood by itself; shorter ones owe more to what was said before. */
const PLAIN_WORDS = 60;
/** How many of the best hits have their neighbours looked at. */
const MAX_WITH_NEIGHBOURS = 8;

/**
 * An exchange is understood with what was said around it: what it lacks of the question, and the one
 * before or after it has, counts in part.
 */
export function shareContext(found: Iterable<Scored>, probes: Probes, averageWords: number): void {
  const said = [...found].filter(({ chunk }) => chunk.source === 'sessions');
  for (const session of Map.groupBy(said, ({ chunk }) => chunk.file).values()) {
    if (session.length < 2) continue;
    const parts = session.map(({ chunk }) => partsOf(chunk, probes, averageWords));
    for (const [index, one] of session.entries()) {
      const own = parts[index] ?? [];
      const around = session.flatMap(({ chunk }, other) =>
        other !== index && Math.abs(chunk.at - one.chunk.at) <= SAME_CONVERSATION_MS
          ? [parts[other] ?? []]
          : [],
      );
      const lacking = own.map((part, probe) =>
        Math.max(0, ...around.map((theirs) => (theirs[probe] ?? 0) - part)),
      );
      one.score += CONTEXT_PART * sum(lacking);
    }
  }
}

/** What stands beside a good hit often completes it: the answer after the question, the next point. */
export function spreadToNeighbours(
  reader: Reader,
  filter: Filter,
  found: Map<number, Scored>,
  worth: (chunk: Scorable) => number,
): void {
  const gains = new Map<number, { readonly chunk: Scorable; gain: number }>();
  const leads = bestFew(found.values(), MAX_WITH_NEIGHBOURS);
  const beside = reader.neighbours(leads.map(({ chunk }) => chunk));
  for (const [place, { chunk, score }] of leads.entries()) {
    for (const neighbour of beside[place] ?? []) {
      if (neighbour.at < filter.after || neighbour.at >= filter.before) continue;
      const part = partOfNeighbour(chunk, neighbour, reader);
      if (part === 0) continue;
      const gain = score * part;
      const known = gains.get(neighbour.id);
      if (known === undefined) gains.set(neighbour.id, { chunk: neighbour, gain });
      else known.gain = Math.max(known.gain, gain);
    }
  }
  for (const { chunk, gain } of gains.values()) {
    const known = found.get(chunk.id);
    if (known === undefined) found.set(chunk.id, { chunk, score: worth(chunk) + gain });
    else known.score += gain;
  }
}

/** What goes on from a hit: the conversation, or the same section of a note. The next section does not. */
function partOfNeighbour(chunk: Scorable, neighbour: Scorable, reader: Reader): number {
  switch (chunk.source) {
    case 'sessions':
      return NEIGHBOUR_PART * Math.max(0.1, 2 - neighbour.words / PLAIN_WORDS);
    case 'knowledge':
    case 'other':
      return sectionOf(chunk, reader) === sectionOf(neighbour, reader) ? NEIGHBOUR_PART : 0;
    default:
      return 0;
  }
}

/** Pieces of one section are numbered. */
const sectionOf = (chunk: Scorable, reader: Reader): string | undefined =>
  reader.show(chunk)?.heading.replace(/ \(\d+\)$/, '');
