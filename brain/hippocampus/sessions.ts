/**
 * The sessions of the home: an append-only transcript each, and `session.json` derived from it so
 * that a list needs no transcript. Every change of a session goes through `record` or `note`.
 */
import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ConnectomeEvent,
  EventBody,
  PermissionMode,
  SessionSummary,
} from '../../protocol/index.ts';
import type { HistoryEntry, TurnRef } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import { isPrivateSession, isSafeId, newId } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import { codeOf, err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import type { Storage } from '../storage/index.ts';
import { forkTranscript } from './fork.ts';
import { createHeldSessions } from './held-sessions.ts';
import type { BookkeepingBody } from './records.ts';
import { sessionEvents } from './replay.ts';
import { readSessionFile, sessionFileText, summaryOf } from './session-file.ts';
import {
  emptySession,
  forgottenTurns,
  hasEnded,
  openTurn,
  type SessionMeta,
  type SessionState,
  turnIn,
} from './session-state.ts';
import { createTranscriptWriter } from './transcript-writer.ts';

export interface SessionsDeps {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly epoch: string;
}

export interface NewSession {
  readonly title: string;
  readonly model?: string;
  readonly mode: PermissionMode;
  readonly workingDir: string;
  /** Leaves no memory: it is kept outside of the workspace and deleted for good. */
  readonly private?: boolean;
}

export type MetaChange = Partial<Pick<SessionMeta, 'title' | 'mode' | 'workingDir' | 'skills'>> & {
  readonly model?: string | null;
};

export interface Sessions {
  create(input: NewSession): Promise<SessionState>;
  /** Undefined when there is no such session. Throws `StorageError` when it cannot be read. */
  open(sessionId: string): Promise<SessionState | undefined>;
  /** The session if it is in memory: running ones always are. */
  loaded(sessionId: string): SessionState | undefined;
  list(): readonly SessionSummary[];
  summary(sessionId: string): SessionSummary | undefined;
  /** Gives the event its `seq`, stores it (streamed text only from time to time) and applies it. */
  record(
    ref: { readonly sessionId: string; readonly turnId?: string },
    body: EventBody,
  ): ConnectomeEvent;
  /** Gives the event its `seq` without storing it: the last word of a turn on a full disk. */
  recordUnstored: Sessions['record'];
  /** Stores bookkeeping that never travels. */
  note(ref: { readonly sessionId: string; readonly turnId?: string }, body: BookkeepingBody): void;
  /**
   * Resolves when what was noted so far is on the disk: the owner's own words must not be lost, also
   * not by a power cut. Waited for before a request is answered, while its turn is already running.
   */
  durable(sessionId: string): Promise<void>;
  /** Writes down streamed text that has grown, so that a crash loses at most a second of it. */
  checkpoint(ref: TurnRef): void;
  /** A function is handed what is true in the moment of the change: for those who add to a list. */
  change(
    sessionId: string,
    change: MetaChange | ((meta: SessionMeta) => MetaChange),
  ): Promise<SessionState | undefined>;
  /** Copies its turns up to this one, or to the last that has ended. `busy`: this one has not. */
  fork(
    sessionId: string,
    turnId: string | undefined,
  ): Promise<Result<SessionState, 'not_found' | 'busy'>>;
  /** To the trash; a private one for good. */
  remove(sessionId: string): Promise<boolean>;
  /** Takes in a session whose folder came from elsewhere; a sentence when it cannot be read. */
  adopt(sessionId: string): Promise<Sentence | undefined>;
  /**
   * Appends what a transcript got elsewhere; false when it is not `expectedBytes` long or the
   * session is not at rest.
   */
  extend(sessionId: string, expectedBytes: number, tail: string): Promise<boolean>;
  /**
   * Replaces what a session's transcript says. `busy`: a turn runs or waits in it; nothing was done.
   * `change` returns undefined where there is nothing to change.
   */
  rewrite(
    sessionId: string,
    change: (text: string) => string | undefined,
  ): Promise<'changed' | 'unchanged' | 'busy'>;
  replay(sessionId: string, afterSeq: number): readonly ConnectomeEvent[];
  history(sessionId: string): readonly HistoryEntry[];
  /** Absolute path of a session's transcript. */
  transcriptOf(sessionId: string): string;
  /** Reads what is on disk; returns the ids of sessions whose last turn did not end. */
  start(): Promise<readonly string[]>;
  /** Writes `session.json` anew; called when a turn or a change of the session is over. */
  save(sessionId: string): Promise<void>;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { paths, storage, clock, logger, redactor, epoch } = deps;
  const summaries = new Map<string, SessionSummary>();
  /** What is being written of each session's file: one that is removed waits for it. */
  const saving = new Map<string, Promise<void>>();
  /** On their way to the trash. */
  const removing = new Set<string>();

  const folderOf = (sessionId: string): string =>
    join(isPrivateSession(sessionId) ? paths.privateSessions : paths.sessions, sessionId);
  const transcriptOf = (sessionId: string): string => join(folderOf(sessionId), 'transcript.jsonl');
  const held = createHeldSessions({
    ...deps,
    transcriptOf,
    isGoing: (sessionId) => removing.has(sessionId),
  });
  const { must, open } = held;
  const writer = createTranscriptWriter({ transcriptOf, storage, clock, redactor, epoch });

  function summarize(state: SessionState): SessionSummary {
    const summary = summaryOf(state);
    summaries.set(state.meta.sessionId, summary);
    return summary;
  }

  function isBusy(sessionId: string): boolean {
    const state = held.get(sessionId);
    const summary = state === undefined ? summaries.get(sessionId) : summarize(state);
    return summary === undefined || summary.status !== 'idle' || summary.queued > 0;
  }

  function save(sessionId: string): Promise<void> {
    const state = held.get(sessionId);
    if (state === undefined) return Promise.resolve();
    summarize(state);
    if (state.unstored) return Promise.resolve();
    const run = Promise.all([saving.get(sessionId), writeFile(state)]).then(() => {
      if (saving.get(sessionId) === run) saving.delete(sessionId);
    });
    saving.set(sessionId, run);
    return run;
  }

  async function writeFile(state: SessionState): Promise<void> {
    const { sessionId } = state.meta;
    try {
      const { size } = await stat(transcriptOf(sessionId));
      // After the size: a turn that began meanwhile must not be called idle in a file that fits.
      const summary = summarize(state);
      await storage.write(
        join(folderOf(sessionId), 'session.json'),
        redactor.own(sessionFileText(summary, state.lastSeq, size)),
      );
    } catch (thrown) {
      // Derived: it is rebuilt from the transcript at the next start.
      logger.warn('session.json could not be written', { sessionId, reason: messageOf(thrown) });
    }
  }

  async function create({ private: isPrivate, ...input }: NewSession): Promise<SessionState> {
    const sessionId = newId(isPrivate === true ? 'p' : 's');
    const createdAt = isoLocal(clock.now());
    const meta: SessionMeta = { sessionId, createdAt, ...input };
    await storage.makeFolder(folderOf(sessionId));
    const state = emptySession(meta);
    const { sessionId: _id, ...rest } = meta;
    writer.note(state, {}, { type: 'session', ...rest });
    held.keep(state);
    // Its file follows with the first turn: derived, and rebuilt where it is missing.
    summarize(state);
    return state;
  }

  /** A private session whose removal was cut off has no transcript any more, but may have the rest. */
  async function removeRest(sessionId: string): Promise<void> {
    if (isPrivateSession(sessionId)) await storage.removeFolder(folderOf(sessionId));
  }

  return {
    create,
    open,
    loaded: held.get,
    list: () =>
      [...summaries.values()].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)),
    summary(sessionId) {
      const state = held.get(sessionId);
      return state === undefined ? summaries.get(sessionId) : summarize(state);
    },
    record: (ref, body) => writer.record(must(ref.sessionId), ref, body),
    recordUnstored: (ref, body) => writer.recordUnstored(must(ref.sessionId), ref, body),
    note: (ref, body) => writer.note(must(ref.sessionId), ref, body),
    durable: (sessionId) => storage.sync(transcriptOf(sessionId)),
    checkpoint: (ref) => writer.writePartials(must(ref.sessionId), ref.turnId),
    async change(sessionId, change) {
      const state = await open(sessionId);
      if (state === undefined) return undefined;
      const { sessionId: _id, model: oldModel, ...rest } = state.meta;
      const { model: newModel, ...others } =
        typeof change === 'function' ? change(state.meta) : change;
      const model = newModel === undefined ? oldModel : (newModel ?? undefined);
      const body = { ...rest, ...others, ...(model === undefined ? {} : { model }) };
      writer.note(state, {}, { type: 'session', ...body });
      await save(sessionId);
      return state;
    },
    async fork(sessionId, turnId) {
      const state = await open(sessionId);
      const text = state && (await storage.read(transcriptOf(sessionId)));
      if (state === undefined || text === undefined) return err('not_found');
      const last = turnId === undefined ? undefined : turnIn(state, turnId);
      if (turnId !== undefined && last === undefined) return err('not_found');
      // What runs would run in neither: its questions would be answered here and asked there.
      if (last !== undefined && !hasEnded(last)) return err('busy');
      // What was said in private stays private.
      const copyId = newId(isPrivateSession(sessionId) ? 'p' : 's');
      const copy = forkTranscript(text, {
        state,
        turnId,
        copyId,
        createdAt: isoLocal(clock.now()),
      });
      await storage.write(transcriptOf(copyId), copy);
      const forked = await open(copyId);
      if (forked === undefined) throw new Error('the copy could not be read back');
      await save(copyId);
      return ok(forked);
    },
    async remove(sessionId) {
      const isThere = summaries.get(sessionId) !== undefined && !removing.has(sessionId);
      if (!isSafeId(sessionId) || !isThere) return false;
      // From this moment on nobody opens it: a message that is taken now would go to the trash.
      removing.add(sessionId);
      held.drop(sessionId);
      try {
        // A file that is written late would bring the folder back.
        await saving.get(sessionId);
        if (isPrivateSession(sessionId)) await storage.removeFolder(folderOf(sessionId));
        else await storage.move(folderOf(sessionId), join(paths.trash, 'sessions', sessionId));
        summaries.delete(sessionId);
        return true;
      } finally {
        removing.delete(sessionId);
      }
    },
    async adopt(sessionId) {
      try {
        const state = await open(sessionId);
        if (state === undefined) return say('archive.noTranscript');
        await save(sessionId);
        return undefined;
      } catch (thrown) {
        held.drop(sessionId);
        return sentenceOfThrown(thrown);
      }
    },
    async extend(sessionId, expectedBytes, tail) {
      const state = await open(sessionId);
      if (state === undefined || openTurn(state) !== undefined || state.queue.length > 0)
        return false;
      await saving.get(sessionId);
      // From here to the append nothing waits: no turn can begin in between.
      const path = transcriptOf(sessionId);
      if (openTurn(state) !== undefined || statSync(path).size !== expectedBytes) return false;
      storage.append(path, tail, { durable: true });
      held.drop(sessionId);
      await open(sessionId);
      await save(sessionId);
      return true;
    },
    async rewrite(sessionId, change) {
      let outcome: 'changed' | 'unchanged' | 'busy' = 'unchanged';
      let fresh: SessionState | undefined;
      await storage.rewrite(
        transcriptOf(sessionId),
        (text) => {
          // Asked again whenever something was appended: then it may have come into use.
          outcome = isBusy(sessionId) ? 'busy' : 'unchanged';
          return outcome === 'busy' ? undefined : change(text);
        },
        (text) => {
          outcome = 'changed';
          fresh = held.read(sessionId, text);
          held.replace(fresh);
        },
      );
      if (fresh !== undefined) await writeFile(fresh);
      return outcome;
    },
    replay: (sessionId, afterSeq) => sessionEvents(must(sessionId), afterSeq, epoch),
    history: (sessionId) => must(sessionId).history,
    transcriptOf,
    async start() {
      await storage.makeFolder(paths.sessions);
      const unfinished: string[] = [];
      const folders = await Promise.all(
        [paths.sessions, paths.privateSessions].map((folder) => sessionFolders(folder)),
      );
      for (const sessionId of folders.flat()) {
        try {
          const known = await readSessionFile(folderOf(sessionId), transcriptOf(sessionId));
          if (known !== undefined && known.status === 'idle' && known.queued === 0) {
            summaries.set(sessionId, known);
            continue;
          }
          const state = await open(sessionId);
          if (state === undefined) {
            await removeRest(sessionId);
            continue;
          }
          const isOpen = openTurn(state) !== undefined || forgottenTurns(state).length > 0;
          if (isOpen || state.queue.length > 0) unfinished.push(sessionId);
          await save(sessionId);
        } catch (thrown) {
          logger.error('a session could not be read and is left as it is', {
            sessionId,
            reason: messageOf(thrown),
          });
        }
      }
      return unfinished;
    },
    save,
  };
}

async function sessionFolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && isSafeId(entry.name))
      .map(({ name }) => name);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
