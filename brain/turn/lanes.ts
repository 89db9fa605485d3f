/**
 * One lane per session: one turn at a time, further messages wait in a durable queue. Lanes of
 * different sessions run side by side.
 */
import type { AttachmentRef, EventOf, QueuedMessage } from '../../protocol/index.ts';
import type { TurnRequest } from '../hippocampus/records.ts';
import type { SessionState } from '../hippocampus/session-state.ts';
import { forgottenTurns, hasEnded, openTurn } from '../hippocampus/session-state.ts';
import { runTurn } from '../pipeline.ts';
import type { Fold, TurnRef } from '../regions.ts';
import { newId } from '../shared/ids.ts';
import { noUsage } from '../shared/model.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { isoLocal } from '../shared/time.ts';
import { accountAfterCrash } from './account.ts';
import { compactSession } from './compact.ts';
import { faultEnding } from './ending.ts';
import { closeForgotten, recoverTurn } from './recovery.ts';
import type { Regions, Turn } from './turn.ts';

export interface Incoming {
  readonly text: string;
  readonly attachments: readonly AttachmentRef[];
  readonly model?: string;
  readonly interactive: boolean;
  /** The turn whose place it takes. Only where nothing runs. */
  readonly replaces?: string;
}

export interface Lanes {
  /** Starts a turn, or puts the message into the queue where one is running. */
  send(sessionId: string, message: Incoming): { readonly turnId: string; readonly queued: boolean };
  /** Aborts the running turn. False when it is not running (any more). */
  stop(turnId: string): boolean;
  /** Replaces the queue; undefined when the message is not in it. */
  updateQueued(sessionId: string, messageId: string, text: string): QueuedMessage | undefined;
  removeQueued(sessionId: string, messageId: string): boolean;
  /** Starts a queue that waits for its owner. */
  resumeQueue(sessionId: string): boolean;
  /** Folds the history now; undefined when that would not make it smaller. */
  compact(sessionId: string): Promise<Result<Fold | undefined, 'busy'>>;
  isRunning(sessionId: string): boolean;
  /** Resolves when a turn that has told its end has left the lane; at once where none has. */
  left(sessionId: string): Promise<void>;
  runningTurn(sessionId: string): string | undefined;
  /** After a start: goes on with turns that wait for the owner and closes the other open ones. */
  recover(sessionId: string): Promise<void>;
  /**
   * Closes what was open when a conversation was packed elsewhere: its questions are not asked here,
   * where their words would be all there is to go by, and what it cost is not counted here.
   */
  closeOpen(sessionId: string): Promise<void>;
  /** Aborts what runs and waits until every turn has ended; turns that wait for the owner stay. */
  close(): Promise<void>;
}

