/**
 * The tool calls of one answer, in the order given; neighbours that only read and are judged safe
 * run side by side. Every call gets exactly one result and one outcome, whatever happens.
 */
import type { AttachmentRef, ContentOrigin, EventOf } from '../../protocol/index.ts';
import type { Task, ToolResult, ToolSpec, TurnRef, Verdict } from '../regions.ts';
import type { Answer, ParsedCall } from '../shared/model.ts';
import { mergedOrigins } from '../shared/origins.ts';
import { messageOf } from '../shared/result.ts';
import { say, spoken, verbatim } from '../shared/say.ts';
import {
  askOwner,
  askQuestions,
  notAllowed,
  refuse,
  type Settled,
  safetyContext,
} from './asking.ts';
import { besideModel } from './beside.ts';
import { circleNote, refusedCircle } from './loop-guard.ts';
import { keepShown } from './shown-images.ts';
import { taintIn, taintOfResult, taintOfSession, untold } from './taint.ts';
import type { FinishedCall, Regions, Turn } from './turn.ts';

/** So many calls of one answer run; a model that asks for more has lost its way, or means harm. */
export const MAX_CALLS = 64;

/** Runs the calls of `answer` that are not finished yet and adds the results to the turn. */
export async function runToolCalls(
  regions: Regions,
  turn: Turn,
  answer: Answer,
  finished: ReadonlyMap<string, FinishedCall>,
): Promise<void> {
  const results = new Map(finished);
  const waiting = answer.calls.filter(({ call }) => !results.has(call.id));
  const known = new Set(finished.keys());
  for (const { call } of waiting) {
    if (known.has(call.id) || wasShown(regions, turn, call.id)) continue;
    const { id: toolCallId, name, args } = call;
    regions.broca.emit(turn, { type: 'tool_call', call: turn.call, toolCallId, name, args });
  }

  const excess = new Set(answer.calls.slice(MAX_CALLS).map(({ call }) => call.id));
  const running = waiting.filter(({ call }) => !excess.has(call.id));
  const judge = (parsed: ParsedCall) => judged(regions, turn, parsed);
  for (let next = 0; next < running.length; ) {
    const first = running[next];
    if (first === undefined) break;
    next += 1;
    const verdicts = [await judge(first)];
    while (next < running.length && runsBeside(verdicts)) {
      const following = running[next];
      if (following === undefined || specOf(regions, following)?.readOnly !== true) break;
      verdicts.push(await judge(following));
      next += 1;
    }
    const ended = await Promise.allSettled(
      verdicts.map(async (one) => {
        results.set(one.parsed.call.id, await finishCall(regions, turn, one));
      }),
    );
    // Only now: a neighbour that still ran would tell its result behind the turn's end.
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  for (const parsed of waiting) {
    if (!excess.has(parsed.call.id)) continue;
    const one = { parsed, spec: undefined, verdict: undefined };
    results.set(parsed.call.id, report(regions, turn, one, tooMany(answer)));
  }

  const parts = answer.calls.flatMap(({ call }) => results.get(call.id)?.part ?? []);
  const message = { role: 'tool' as const, parts };
  const taint = mergedOrigins(...[...results.values()].map((one) => one.taint));
  turn.messages.push(message);
  regions.hippocampus.sessions.note(turn, {
    type: 'message',
    entry: {
      turnId: turn.turnId,
      message,
      ...(taint.length === 0 ? {} : { taint }),
    },
  });
}

function tooMany({ calls }: Answer): Settled {
  return refuse(
    'failure',
    say('refused.tooMany', { calls: calls.length, limit: MAX_CALLS }),
    'validation',
  );
}

interface Judged {
  readonly parsed: ParsedCall;
  readonly spec: ToolSpec | undefined;
  /** Absent where a call cannot run anyway: its arguments are bad, or the turn was stopped. */
  readonly verdict: Verdict | undefined;
}

function specOf(regions: Regions, parsed: ParsedCall): ToolSpec | undefined {
  return regions.cerebellum.tools().find((tool) => tool.name === parsed.call.name);
}

/** Only calls that run at once and only read may have neighbours. */
function runsBeside(group: readonly Judged[]): boolean {
  return group.every(({ spec, verdict }) => spec?.readOnly === true && verdict?.level === 'safe');
}

function wasShown(regions: Regions, turn: Turn, toolCallId: string): boolean {
  const state = regions.hippocampus.sessions.loaded(turn.sessionId)?.turns.get(turn.turnId);
  return state?.events.some((e) => e.type === 'tool_call' && e.toolCallId === toolCallId) ?? false;
}

async function judged(regions: Regions, turn: Turn, parsed: ParsedCall): Promise<Judged> {
  const spec = specOf(regions, parsed);
  const cannotRun = turn.signal.aborted || (parsed.problem !== undefined && spec !== undefined);
  if (cannotRun) return { parsed, spec, verdict: undefined };
  const startedAt = performance.now();
  const verdict = await regions.amygdala
    .classify(parsed.call, safetyContext(regions, turn, spec))
    .catch(unjudged);
  if (turn.unfinished?.asked.has(parsed.call.id) === true) {
    // Its question is open; whatever the rules say by now, they are asked again after the answer.
    return { parsed, spec, verdict: { ...verdict, level: 'confirm' } };
  }
  const body: EventOf<'safety'> = {
    type: 'safety',
    toolCallId: parsed.call.id,
    level: verdict.level,
    reason: verdict.reason,
    said: verdict.said,
    source: verdict.source,
    ms: Math.round((performance.now() - startedAt) * 100) / 100,
    ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
  };
  regions.broca.emit(turn, body);
  return { parsed, spec, verdict };
}

/** What nobody could judge does not run, and the call still gets its result. */
function unjudged(thrown: unknown): Verdict {
  const reason = say('safety.notJudged', { why: messageOf(thrown) });
  return { level: 'block', source: 'internal', ...spoken({ reason }), paths: [], fingerprint: '' };
}

/** Asks where needed, runs where allowed, and reports: the call's one result and one outcome. */
async function finishCall(regions: Regions, turn: Turn, one: Judged): Promise<FinishedCall> {
  const settled = await settle(regions, turn, one).catch((thrown: unknown) => {
    regions.logger.error('a tool call failed inside the program', { reason: messageOf(thrown) });
    return refuse('failure', say('refused.notRun', { why: messageOf(thrown) }), 'error');
  });
  return report(regions, turn, one, settled, await keepShown(regions, turn, settled.result));
}

async function settle(regions: Regions, turn: Turn, one: Judged): Promise<Settled> {
  const { call } = one.parsed;
  turn.task ??= regions.motor.openTask(
    { sessionId: turn.sessionId, turnId: turn.turnId },
    turn.request.text,
  );
  const task = await turn.task;
  const { toolTimeoutMs } = turn.config.limits;
  const step = { call, spec: one.spec, signal: turn.signal, toolTimeoutMs };

  const circle = refusedCircle(turn.outcomes, call);
  if (circle !== undefined) {
    const refused = refuse('failure', verbatim(circle), 'validation');
    await task.note(step, refused.result);
    return refused;
  }
  const refusal = await refusalOf(regions, turn, task, one);
  if (refusal !== undefined) {
    await task.note(step, refusal.result);
    return refusal;
  }
  const safety = safetyContext(regions, turn, one.spec);
  const run = (timeoutMs: number, fullOutputPath: string): Promise<ToolResult> =>
    regions.cerebellum.executeTool(call, {
      turn,
      toolCallId: call.id,
      workingDir: safety.workingDir,
      safety,
      signal: turn.signal,
      timeoutMs,
      paths: one.verdict?.paths ?? [],
      ...(one.verdict?.confinement === undefined ? {} : { confinement: one.verdict.confinement }),
      ...(one.verdict?.opening === undefined ? {} : { opening: one.verdict.opening }),
      taint: taintOfSession(regions, turn.sessionId),
      fullOutputPath,
      onOutput: (pipe, text) => regions.broca.toolOutput(turn, call.id, pipe, text),
      askOwner: (questions) =>
        askQuestions(regions, turn, task, { toolCallId: call.id, questions }),
      model: besideModel(regions, turn),
      beforeChange: (change) =>
        regions.hippocampus.sessions.note(turn, {
          type: 'checkpoint',
          toolCallId: call.id,
          ...change,
        }),
    });
  if (one.spec?.asksOwner === true) {
    // The owner's time is not the tool's: no limit, no second try.
    const result = await run(Number.POSITIVE_INFINITY, '');
    await task.note(step, result);
    return { result, ms: 0, outcome: answeredOutcome(result) };
  }
  const { result, ms } = await task.execute(step, (_attempt, timeoutMs, fullOutputPath) =>
    run(timeoutMs, fullOutputPath),
  );
  return { result, ms, outcome: outcomeOf(result) };
}

function outcomeOf({ ok, failure }: ToolResult): Settled['outcome'] {
  if (ok) return 'success';
  return failure === 'stopped' ? 'stopped' : 'failure';
}

/** Of a question: not wanting to answer it is the owner's no, and no failure. */
function answeredOutcome(result: ToolResult): Settled['outcome'] {
  return result.failure === 'permission' ? 'denial' : outcomeOf(result);
}

/** Why the call does not run, or undefined when it may. */
async function refusalOf(
  regions: Regions,
  turn: Turn,
  task: Task,
  { parsed, verdict, spec }: Judged,
): Promise<Settled | undefined> {
  if (turn.signal.aborted) return refuse('stopped', say('refused.stoppedBefore'), 'stopped');
  if (verdict === undefined) {
    const output =
      parsed.problem === undefined ? say('refused.arguments') : verbatim(parsed.problem);
    return refuse('failure', output, 'validation');
  }
  switch (verdict.level) {
    case 'safe':
      return undefined;
    case 'block':
      return refuse('denial', notAllowed(verdict), 'permission');
    case 'confirm':
      // Asking whether it may ask would be one question too many.
      if (spec?.asksOwner === true) return undefined;
      return askOwner(regions, turn, task, { parsed, verdict, spec });
  }
}

function report(
  regions: Regions,
  turn: Turn,
  { parsed, verdict }: Judged,
  { result, outcome, ms }: Settled,
  images: readonly AttachmentRef[] = [],
): FinishedCall {
  const { call, providerCallId } = parsed;
  const made = { tool: call.name, args: call.args, detail: result.output };
  const circle = circleNote([...turn.outcomes, made]);
  const note = circle === undefined ? {} : { note: circle };
  const notKept = (result.images?.length ?? 0) - images.length;
  const taint = taintOfResult(regions, turn, result, verdict);
  for (const change of result.changedFiles ?? []) {
    regions.broca.emit(turn, { type: 'file_changed', toolCallId: call.id, ...change });
  }
  if (result.todos !== undefined) {
    regions.broca.emit(turn, { type: 'todo', items: [...result.todos] });
  }
  if (result.foundTools !== undefined) keepFound(regions, turn, result.foundTools);
  regions.broca.emit(turn, {
    type: 'tool_result',
    toolCallId: call.id,
    name: call.name,
    ok: result.ok,
    outcome,
    output: result.output,
    ...(result.said === undefined ? {} : { said: result.said }),
    ...footerOf(result),
    ms: Math.round(ms),
    truncated: result.truncated,
    ...(images.length === 0 ? {} : { images: [...images] }),
    ...(notKept > 0 ? { imagesNotKept: notKept } : {}),
    ...(result.fullOutputPath === undefined ? {} : { fullOutputPath: result.fullOutputPath }),
    ...(result.origin === undefined ? {} : { origin: result.origin }),
    ...note,
    ...(taint.length === 0 ? {} : { taint: [...taint] }),
  });
  tellTaint(regions, turn, taint);
  const now = regions.clock.now();
  const finished = finishedCall(call, providerCallId, { ...result, ...note, taint }, outcome, now);
  turn.outcomes.push(finished.outcome);
  regions.corpus.emit('tool.finished', {
    turn: { sessionId: turn.sessionId, turnId: turn.turnId },
    tool: call.name,
    outcome,
    ms,
  });
  return finished;
}

/** Only where it stands there still: output that is too long was cut. */
function footerOf({ output, footer }: ToolResult): Pick<EventOf<'tool_result'>, 'footer'> {
  if (footer === undefined || footer.text === '' || !output.endsWith(footer.text)) return {};
  return { footer: spoken({ text: footer }) };
}

/** The turn's next request has them already; nothing else of its context changes. */
function keepFound(regions: Regions, turn: Turn, names: readonly string[]): void {
  const { sessions } = regions.hippocampus;
  sessions.note(turn, { type: 'tools', names });
  const found = sessions.loaded(turn.sessionId)?.foundTools ?? [];
  if (turn.context === undefined) return;
  turn.context = { ...turn.context, tools: regions.prefrontal.toolDefinitions(found) };
}

/** Tells what the turn has read besides what it has told already. */
export function tellTaint(regions: Regions, ref: TurnRef, added: readonly ContentOrigin[]): void {
  const state = regions.hippocampus.sessions.loaded(ref.sessionId);
  const origins = mergedOrigins(taintIn(state?.history ?? []), added);
  if (!untold(state?.turns.get(ref.turnId), origins)) return;
  regions.broca.emit(ref, { type: 'taint', origins: [...origins] });
}

export function finishedCall(
  call: ParsedCall['call'],
  providerCallId: string | undefined,
  result: Pick<ToolResult, 'ok' | 'output' | 'images' | 'origin' | 'taint'> & {
    readonly note?: string;
  },
  outcome: FinishedCall['outcome']['outcome'],
  at: Date,
): FinishedCall {
  return {
    part: {
      type: 'tool_result',
      toolCallId: call.id,
      name: call.name,
      ok: result.ok,
      output: result.output,
      ...(result.images === undefined ? {} : { images: result.images }),
      ...(result.origin === undefined ? {} : { origin: result.origin }),
      ...(result.note === undefined ? {} : { note: result.note }),
      ...(providerCallId === undefined ? {} : { providerCallId }),
    },
    outcome: {
      toolCallId: call.id,
      tool: call.name,
      outcome,
      args: call.args,
      detail: result.output,
      at,
    },
    taint: result.taint ?? [],
  };
}
