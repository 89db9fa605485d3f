/**
 * The sessions in memory: read when somebody opens one, dropped when nobody has for long. Apart from
 * what can be done with a session, so that there is one place where two states of one could arise.
 */
import { isSafeId } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { sessionFrom } from './apply-record.ts';
import { parseTranscript } from './records.ts';
import { openTurn, type SessionState } from './session-state.ts';

/** Idle sessions kept in memory; older ones are read again when somebody opens them. */
const LOADED_SESSIONS = 24;
/** One that was asked for so lately is not idle: whoever asked may be about to use it. */
const IN_USE_MS = 10_000;

export interface HeldSessionsDeps {
  readonly storage: Pick<Storage, 'read'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly epoch: string;
  transcriptOf(sessionId: string): string;
  /** On its way to the trash: nobody opens it any more. */
  isGoing(sessionId: string): boolean;
}

export interface HeldSessions {
  get(sessionId: string): SessionState | undefined;
  /** For those that run: these are always in memory. */
  must(sessionId: string): SessionState;
  /** Undefined when there is no such session. Throws `StorageError` when it cannot be read. */
  open(sessionId: string): Promise<SessionState | undefined>;
  keep(state: SessionState): void;
  /** Its transcript was replaced; it takes the place of the one in memory, if there is one. */
  replace(state: SessionState): void;
  drop(sessionId: string): void;
  /** What a transcript says, without keeping it. */
  read(sessionId: string, text: string): SessionState;
}

export function createHeldSessions(deps: HeldSessionsDeps): HeldSessions {
  const { storage, clock, logger, epoch, transcriptOf, isGoing } = deps;
  const held = new Map<string, SessionState>();
  /** When each of them was last asked for, in ms. */
  const askedFor = new Map<string, number>();
  /** Transcripts that were replaced so far. */
  let rewritten = 0;

  function read(sessionId: string, text: string): SessionState {
    const parsed = parseTranscript(text);
    if (parsed.newerVersion !== undefined) {
      throw new Error(
        `This session was written by a newer Connectome (format ${parsed.newerVersion}); it is left untouched.`,
      );
    }
    if (parsed.badLines.length > 0) {
      logger.warn('unreadable lines in a transcript were skipped', {
        sessionId,
        lines: parsed.badLines,
      });
    }
    return sessionFrom(sessionId, parsed.records, { epoch, now: isoLocal(clock.now()) });
  }

  function dropIdle(): void {
    const now = clock.now().getTime();
    for (const [sessionId, state] of held) {
      if (held.size <= LOADED_SESSIONS) return;
      if (now - (askedFor.get(sessionId) ?? 0) < IN_USE_MS) continue;
      if (openTurn(state) !== undefined || state.queue.length > 0) continue;
      drop(sessionId);
    }
  }

  function drop(sessionId: string): void {
    held.delete(sessionId);
    askedFor.delete(sessionId);
  }

  /** The last one used is the last one to be dropped: its caller is about to work with it. */
  function keep(state: SessionState): void {
    const { sessionId } = state.meta;
    held.delete(sessionId);
    dropIdle();
    askedFor.set(sessionId, clock.now().getTime());
    held.set(sessionId, state);
  }

  return {
    get: (sessionId) => held.get(sessionId),
    must(sessionId) {
      const state = held.get(sessionId);
      if (state === undefined) throw new Error(`session ${sessionId} is not loaded`);
      return state;
    },
    async open(sessionId) {
      if (!isSafeId(sessionId) || isGoing(sessionId)) return undefined;
      const known = held.get(sessionId);
      if (known !== undefined) {
        keep(known);
        return known;
      }
      let seen: number;
      let text: string | undefined;
      do {
        seen = rewritten;
        text = await storage.read(transcriptOf(sessionId));
        // Written anew while it was read: what was taken out of the file must not come back from here.
      } while (seen !== rewritten);
      const state = text === undefined ? undefined : read(sessionId, text);
      // Somebody else may have loaded it meanwhile; one state per session.
      const raced = held.get(sessionId);
      if (raced !== undefined) return raced;
      if (isGoing(sessionId)) return undefined;
      if (state !== undefined) keep(state);
      return state;
    },
    keep,
    replace(state) {
      rewritten += 1;
      const { sessionId } = state.meta;
      if (held.has(sessionId)) held.set(sessionId, state);
    },
    drop,
    read,
  };
}
