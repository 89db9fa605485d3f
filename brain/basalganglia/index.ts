/**
 * Basal ganglia: what became of each tool call, in a journal that later learning reads.
 *
 * Takes the outcomes of a turn; gives `basalganglia/YYYY-MM-DD.md`, and a short note on what its owner
 * denied or corrected before today. Must always hold: one entry per
 * tool call, also when a turn is recorded twice; no argument or output can break the format; what
 * looks like a secret is masked.
 */
import type { BasalGanglia, PreferenceDigest, ToolOutcome } from '../regions.ts';
import {
  apart,
  appendToJournal,
  type JournalFormat,
  journalField,
} from '../shared/daily-journal.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Redactor } from '../shared/redact.ts';
import { type Clock, localDate, localTime } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { digestOf } from './preferences.ts';

const OUTCOMES_VERSION = 1;

const ARGS_LENGTH = 200;
const DETAIL_LENGTH = 200;
const NAME_LENGTH = 80;

const detailLabel = {
  success: 'Output',
  failure: 'Error',
  denial: 'Reason',
  stopped: 'Output',
  interrupted: 'Reason',
} as const;

function isOwnersNo({ outcome, detail }: ToolOutcome): boolean {
  return outcome === 'denial' && detail.startsWith('The owner said no.');
}

export function createBasalGanglia(deps: {
  readonly paths: Pick<HomePaths, 'outcomes'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly redactor: Redactor;
}): BasalGanglia {
  const { redactor } = deps;
  const format: JournalFormat = {
    folder: deps.paths.outcomes,
    name: 'outcomes',
    version: OUTCOMES_VERSION,
    spaced: false,
  };

  let digest:
    | { readonly day: string; readonly made: Promise<PreferenceDigest | undefined> }
    | undefined;

  function entryOf(outcome: ToolOutcome, tainted: boolean): string {
    const short = (text: string, length: number): string => journalField(text, length, redactor);
    // A model may ask for a tool of any name; this one must stay one field of one line.
    const tool = short(outcome.tool, NAME_LENGTH).replaceAll('|', '/');
    return [
      `- ${localTime(outcome.at)} | ${tool} | ${outcome.outcome} <!-- ${outcome.toolCallId} -->`,
      `  - Args: ${apart(short(JSON.stringify(outcome.args), ARGS_LENGTH), tainted)}`,
      // A no is the owner's own word.
      `  - ${detailLabel[outcome.outcome]}: ${apart(short(outcome.detail, DETAIL_LENGTH), tainted && !isOwnersNo(outcome))}`,
    ].join('\n');
  }

  return {
    async recordOutcome(outcomes, { tainted } = { tainted: false }) {
      if (outcomes.length === 0) return;
      const entries = outcomes.map((outcome) => ({
        id: outcome.toolCallId,
        text: entryOf(outcome, tainted),
        at: outcome.at,
      }));
      await appendToJournal(format, entries, deps);
    },
    preferences() {
      const now = deps.clock.now();
      const day = localDate(now);
      if (digest?.day !== day) {
        digest = { day, made: digestOf(deps.paths.outcomes, deps.storage, now) };
      }
      return digest.made;
    },
    rewritten() {
      digest = undefined;
    },
  };
}