interface Running {
  readonly turnId: string;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

export function createLanes(regions: Regions, onQueueChange: (sessionId: string) => void): Lanes {
  const { sessions } = regions.hippocampus;
  const running = new Map<string, Running>();
  let closing = false;

  function stateOf(sessionId: string): SessionState {
    const state = sessions.loaded(sessionId);
    if (state === undefined) throw new Error(`session ${sessionId} is not loaded`);
    return state;
  }

  function setQueue(sessionId: string, messages: readonly QueuedMessage[], paused: boolean): void {
    sessions.note({ sessionId }, { type: 'queue', messages, paused });
    onQueueChange(sessionId);
  }

  function begin(sessionId: string, turnId: string, message: Incoming): void {
    const startedAt = regions.clock.now();
    const { text, attachments, interactive, replaces } = message;
    const model = message.model ?? stateOf(sessionId).meta.model;
    const request: TurnRequest = {
      turnId,
      text,
      attachments: attachments.map(({ id }) => id),
      interactive,
      startedAt: isoLocal(startedAt),
      ...(model === undefined ? {} : { model }),
      ...(replaces === undefined ? {} : { replaces }),
    };
    const ref = { sessionId, turnId };
    sessions.note(ref, { type: 'turn', ...request });
    tellStart(ref, {
      type: 'started',
      text,
      ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
      ...(replaces === undefined ? {} : { replaces }),
    });
    regions.corpus.emit('turn.started', { turn: ref });
    const abort = new AbortController();
    run(sessionId, abort, {
      ...ref,
      request,
      startedAt,
      signal: abort.signal,
      config: regions.settings.get(),
      granted: [],
      call: 0,
      closing: false,
      messages: [],
      context: undefined,
      foldCounts: false,
      recordCall: undefined,
      userEntry: undefined,
      task: undefined,
      usage: noUsage,
      outcomes: [],
      spendAllowed: false,
      spendQuestion: undefined,
      declined: undefined,
      unfinished: undefined,
    });
  }

  function tellStart(ref: TurnRef, started: EventOf<'started'>): void {
    try {
      regions.broca.emit(ref, started);
    } catch (thrown) {
      // It is in the transcript and will never run: without an end it would look as if it did.
      const { error } = faultEnding(thrown, '');
      regions.broca.lastWord(ref, error);
      regions.broca.end(ref);
      throw thrown;
    }
  }

  function run(sessionId: string, abort: AbortController, turn: Turn): void {
    const ended = runTurn(regions, turn)
      .then(() => {
        running.delete(sessionId);
        if (!closing) next(sessionId);
      })
      .catch((thrown: unknown) => {
        running.delete(sessionId);
        regions.logger.error('a lane broke', { sessionId, reason: messageOf(thrown) });
        pause(sessionId);
      });
    running.set(sessionId, { turnId: turn.turnId, abort, ended });
  }

  /** After `done` the next message starts; after `error` the queue is paused and waits. */
  function next(sessionId: string): void {
    // Dropped from memory already: then nothing waits in it.
    const { queue, queuePaused } = sessions.loaded(sessionId) ?? { queue: [], queuePaused: false };
    const [first] = queue;
    if (first === undefined) return;
    if (queuePaused) {
      onQueueChange(sessionId);
      return;
    }
    const { turnId, text, model, attachments = [], interactive = true } = first;
    // Its turn's record takes it out of the queue: written on its own, a crash in between would lose it.
    begin(sessionId, turnId, {
      text,
      attachments,
      interactive,
      ...(model === undefined ? {} : { model }),
    });
    onQueueChange(sessionId);
  }

  /** The next message could not begin: it waits for its owner. */
  function pause(sessionId: string): void {
    const { queue } = sessions.loaded(sessionId) ?? { queue: [] };
    if (queue.length === 0) return;
    try {
      setQueue(sessionId, queue, true);
    } catch (thrown) {
      // As likely as not the same full disk. Nothing of it is lost: the queue stands as it was written.
      regions.logger.warn('a queue could not be paused', { reason: messageOf(thrown) });
    }
  }

  return {
    send(sessionId, message) {
      const turnId = newId('t');
      const state = stateOf(sessionId);
      if (!running.has(sessionId)) {
        begin(sessionId, turnId, message);
        return { turnId, queued: false };
      }
      const messageId = newId('m');
      const { text, model, attachments, interactive } = message;
      const waiting: QueuedMessage = {
        messageId,
        turnId,
        text,
        at: isoLocal(regions.clock.now()),
        ...(model === undefined ? {} : { model }),
        ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
        ...(interactive ? {} : { interactive }),
      };
      sessions.note(
        { sessionId },
        { type: 'queue', messages: [...state.queue, waiting], paused: state.queuePaused },
      );
      regions.broca.announce({ sessionId, turnId }, { type: 'queued', messageId, text });
      onQueueChange(sessionId);
      return { turnId, queued: true };
    },
    stop(turnId) {
      for (const lane of running.values()) {
        if (lane.turnId !== turnId || lane.abort.signal.aborted) continue;
        lane.abort.abort();
        return true;
      }
      return false;
    },
    updateQueued(sessionId, messageId, text) {
      const { queue, queuePaused } = stateOf(sessionId);
      const held = queue.find((message) => message.messageId === messageId);
      if (held === undefined) return undefined;
      const changed = { ...held, text };
      setQueue(
        sessionId,
        queue.map((message) => (message === held ? changed : message)),
        queuePaused,
      );
      return changed;
    },
    removeQueued(sessionId, messageId) {
      const { queue, queuePaused } = stateOf(sessionId);
      const rest = queue.filter((message) => message.messageId !== messageId);
      if (rest.length === queue.length) return false;
      setQueue(sessionId, rest, queuePaused && rest.length > 0);
      return true;
    },
    resumeQueue(sessionId) {
      const { queue, queuePaused } = stateOf(sessionId);
      const busy = running.has(sessionId);
      if (queue.length === 0 || (busy && !queuePaused)) return false;
      setQueue(sessionId, queue, false);
      // A turn that has just told its end is about to leave the lane and takes the next one then.
      if (!busy) next(sessionId);
      return true;
    },
    async compact(sessionId) {
      const lane = running.get(sessionId);
      const turn = lane === undefined ? undefined : stateOf(sessionId).turns.get(lane.turnId);
      // It has told its end and is about to leave the lane.
      if (turn !== undefined && hasEnded(turn)) await lane?.ended;
      if (running.has(sessionId)) return err('busy');
      return ok(compactSession(regions, stateOf(sessionId)));
    },
    isRunning: (sessionId) => running.has(sessionId),
    async left(sessionId) {
      const state = sessions.loaded(sessionId);
      if (state === undefined || openTurn(state) !== undefined) return;
      await running.get(sessionId)?.ended;
    },
    runningTurn: (sessionId) => running.get(sessionId)?.turnId,
    async recover(sessionId) {
      const state = await sessions.open(sessionId);
      if (state === undefined) return;
      for (const turn of forgottenTurns(state)) {
        await accountAfterCrash(regions, { sessionId, turnId: turn.turnId });
        await closeForgotten(regions, state, turn);
      }
      const open = openTurn(state);
      if (open !== undefined) {
        await accountAfterCrash(regions, { sessionId, turnId: open.turnId });
        const abort = new AbortController();
        const recovered = await recoverTurn(regions, state, open, abort.signal);
        if (recovered.kind === 'waiting') run(sessionId, abort, recovered.turn);
      }
      if (state.queue.length > 0) setQueue(sessionId, state.queue, true);
    },
    async closeOpen(sessionId) {
      const state = await sessions.open(sessionId);
      if (state === undefined) return;
      for (const turn of forgottenTurns(state)) await closeForgotten(regions, state, turn);
      const open = openTurn(state);
      if (open !== undefined) await recoverTurn(regions, state, open, AbortSignal.abort());
      if (state.queue.length > 0) setQueue(sessionId, state.queue, true);
    },
    async close() {
      closing = true;
      const open = [...running.entries()].filter(
        ([sessionId]) => sessions.summary(sessionId)?.status !== 'waiting',
      );
      for (const [, lane] of open) lane.abort.abort();
      await Promise.all(open.map(([, lane]) => lane.ended));
    },
  };
}
