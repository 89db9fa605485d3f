/** A week in numbers, topics, decisions, open ends and new facts, told by code. Pure. */
import type { Fact } from '../regions.ts';
import { withoutApart, withoutCommentMarks } from '../shared/daily-journal.ts';
import { clip } from '../shared/text.ts';
import type { Week } from '../shared/week.ts';
import { contentWords, looseStem, plainWords } from '../shared/words.ts';
import { guessTopic } from './topics.ts';

/** One turn as its episode tells it. */
export interface EpisodeEntry {
  readonly day: string;
  readonly time: string;
  readonly user: string;
  readonly tools: readonly { readonly name: string; readonly outcome: string }[];
  readonly response: string;
  readonly outcome: string;
}

export interface WeekInput {
  readonly week: Week;
  readonly episodes: readonly EpisodeEntry[];
  /** Episodes of the weeks before, against which a word is rare or not. */
  readonly earlier: readonly EpisodeEntry[];
  /** Facts learned in this week. */
  readonly facts: readonly Fact[];
  /** Calls by `model@provider`. */
  readonly models: ReadonlyMap<string, number>;
}

const MAX_TOPICS = 12;
const MAX_LINES = 20;
const LINE_LENGTH = 200;

export function readEpisodes(day: string, markdown: string): readonly EpisodeEntry[] {
  const entry =
    /^## (\d\d:\d\d) .*<!-- \S+ -->\r?\n- \*\*User:\*\* (.*)\r?\n- \*\*Tools:\*\* (.*)\r?\n- \*\*Response:\*\* (.*)\r?\n- \*\*Outcome:\*\* (.*)$/gm;
  return [...markdown.matchAll(entry)].map(
    ([, time = '', user = '', tools = '', response = '', outcome = '']) => ({
      day,
      time,
      user: user.trim(),
      tools: [...tools.matchAll(/([^,()]+) \((success|failure|denial)\)/g)].map(
        ([, name = '', how = '']) => ({ name: name.trim(), outcome: how }),
      ),
      response: withoutApart(response.trim()),
      outcome: outcome.trim(),
    }),
  );
}

/** What stands below the headline. Every section is there, in this order; an empty one says so. */
export function weekBody(input: WeekInput): string {
  return [
    section('Counts', counts(input)),
    section('Topics', topicsOf(input)),
    section('Decisions', decisions(input)),
    section('Open ends', openEnds(input)),
    section(
      'New facts',
      input.facts.map((fact) => `${fact.text} (${fact.path.split('/').at(-1)})`),
    ),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => `- ${line}`);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  const body = shown.length === 0 ? ['None.'] : [...shown, ...more];
  return `## ${title}\n\n${body.join('\n')}\n`;
}

function counts({ week, episodes, models }: WeekInput): readonly string[] {
  const ends = tally(episodes.map(({ outcome }) => outcome));
  const perDay = week.days.flatMap((day) => {
    const turns = episodes.filter((episode) => episode.day === day).length;
    return turns === 0 ? [] : [`${linked(day)} ${turns}`];
  });
  const tools = episodes.flatMap((episode) => episode.tools);
  const used = tally(tools.map(({ name }) => name)).map(([name, count]) => {
    const not = tools.filter((tool) => tool.name === name && tool.outcome !== 'success').length;
    return not === 0 ? `${name} ${count}` : `${name} ${count} (${not} not done)`;
  });
  return [
    `Turns: ${episodes.length}${episodes.length === 0 ? '' : ` (${told(ends)})`}`,
    `Days: ${perDay.join(', ') || 'none'}`,
    `Tools: ${used.join(', ') || 'none'}`,
    `Models: ${told([...models].toSorted(byCount)) || 'none'}`,
  ];
}

function told(counted: readonly (readonly [string, number])[]): string {
  return counted.map(([name, count]) => `${name} ${count}`).join(', ');
}

function tally(names: readonly string[]): readonly (readonly [string, number])[] {
  const counted = new Map<string, number>();
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1);
  return [...counted].toSorted(byCount);
}

function byCount(a: readonly [string, number], b: readonly [string, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
}

/** Words that came in several turns of this week and in few before. */
function topicsOf({ episodes, earlier }: WeekInput): readonly string[] {
  const before = new Map<string, number>();
  for (const episode of earlier) {
    for (const stem of stemsOf(episode).keys()) before.set(stem, (before.get(stem) ?? 0) + 1);
  }
  const found = new Map<string, { words: string[]; days: Set<string>; turns: number }>();
  for (const episode of episodes) {
    for (const [stem, word] of stemsOf(episode)) {
      const topic = found.get(stem) ?? { words: [], days: new Set<string>(), turns: 0 };
      topic.words.push(word);
      topic.days.add(episode.day);
      topic.turns += 1;
      found.set(stem, topic);
    }
  }
  const all = episodes.length + earlier.length;
  const scored = [...found].flatMap(([stem, topic]) => {
    if (topic.turns < 2) return [];
    const rarity = Math.log((all + 1) / (topic.turns + (before.get(stem) ?? 0)));
    return [{ stem, topic, score: topic.turns * (rarity + 0.1) }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || (a.stem < b.stem ? -1 : 1))
    .slice(0, MAX_TOPICS)
    .map(({ topic }) => {
      const [name = ''] = tally(topic.words)[0] ?? [];
      return `${name}: ${[...topic.days].toSorted().map(linked).join(', ')}`;
    });
}

/** Stems of the telling words of a turn, each with the word as it was written. */
function stemsOf({ user, response }: EpisodeEntry): ReadonlyMap<string, string> {
  const text = `${user} ${response}`;
  const telling = new Set(contentWords(text).filter((word) => word.length > 3));
  const stems = new Map<string, string>();
  for (const written of text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*/gu) ?? []) {
    const [word = ''] = plainWords(written);
    if (telling.has(word) && !stems.has(looseStem(word))) stems.set(looseStem(word), written);
  }
  return stems;
}

function decisions({ episodes, facts }: WeekInput): readonly string[] {
  const kept = facts
    .filter(({ path }) => path.endsWith('/decisions.md'))
    .map((fact) => `${linked(fact.learned ?? '')}: ${fact.text}`);
  const said = episodes
    .filter(({ user }) => guessTopic(user) === 'decisions')
    .map((episode) => placed(episode, episode.user));
  return [...kept, ...said];
}

const toDo =
  /\b(?:todo|to-do|need(?:s)? to|must|have to|has to|should|remind me|don'?t forget|still open|muss|müssen|sollte|noch offen|nicht vergessen|erinnere mich)\b/iu;

function openEnds({ episodes }: WeekInput): readonly string[] {
  return episodes.flatMap((episode) => {
    const { user, response, outcome } = episode;
    if (outcome !== 'end') return [`${placed(episode, user)} (${outcome})`];
    if (user.includes('?') && response === '(empty)')
      return [`${placed(episode, user)} (no answer)`];
    return toDo.test(user) ? [placed(episode, user)] : [];
  });
}

function placed({ day, time }: EpisodeEntry, text: string): string {
  return `${linked(day)} ${time}: ${withoutCommentMarks(clip(text, LINE_LENGTH))}`;
}

function linked(day: string): string {
  return day === '' ? '' : `[${day}](../episodes/${day}.md)`;
}
