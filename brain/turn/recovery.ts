/**
 * After a crash: what becomes of a turn that had begun and not ended.
 *
 * One that waited for its owner goes on waiting, one whose ending was already known is closed with
 * it, every other one is closed as interrupted.
 */
import type { Ending } from '../hippocampus/records.ts';
import type { SessionState, TurnState } from '../hippocampus/session-state.ts';
import { isPrivateSession } from '../shared/ids.ts';
import type { MessagePart } from '../shared/model.ts';
import { mergedOrigins } from '../shared/origins.ts';
import { messageOf } from '../shared/result.ts';
import { say, spoken } from '../shared/say.ts';
import { endTurn } from './ending.ts';
import { hasCircled } from './loop-guard.ts';
import { callsOf, rebuildTurn, textOf } from './rebuilt-turn.ts';
import { withShown } from './shown-images.ts';
import { finishedCall } from './tool-calls.ts';
import { addressee, type Regions, type Turn } from './turn.ts';
import { changesOf } from './undo.ts';

export type Recovered =
  | { readonly kind: 'waiting'; readonly turn: Turn }
  | { readonly kind: 'closed' };

const interrupted = spoken({ message: say('turn.interrupted') });

/** Decides and, unless the turn goes on waiting, closes it. Aborted already: it does not wait. */
export async function recoverTurn(
  regions: Regions,
  session: SessionState,
  state: TurnState,
  signal: AbortSignal,
): Promise<Recovered> {
  const turn = rebuildTurn(regions, session, state, signal);
  await regions.cerebellum.undo.tidyUp(turn.sessionId, changesOf(state));
  if (turn.unfinished !== undefined) {
    const finished = await withShown(regions, state, turn.unfinished.finished);
    turn.unfinished = { ...turn.unfinished, finished };
  }
  const mayWait = !signal.aborted;
  if (mayWait && turn.unfinished !== undefined && turn.unfinished.asked.size > 0)
    return { kind: 'waiting', turn };
  if (turn.outcomes.length > 0 || turn.unfinished !== undefined) {
    const { sessionId, turnId } = turn;
    turn.task = regions.motor.openTask({ sessionId, turnId }, turn.request.text);
  }
  if (mayWait && turn.spendQuestion !== undefined) return { kind: 'waiting', turn };
  await storeUnheard(regions, turn);
  await endTurn(
    regions,
    turn,
    knownEnding(session, state, turn.outcomes) ?? interrupt(regions, turn, state),
  );
  return { kind: 'closed' };
}

/** No model has heard it yet: the next one that is asked in this conversation does. */
async function storeUnheard(regions: Regions, turn: Turn): Promise<void> {
  if (turn.userEntry !== undefined) return;
  const { turnId, request } = turn;
  const text: MessagePart = { type: 'text', text: addressee(request).text };
  const attached = await regions.readAttachments(request.attachments).catch((thrown: unknown) => {
    // The turn is closed all the same; the owner can attach it once more.
    regions.logger.warn('an attachment cannot be read', { reason: messageOf(thrown) });
    return [];
  });
  const parts = [...attached, text];
  turn.userEntry = { turnId, message: { role: 'user', parts } };
  regions.hippocampus.sessions.note(turn, { type: 'message', entry: turn.userEntry });
}

/**
 * Closes a turn that has later ones behind it. Its messages stay as they are: what would be added now
 * would stand behind those of the later turns.
 */
