/**
 * Weekly summaries: one file for each week that is over, made from the diary and the knowledge files.
 * A summary that its owner has changed is his, and is never written again.
 */
import { join } from 'node:path';
import type { Consolidation, Knowledge } from '../regions.ts';
import { namesIn } from '../shared/folder.ts';
import type { HomePaths } from '../shared/home.ts';
import { hashOf } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import type { Clock } from '../shared/time.ts';
import { type Week, weekBefore } from '../shared/week.ts';
import type { Storage } from '../storage/index.ts';
import { type EpisodeEntry, readEpisodes, weekBody } from './week-summary.ts';

const WEEK_VERSION = 1;
/** Missed weeks that are made up for. */
const MAX_WEEKS_BACK = 26;
/** A turn of last week may have been written down late, after a crash. */
const WEEKS_MADE_AGAIN = 2;
/** Weeks against which the words of one are rare or not. */
const EARLIER_WEEKS = 4;

export function createConsolidation(deps: {
  readonly paths: Pick<HomePaths, 'episodes' | 'consolidated'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly knowledge: Pick<Knowledge, 'list'>;
  /** Calls by `model@provider` on these days, both included; without private conversations. */
  readonly modelCalls: (from: string, to: string) => Promise<ReadonlyMap<string, number>>;
  /** These files are new; absolute paths. */
  readonly onWritten: (paths: readonly string[]) => Promise<void>;
}): Consolidation {
  const { paths, storage, clock, logger } = deps;
  let last = '';
  let work: Promise<void> = Promise.resolve();

  async function episodesOf(week: Week): Promise<readonly EpisodeEntry[]> {
    const found: EpisodeEntry[] = [];
    for (const day of week.days) {
      const text = await storage.read(join(paths.episodes, `${day}.md`));
      if (text !== undefined) found.push(...readEpisodes(day, text));
    }
    return found;
  }

  async function summaryOf(now: Date, back: number): Promise<string | undefined> {
    const week = weekBefore(now, back);
    const [monday = '', sunday = ''] = [week.days[0], week.days[6]];
    const episodes = await episodesOf(week);
    const facts = (await deps.knowledge.list()).filter(
      ({ learned = '' }) => learned >= monday && learned <= sunday,
    );
    if (episodes.length === 0 && facts.length === 0) return undefined;
    const earlier: EpisodeEntry[] = [];
    for (let n = 1; n <= EARLIER_WEEKS; n += 1) {
      earlier.push(...(await episodesOf(weekBefore(now, back + n))));
    }
    const models = await deps.modelCalls(monday, sunday);
    const body = `\n${weekBody({ week, episodes, earlier, facts, models })}`;
    const mark = `<!-- connectome:week v${WEEK_VERSION} ${hashOf(body)} -->`;
    return `# Week ${week.name}, ${monday} to ${sunday}\n${mark}\n${body}`;
  }

  async function consolidate(): Promise<void> {
    const now = clock.now();
    const current = weekBefore(now, 0).name;
    if (current === last) return;
    const there = new Set(await namesIn(paths.consolidated));
    const written: string[] = [];
    for (let back = MAX_WEEKS_BACK; back >= 1; back -= 1) {
      const name = `${weekBefore(now, back).name}.md`;
      if (there.has(name) && back > WEEKS_MADE_AGAIN) continue;
      const summary = await summaryOf(now, back);
      if (summary === undefined) continue;
      const path = join(paths.consolidated, name);
      await storage.update(path, (before) => {
        if (before === summary || (before !== undefined && !isOurs(before))) return undefined;
        written.push(path);
        return summary;
      });
    }
    last = current;
    if (written.length > 0) await deps.onWritten(written);
  }

  return {
    catchUp() {
      work = work.then(consolidate).catch((thrown: unknown) => {
        // It is tried again at the next turn.
        logger.error('a week could not be summed up', { reason: messageOf(thrown) });
      });
      return work;
    },
  };
}

/** Untouched since it was written, and by a version that we know. */
function isOurs(text: string): boolean {
  const found = /^# [^\n]*\n<!-- connectome:week v(\d+) ([0-9a-f]{64}) -->\n([\s\S]*)$/.exec(text);
  if (found === null) return false;
  const [, version, hash, body = ''] = found;
  return Number(version) <= WEEK_VERSION && hashOf(body) === hash;
}
