/** How a turn ends: journals first, then exactly one terminal event. */
import type { EventType } from '../../protocol/index.ts';
import type { Ending } from '../hippocampus/records.ts';
import { isPrivateSession } from '../shared/ids.ts';
import type { Answer } from '../shared/model.ts';
import { messageOf } from '../shared/result.ts';
import { say, spoken } from '../shared/say.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import { StorageError } from '../storage/index.ts';
import { storeUserMessage } from './model-call.ts';
import { tellTaint } from './tool-calls.ts';
import type { Regions, Turn } from './turn.ts';

/** The error event for something that a region threw. */
export function faultEnding(thrown: unknown, text: string): Extract<Ending, { kind: 'error' }> {
  const code = thrown instanceof StorageError ? 'storage' : 'internal';
  return {
    kind: 'error',
    error: {
      type: 'error',
      code,
      ...spoken({ message: sentenceOfThrown(thrown) }),
      retryable: true,
    },
    text,
  };
}

/** The ending of an answer that broke off or never came. */
export function failureEnding(answer: Answer): Ending {
  const failure = answer.failure;
  const { code, message, said, retryable } = failure ?? {
    code: 'internal' as const,
    ...spoken({ message: say('turn.noAnswer') }),
    retryable: true,
  };
  const providers = failure?.providers ?? [];
  return {
    kind: 'error',
    error: {
      type: 'error',
      code,
      message,
      said,
      retryable,
      ...(providers.length === 0 ? {} : { providers: [...providers] }),
    },
    text: answer.text,
  };
}

/** Writes episode and outcomes and closes the turn. A full disk is told, and closes it all the same. */
export async function endTurn(regions: Regions, turn: Turn, ending: Ending): Promise<void> {
  const { broca, hippocampus, basalganglia, clock } = regions;
  const outcome = ending.kind === 'done' ? ending.stopReason : ending.error.code;
  try {
    storeUserMessage(regions, turn);
    if (stateOf(regions, turn)?.ending === undefined) {
      hippocampus.sessions.note(turn, { type: 'ending', ending });
    }
    // An answer that was given with such text in view may repeat it.
    tellTaint(regions, turn, []);
    const tainted = wasTold(regions, turn, 'taint');
    if (ending.text !== '' && !wasTold(regions, turn, 'content')) {
      broca.emit(turn, { type: 'content', text: ending.text });
    }
    const startedAt = performance.now();
    const task = await turn.task;
    await task?.setStatus(taskStatus(ending, turn));
    // A private conversation leaves no memory: no episode, no outcomes.
    if (!isPrivateSession(turn.sessionId)) {
      const episode = await hippocampus.episodes.appendEpisode({
        turn: { sessionId: turn.sessionId, turnId: turn.turnId },
        startedAt: turn.startedAt,
        userText: turn.request.text,
        tools: turn.outcomes.map(({ tool, outcome: how }) => ({ name: tool, outcome: how })),
        response: ending.text,
        outcome,
        tainted,
      });
      await basalganglia.recordOutcome(turn.outcomes, { tainted });
      const ms = Math.round(performance.now() - startedAt);
      if (!wasTold(regions, turn, 'memory')) {
        broca.emit(turn, { type: 'memory', episode, outcomes: turn.outcomes.length, ms });
      }
    }
    broca.emit(
      turn,
      ending.kind === 'done'
        ? {
            type: 'done',
            stopReason: ending.stopReason,
            iterations: iterationsOf(turn),
            usage: turn.usage,
          }
        : ending.error,
    );
  } catch (thrown) {
    regions.logger.error('a turn could not be written down', { reason: messageOf(thrown) });
    broca.lastWord(turn, {
      type: 'error',
      code: 'storage',
      ...spoken({ message: sentenceOfThrown(thrown) }),
      retryable: true,
    });
  } finally {
    broca.end(turn);
    await hippocampus.sessions.save(turn.sessionId);
    regions.corpus.emit('turn.ended', {
      turn: { sessionId: turn.sessionId, turnId: turn.turnId },
      outcome,
      ms: clock.now().getTime() - turn.startedAt.getTime(),
    });
  }
}

function stateOf(regions: Regions, turn: Turn) {
  return regions.hippocampus.sessions.loaded(turn.sessionId)?.turns.get(turn.turnId);
}

function wasTold(regions: Regions, turn: Turn, type: EventType): boolean {
  return stateOf(regions, turn)?.events.some((event) => event.type === type) ?? false;
}

/** An iteration is a call other than the closing one, and one that was made. */
function iterationsOf(turn: Turn): number {
  return turn.closing || turn.declined !== undefined ? turn.call - 1 : turn.call;
}

function taskStatus(ending: Ending, turn: Turn) {
  if (ending.kind === 'error')
    return ending.error.code === 'interrupted' ? 'INTERRUPTED' : 'FAILED';
  if (ending.stopReason === 'stopped') return 'STOPPED';
  return turn.outcomes.at(-1)?.outcome === 'success' ? 'SUCCEEDED' : 'FAILED';
}
