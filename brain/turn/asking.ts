/** Asking the owner, about one tool call above all, and what follows from the answer. */
import type { PendingAsk, Question } from '../../protocol/index.ts';
import type {
  OwnersAnswer,
  SafetyContext,
  Task,
  ToolResult,
  ToolSpec,
  Verdict,
} from '../regions.ts';
import { activeSkills } from '../shared/active-skills.ts';
import type { ParsedCall } from '../shared/model.ts';
import { rulesFor } from '../shared/project-rules.ts';
import { type Sentence, say, sentenceOf, spoken, verbatim } from '../shared/say.ts';
import { isoLocal } from '../shared/time.ts';
import { taintOfSession } from './taint.ts';
import type { FinishedCall, OpenQuestion, Regions, Turn } from './turn.ts';

/** How a call ended: refused before it ran, or with the tool's own result. */
export interface Settled {
  readonly result: ToolResult;
  readonly outcome: FinishedCall['outcome']['outcome'];
  /** How long the tool itself ran: waiting for the owner does not count. */
  readonly ms: number;
}

export function refuse(
  outcome: 'failure' | 'denial' | 'stopped',
  output: Sentence,
  failure: ToolResult['failure'],
): Settled {
  const result = { ok: false, ...spoken({ output }), truncated: false, failure };
  return { outcome, ms: 0, result };
}

export function safetyContext(
  regions: Regions,
  turn: Turn,
  spec: ToolSpec | undefined,
): SafetyContext {
  const meta = regions.hippocampus.sessions.loaded(turn.sessionId)?.meta;
  const rules = rulesFor(turn.config, meta?.workingDir ?? '');
  return {
    turn: { sessionId: turn.sessionId, turnId: turn.turnId },
    mode: regions.modeOf(meta?.mode ?? 'default'),
    workingDir: meta?.workingDir ?? '',
    spec,
    taint: taintOfSession(regions, turn.sessionId),
    activeSkills: activeSkills(meta?.skills, regions.cerebellum.skills()),
    permissions: {
      ...turn.config.permissions,
      ...rules,
      // The same list where nothing was granted: it is read once per list.
      allow: turn.granted.length === 0 ? rules.allow : [...rules.allow, ...turn.granted],
    },
  };
}

/** Undefined when the owner allowed the call; else how it ended. */
export async function askOwner(
  regions: Regions,
  turn: Turn,
  task: Task,
  { parsed, verdict, spec }: { parsed: ParsedCall; verdict: Verdict; spec: ToolSpec | undefined },
): Promise<Settled | undefined> {
  const { id: toolCallId } = parsed.call;
  if (!turn.request.interactive) {
    const why = sentenceOf(verdict, 'reason');
    return refuse('denial', say('refused.nobody', { why }), 'permission');
  }
  const question = turn.unfinished?.asked.get(toolCallId) ?? ask(regions, turn, parsed, verdict);
  await task.setStatus('WAITING');
  const answer = await question.answering;
  if (answer === undefined) {
    return refuse('stopped', say('refused.stoppedWaiting'), 'stopped');
  }
  const { decision, reason } = answer;
  regions.broca.emit(turn, {
    type: 'resumed',
    toolCallId,
    decision,
    ...(reason === undefined ? {} : { reason }),
    ...(answer.said === undefined ? {} : { said: answer.said }),
  });
  await task.setStatus('RUNNING');
  if (decision === 'deny') {
    const output =
      reason === undefined || reason === ''
        ? say('refused.byOwner')
        : say('refused.byOwnerBecause', { why: sentenceOf({ ...answer, reason }, 'reason') });
    return refuse('denial', output, 'permission');
  }
  const now = await regions.amygdala.classify(parsed.call, safetyContext(regions, turn, spec));
  if (now.level === 'block') return refuse('denial', notAllowed(now), 'permission');
  if (now.fingerprint !== question.fingerprint) {
    return refuse('denial', say('refused.changedMeanwhile'), 'permission');
  }
  await remember(regions, turn, decision, verdict.ask?.alwaysRule);
  return undefined;
}

export const notAllowed = (verdict: Verdict): Sentence =>
  say('refused.notAllowed', { why: sentenceOf(verdict, 'reason') });

