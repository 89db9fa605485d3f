/** What the palette offers, and how what was typed picks from it. */
import type { ReactNode } from 'react';
import { fuzzy } from './fuzzy.ts';

export const groups = ['recent', 'conversations', 'rooms', 'actions', 'models', 'files'] as const;
export type Group = (typeof groups)[number];

export type Navigate = (path: string) => void;

export interface Command {
  /** Stable over restarts: what was used last is remembered by it. */
  readonly id: string;
  readonly group: Exclude<Group, 'recent'>;
  readonly label: string;
  readonly detail?: string;
  /** Other words for the same thing; they find it, but are not shown. */
  readonly words?: string;
  readonly icon?: ReactNode;
  readonly keys?: string;
  /** It is so already: the model in use, the open room. */
  readonly current?: boolean;
  /** The words were found in it: then it is listed whatever its name is, and opens there. */
  readonly inside?: { readonly snippet: string; readonly run: () => void };
  readonly run: () => void;
}

export interface Offer {
  readonly command: Command;
  readonly ranges: readonly (readonly [number, number])[];
  /** It is here for what was found inside. */
  readonly inside: boolean;
}

export interface OfferGroup {
  readonly group: Group;
  readonly offers: readonly Offer[];
}

/** Without words: what was used last, then a few of each kind. */
const fewOfEach: Readonly<Record<Group, number>> = {
  recent: 5,
  conversations: 5,
  rooms: 20,
  actions: 20,
  models: 0,
  files: 0,
};
const manyOfEach = 8;
/** Used before: counts like a somewhat better fit. */
const recentBonus = 12;

/** `recent`: ids, the newest first. */
export function pick(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): readonly OfferGroup[] {
  return query.trim() === '' ? firstLook(commands, recent) : search(commands, query, recent);
}

function firstLook(commands: readonly Command[], recent: readonly string[]): readonly OfferGroup[] {
  // Where one is already is not where one wants to go.
  const others = commands.filter(
    ({ group, current }) => !(current && (group === 'conversations' || group === 'files')),
  );
  const used = recent
    .flatMap((id) => others.filter((command) => command.id === id))
    .slice(0, fewOfEach.recent);
  return groups
    .map((group) => {
      const members =
        group === 'recent'
          ? used
          : others.filter((command) => command.group === group && !used.includes(command));
      const offers = members
        .slice(0, fewOfEach[group])
        .map((command): Offer => ({ command, ranges: [], inside: false }));
      return { group, offers };
    })
    .filter(({ offers }) => offers.length > 0);
}

function search(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): readonly OfferGroup[] {
  const found = commands.flatMap((command) => {
    const hit = matchOf(command, query);
    if (hit === undefined) return [];
    const place = recent.indexOf(command.id);
    const bonus = place === -1 ? 0 : recentBonus / (1 + place / 4);
    return [{ ...hit, command, score: hit.score + bonus }];
  });
  const byGroup = groups
    .map((group) => {
      const members = found
        .filter(({ command }) => command.group === group)
        .sort((a, b) => b.score - a.score)
        .slice(0, manyOfEach);
      return { group, offers: members, best: members[0]?.score ?? 0 };
    })
    .filter(({ offers }) => offers.length > 0);
  return byGroup.sort((a, b) => b.best - a.best);
}

function matchOf(
  command: Command,
  query: string,
): (Omit<Offer, 'command'> & { readonly score: number }) | undefined {
  const named = fuzzy(query, command.label);
  if (named !== undefined) return { ...named, inside: false };
  if (command.inside) return { score: 5, ranges: [], inside: true };
  const wider = fuzzy(query, `${command.label} ${command.words ?? ''} ${command.detail ?? ''}`);
  return wider && { score: wider.score * 0.6, ranges: [], inside: false };
}
