/**
 * One turn, top to bottom. Nothing here decides by a model: the order is fixed.
 *
 *   message -> prefrontal.buildContext -> thalamus.stream -> broca.streamToUI -> wernicke.parse
 *           -> [tool calls: amygdala.classify -> motor.execute -> cerebellum.executeTool -> again]
 *           -> hippocampus.appendEpisode -> basalganglia.recordOutcome -> done
 *
 * Always holds: a turn ends with exactly one `done` or `error`, after its episode and outcomes.
 */
import type { Ending } from './hippocampus/records.ts';
import type { Answer } from './shared/model.ts';
import { endTurn, failureEnding, faultEnding } from './turn/ending.ts';
import { hasCircled } from './turn/loop-guard.ts';
import { askModel } from './turn/model-call.ts';
import { obeySkillCommand } from './turn/skill-command.ts';
import { runToolCalls } from './turn/tool-calls.ts';
import type { Regions, Turn } from './turn/turn.ts';

/** Runs a turn to its end. Never throws: whatever goes wrong becomes the turn's ending. */
export async function runTurn(regions: Regions, turn: Turn): Promise<Ending> {
  let ending: Ending;
  try {
    ending = await converse(regions, turn);
  } catch (thrown) {
    ending = turn.signal.aborted
      ? { kind: 'done', stopReason: 'stopped', text: '' }
      : faultEnding(thrown, '');
  }
  await endTurn(regions, turn, ending);
  return ending;
}

/** Asks, acts and asks again until the model has nothing more to do. */
async function converse(regions: Regions, turn: Turn): Promise<Ending> {
  const answered = turn.call === 0 ? await obeySkillCommand(regions, turn) : undefined;
  if (answered !== undefined) return { kind: 'done', stopReason: 'end', text: answered };
  let answer = await firstAnswer(regions, turn);
  let finished = turn.unfinished?.finished ?? new Map();

  while (!answer.failure && answer.calls.length > 0 && !turn.signal.aborted) {
    await runToolCalls(regions, turn, answer, finished);
    turn.unfinished = undefined;
    finished = new Map();
    if (turn.signal.aborted) return { kind: 'done', stopReason: 'stopped', text: answer.text };
    turn.closing = turn.call >= maxIterations(regions, turn) || hasCircled(turn.outcomes);
    answer = await nextAnswer(regions, turn, turn.closing ? 'none' : 'auto');
    if (turn.closing) break;
  }

  if (turn.signal.aborted) return { kind: 'done', stopReason: 'stopped', text: answer.text };
  if (turn.declined !== undefined) {
    return { kind: 'done', stopReason: 'spend_limit', text: turn.declined };
  }
  if (answer.failure) return failureEnding(answer);
  const { text } = answer;
  if (turn.closing) {
    const stopReason = hasCircled(turn.outcomes) ? 'circles' : 'max_iterations';
    return { kind: 'done', stopReason, text };
  }
  if (answer.stop === 'length' || answer.stop === 'refusal') {
    return { kind: 'done', stopReason: answer.stop, text };
  }
  return { kind: 'done', stopReason: 'end', text };
}

/** A running turn keeps its settings; only a tighter limit counts at once. */
function maxIterations(regions: Regions, turn: Turn): number {
  return Math.min(turn.config.limits.maxIterations, regions.settings.get().limits.maxIterations);
}

/**
 * A turn that goes on after a restart already has its answer, and only tool calls are left to do; or
 * it waited before its next call, which may be the closing one.
 */
async function firstAnswer(regions: Regions, turn: Turn): Promise<Answer> {
  if (turn.unfinished !== undefined) return turn.unfinished.answer;
  const isLast = turn.call >= maxIterations(regions, turn) || hasCircled(turn.outcomes);
  turn.closing = turn.call > 0 && isLast;
  return nextAnswer(regions, turn, turn.closing ? 'none' : 'auto');
}

async function nextAnswer(
  regions: Regions,
  turn: Turn,
  toolChoice: 'auto' | 'none',
): Promise<Answer> {
  turn.call += 1;
  const heard = await askModel(regions, turn, toolChoice);
  const answer = toolChoice === 'none' ? withoutCalls(heard) : heard;
  keepAnswer(regions, turn, answer);
  return answer;
}

/** The closing call must end in words: tool calls in it are discarded. */
function withoutCalls(answer: Answer): Answer {
  return {
    ...answer,
    calls: [],
    parts: answer.parts.filter(({ type }) => type !== 'tool_call'),
  };
}

/** The answer joins the history, also a broken-off one; then it loses the calls that never ran. */
function keepAnswer(regions: Regions, turn: Turn, answer: Answer): void {
  const { sessions } = regions.hippocampus;
  const whole = !answer.failure && !turn.signal.aborted;
  const { parts, provider, model } = whole ? answer : withoutCalls(answer);
  if (parts.length === 0) return;
  const message = { role: 'assistant' as const, parts, provider, model };
  turn.messages.push(message);
  const problems = Object.fromEntries(
    answer.calls.flatMap(({ call, problem }) =>
      problem === undefined ? [] : [[call.id, problem]],
    ),
  );
  // The message first: an `answer` record promises that its message is there.
  sessions.note(turn, { type: 'message', entry: { turnId: turn.turnId, message } });
  sessions.note(turn, {
    type: 'answer',
    call: turn.call,
    complete: whole,
    ...(turn.closing ? { closing: true } : {}),
    stop: answer.stop,
    problems,
  });
}