/** Shows a question to the owner; it is open before anyone hears of it. */
export function openQuestion(
  regions: Regions,
  turn: Turn,
  what: Omit<PendingAsk, 'sessionId' | 'turnId' | 'at' | 'reason' | 'cwd'> &
    Partial<Pick<PendingAsk, 'reason'>>,
  fingerprint: string,
): OpenQuestion {
  const now = regions.clock.now();
  const limit = turn.config.limits.approvalMs;
  const { sessionId, turnId } = turn;
  const { workingDir: cwd } = safetyContext(regions, turn, undefined);
  const expiry =
    limit === undefined ? {} : { expiresAt: isoLocal(new Date(now.getTime() + limit)) };
  const body = { reason: 'approval' as const, ...what, cwd, ...expiry };
  const shown: PendingAsk = { sessionId, turnId, at: isoLocal(now), ...body };
  const withdrawn = new AbortController();
  const answering = regions.amygdala.approvals
    .wait(shown, AbortSignal.any([turn.signal, withdrawn.signal]))
    // Aborted: nobody waits for an answer any more.
    .catch(() => undefined);
  try {
    const { toolCallId } = body;
    regions.hippocampus.sessions.note(turn, { type: 'ask', toolCallId, fingerprint });
    regions.broca.emit(turn, { type: 'yield', ...body });
  } catch (thrown) {
    // A question that could not be written down is not open.
    withdrawn.abort();
    throw thrown;
  }
  return { ask: shown, fingerprint, answering };
}

function ask(regions: Regions, turn: Turn, parsed: ParsedCall, verdict: Verdict): OpenQuestion {
  const { id: toolCallId, name, args } = parsed.call;
  const { ask: shown, fingerprint } = verdict;
  const what = {
    toolCallId,
    ...spoken(
      shown === undefined
        ? {
            title: verbatim(name),
            detail: verbatim(JSON.stringify(args, null, 2)),
            risk: sentenceOf(verdict, 'reason'),
          }
        : {
            title: sentenceOf(shown, 'title'),
            detail: sentenceOf(shown, 'detail'),
            risk: sentenceOf(shown, 'risk'),
          },
    ),
    rule: verdict.rule ?? verdict.source,
    ...(shown?.alwaysRule === undefined ? {} : { alwaysRule: shown.alwaysRule }),
    ...(shown?.diff === undefined ? {} : { diff: shown.diff }),
  };
  return openQuestion(regions, turn, what, fingerprint);
}

async function remember(
  regions: Regions,
  turn: Turn,
  decision: 'allow_once' | 'allow_session' | 'allow_always',
  rule: string | undefined,
): Promise<void> {
  if (rule === undefined || decision === 'allow_once') return;
  if (decision === 'allow_session') {
    regions.amygdala.approvals.allowForSession(turn.sessionId, rule);
    return;
  }
  turn.granted.push(rule);
  const written = await regions.addAllowRule(rule);
  if (!written.ok) {
    // The call itself was allowed; the owner sees the broken settings in the window.
    regions.logger.warn('"always" could not be written to the settings', { rule });
    regions.amygdala.approvals.allowForSession(turn.sessionId, rule);
  }
}

/** A question has nothing beneath it that could change until it is answered. */
const QUESTION = 'question';

/** Asks the owner what the model wants to know; after a restart the question that was open goes on. */
export async function askQuestions(
  regions: Regions,
  turn: Turn,
  task: Task,
  {
    toolCallId,
    questions,
  }: { readonly toolCallId: string; readonly questions: readonly Question[] },
): Promise<OwnersAnswer> {
  if (!turn.request.interactive) return { kind: 'nobody' };
  const headers = questions.map(({ header }) => header).filter((header) => header !== undefined);
  const what = {
    toolCallId,
    reason: 'question' as const,
    ...spoken({
      title: say('ask.question', { headers: shortList(headers) }),
      detail: verbatim(''),
      risk: verbatim(''),
    }),
    questions: [...questions],
  };
  const open =
    turn.unfinished?.asked.get(toolCallId) ?? openQuestion(regions, turn, what, QUESTION);
  await task.setStatus('WAITING');
  const answer = await open.answering;
  if (answer === undefined) return { kind: 'stopped' };
  const { decision, reason, answers } = answer;
  regions.broca.emit(turn, {
    type: 'resumed',
    toolCallId,
    decision,
    ...(reason === undefined ? {} : { reason }),
  });
  await task.setStatus('RUNNING');
  if (decision !== 'deny') return { kind: 'answered', answers: answers ?? [] };
  return { kind: 'skipped', ...(reason === undefined ? {} : { reason }) };
}

/** A form of thirteen fields has no room in a title, and its fields stand below. */
function shortList(words: readonly string[]): string {
  const shown = words.slice(0, 3).join(', ');
  return words.length > 3 ? `${shown} …` : shown;
}
