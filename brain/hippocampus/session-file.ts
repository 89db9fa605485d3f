/** `session.json`: derived from the transcript, so that listing sessions need not read them all. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type SessionSummary, sessionSummary } from '../../protocol/index.ts';
import { isPrivateSession } from '../shared/ids.ts';
import { mergedOrigins } from '../shared/origins.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { openTurn, type SessionState } from './session-state.ts';

const SESSION_FILE_VERSION = 1;

const sessionFile = z.object({
  version: z.literal(SESSION_FILE_VERSION),
  ...sessionSummary.shape,
  lastSeq: z.number(),
  /** Size of the transcript it was derived from: another size means it is out of date. */
  transcriptBytes: z.number(),
});

/** The session's line in the list. */
export function summaryOf(state: SessionState): SessionSummary {
  const turn = openTurn(state);
  const taint = mergedOrigins(...state.history.map((entry) => entry.taint));
  const { skills, ...meta } = state.meta;
  return {
    ...meta,
    ...(skills === undefined || skills.length === 0 ? {} : { skills: [...skills] }),
    ...(taint.length === 0 ? {} : { taint: [...taint] }),
    ...(isPrivateSession(state.meta.sessionId) ? { private: true } : {}),
    // A copy is as new as the copying, however old what it holds.
    updatedAt: laterOf(state.updatedAt, state.meta.createdAt),
    status: turn === undefined ? 'idle' : turn.status === 'waiting' ? 'waiting' : 'running',
    queued: state.queue.length,
    queuePaused: state.queuePaused,
    turns: state.turns.size,
  };
}

function laterOf(one: string, other: string): string {
  return Date.parse(other) > Date.parse(one) ? other : one;
}

export function sessionFileText(
  summary: SessionSummary,
  lastSeq: number,
  transcriptBytes: number,
): string {
  const content = { version: SESSION_FILE_VERSION, ...summary, lastSeq, transcriptBytes };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The summary in the file, or undefined where it is missing, damaged or older than the transcript. */
export async function readSessionFile(
  folder: string,
  transcript: string,
): Promise<SessionSummary | undefined> {
  try {
    const text = (await readRegularFile(join(folder, 'session.json'))).toString('utf8');
    const {
      version: _v,
      lastSeq: _s,
      transcriptBytes,
      ...summary
    } = sessionFile.parse(JSON.parse(text));
    const { size } = await stat(transcript);
    return size === transcriptBytes ? summary : undefined;
  } catch {
    // Derived data: whatever is wrong with it, the transcript has the truth.
    return undefined;
  }
}
