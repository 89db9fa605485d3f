/** A copy of a conversation: its whole turns up to one of them, under a new id. */
import { parseTranscript, type TranscriptRecord } from './records.ts';
import { openTurn, type SessionState } from './session-state.ts';

export interface ForkOptions {
  readonly state: SessionState;
  /** The last turn to take; undefined for the last one that has ended. */
  readonly turnId: string | undefined;
  readonly copyId: string;
  readonly createdAt: string;
}

/** The transcript of the copy. */
export function forkTranscript(text: string, options: ForkOptions): string {
  const { state, turnId, copyId, createdAt } = options;
  const { sessionId, title } = state.meta;
  const own = { title, createdAt, forkOf: { sessionId, title } };
  const lines = recordsUpTo(parseTranscript(text).records, turnId ?? lastEndedTurn(state)).map(
    (record) =>
      JSON.stringify({
        ...record,
        sessionId: copyId,
        ...(record.type === 'session' ? own : {}),
      }),
  );
  return `${lines.join('\n')}\n`;
}

function lastEndedTurn(state: SessionState): string | undefined {
  const open = openTurn(state);
  return [...state.turns.keys()].filter((turnId) => turnId !== open?.turnId).at(-1);
}

/** A copy takes whole turns only, and no queue. Without a turn it is an empty conversation. */
function recordsUpTo(
  records: readonly TranscriptRecord[],
  lastTurn: string | undefined,
): TranscriptRecord[] {
  const kept: TranscriptRecord[] = [];
  const turns = new Set<string>();
  let passed = lastTurn === undefined;
  for (const record of records) {
    if (record.type === 'queue' || record.type === 'queued') continue;
    if (record.type === 'turn') {
      if (passed) break;
      turns.add(record.turnId);
      passed = record.turnId === lastTurn;
    }
    if (record.turnId !== undefined && !turns.has(record.turnId)) continue;
    kept.push(record);
  }
  return kept;
}
