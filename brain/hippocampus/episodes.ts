/** Episodes: what happened on a day, one short entry per turn. */
import type { Episode, EpisodeJournal } from '../regions.ts';
import {
  apart,
  appendToJournal,
  type JournalFormat,
  journalField,
} from '../shared/daily-journal.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Redactor } from '../shared/redact.ts';
import { type Clock, localTime } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';

const EPISODES_VERSION = 1;

const HEADLINE_LENGTH = 80;
const USER_LENGTH = 280;
const RESPONSE_LENGTH = 200;
const TOOL_NAME_LENGTH = 80;

export function createEpisodeJournal(deps: {
  readonly paths: Pick<HomePaths, 'episodes'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly redactor: Redactor;
}): EpisodeJournal {
  const { redactor } = deps;
  const format: JournalFormat = {
    folder: deps.paths.episodes,
    name: 'episodes',
    version: EPISODES_VERSION,
    spaced: true,
  };

  function entryOf(episode: Episode): string {
    const short = (text: string, length: number): string => journalField(text, length, redactor);
    const tools = episode.tools.map(
      ({ name, outcome }) => `${short(name, TOOL_NAME_LENGTH)} (${outcome})`,
    );
    const headline = short(episode.userText, HEADLINE_LENGTH);
    return [
      `## ${localTime(episode.startedAt)} ${headline} <!-- ${episode.turn.turnId} -->`,
      `- **User:** ${short(episode.userText, USER_LENGTH)}`,
      `- **Tools:** ${tools.length === 0 ? 'none' : tools.join(', ')}`,
      `- **Response:** ${apart(short(episode.response, RESPONSE_LENGTH), episode.tainted === true)}`,
      `- **Outcome:** ${episode.outcome}`,
    ].join('\n');
  }

  return {
    async appendEpisode(episode) {
      const entry = {
        id: episode.turn.turnId,
        text: entryOf(episode),
        at: episode.startedAt,
      };
      const path = await appendToJournal(format, [entry], deps);
      return `hippocampus/episodes/${path.slice(path.length - 'YYYY-MM-DD.md'.length)}`;
    },
  };
}
