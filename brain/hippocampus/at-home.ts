/**
 * What is added to a transcript that came from elsewhere when it is taken in. Where it worked, what it
 * was allowed and what it asked there says nothing about this machine. It is written with the transcript
 * itself: a crash between the two would leave a conversation that goes on here as it did there.
 */

import { sessionFrom } from './apply-record.ts';
import { parseTranscript, TRANSCRIPT_VERSION, type TranscriptRecord } from './records.ts';
import { forgottenTurns, openTurn, unanswered } from './session-state.ts';

/** Lines to stand behind `transcript`. `folderFor` gives the folder to work in, for the one it had. */
export async function linesAtHome(
  sessionId: string,
  transcript: string,
  deps: { readonly now: string; folderFor(wanted: string): Promise<string> },
): Promise<string> {
  const { now } = deps;
  const state = sessionFrom(sessionId, parseTranscript(transcript).records, { epoch: '', now });
  const common = { v: TRANSCRIPT_VERSION, at: now, sessionId } as const;
  const workingDir = await deps.folderFor(state.meta.workingDir);
  const open = [...forgottenTurns(state), openTurn(state)].filter((turn) => turn !== undefined);
  // Their words are all there is to go by; the turns themselves are closed like any after a crash.
  const asks = open.flatMap((turn) =>
    unanswered(turn).map(({ toolCallId }) => ({ turnId: turn.turnId, toolCallId })),
  );
  const records: readonly TranscriptRecord[] = [
    { ...common, seq: state.lastSeq, type: 'session', ...state.meta, mode: 'default', workingDir },
    ...asks.map((ask, index): TranscriptRecord => {
      const seq = state.lastSeq + index + 1;
      return { ...common, ...ask, seq, type: 'resumed', decision: 'deny' };
    }),
  ];
  const start = transcript === '' || transcript.endsWith('\n') ? '' : '\n';
  return start + records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