export async function closeForgotten(
  regions: Regions,
  session: SessionState,
  state: TurnState,
): Promise<void> {
  const { broca, hippocampus, basalganglia, cerebellum, logger } = regions;
  // Aborted: nobody waits for the answer to what it asked.
  const turn = rebuildTurn(regions, session, state, AbortSignal.abort());
  const ref = { sessionId: turn.sessionId, turnId: turn.turnId };
  const ended = state.ending?.kind === 'done' ? state.ending : undefined;
  const tainted = state.events.some(({ type }) => type === 'taint');
  try {
    await cerebellum.undo.tidyUp(turn.sessionId, changesOf(state));
    if (!isPrivateSession(turn.sessionId)) {
      await hippocampus.episodes.appendEpisode({
        turn: ref,
        startedAt: turn.startedAt,
        userText: turn.request.text,
        tools: turn.outcomes.map(({ tool, outcome }) => ({ name: tool, outcome })),
        response: ended?.text ?? '',
        outcome: ended?.stopReason ?? 'interrupted',
        tainted,
      });
      await basalganglia.recordOutcome(turn.outcomes, { tainted });
    }
    broca.emit(
      ref,
      ended === undefined
        ? { type: 'error', code: 'interrupted', ...interrupted, retryable: true }
        : { type: 'done', stopReason: ended.stopReason, iterations: turn.call, usage: turn.usage },
    );
  } catch (thrown) {
    logger.error('a turn could not be closed', { ...ref, reason: messageOf(thrown) });
  } finally {
    broca.end(ref);
    await hippocampus.sessions.save(ref.sessionId);
  }
}

/** An ending that was written down, or a last answer that was complete and asked for no tool. */
function knownEnding(
  session: SessionState,
  state: TurnState,
  outcomes: Turn['outcomes'],
): Ending | undefined {
  if (state.ending !== undefined) return state.ending;
  const { lastAnswer } = state;
  const last = session.history.at(-1);
  if (lastAnswer?.complete !== true || last?.turnId !== state.turnId) return undefined;
  if (last.message.role !== 'assistant' || callsOf(last.message.parts).length > 0) return undefined;
  const said = lastAnswer.stop === 'tool_calls' ? 'end' : lastAnswer.stop;
  const closing = hasCircled(outcomes) ? 'circles' : 'max_iterations';
  const stopReason = lastAnswer.closing === true ? closing : said;
  return { kind: 'done', stopReason, text: textOf(last.message.parts) };
}

/** Gives every call that has no result one, keeps the partial text, and says what happened. */
function interrupt(regions: Regions, turn: Turn, state: TurnState): Ending {
  const { sessions } = regions.hippocampus;
  if (turn.unfinished !== undefined) {
    const { answer, finished } = turn.unfinished;
    const parts = answer.calls.map(({ call, providerCallId }) => {
      const done = finished.get(call.id);
      if (done !== undefined) return done.part;
      const { output, said } = spoken({ output: say('refused.interrupted') });
      const result = { ok: false, output };
      regions.broca.emit(turn, {
        type: 'tool_result',
        toolCallId: call.id,
        name: call.name,
        ...result,
        outcome: 'interrupted',
        said,
        ms: 0,
        truncated: false,
      });
      const closed = finishedCall(call, providerCallId, result, 'interrupted', regions.clock.now());
      turn.outcomes.push(closed.outcome);
      return closed.part;
    });
    const taint = mergedOrigins(...[...finished.values()].map((one) => one.taint));
    sessions.note(turn, {
      type: 'message',
      entry: {
        turnId: turn.turnId,
        message: { role: 'tool', parts },
        ...(taint.length === 0 ? {} : { taint }),
      },
    });
  }
  const streamed = partialText(state);
  if (streamed !== '') {
    const parts = [{ type: 'text' as const, text: streamed }];
    const message = { role: 'assistant' as const, parts };
    sessions.note(turn, { type: 'message', entry: { turnId: turn.turnId, message } });
  }
  return {
    kind: 'error',
    error: { type: 'error', code: 'interrupted', ...interrupted, retryable: true },
    text: streamed || (turn.unfinished?.answer.text ?? ''),
  };
}

/** Text of a call that was streaming and never became an answer. */
function partialText(state: TurnState): string {
  const open = [...state.streams.values()].filter(
    ({ of, call }) => of === 'delta' && call > (state.lastAnswer?.call ?? 0),
  );
  return open.at(-1)?.text ?? '';
}
