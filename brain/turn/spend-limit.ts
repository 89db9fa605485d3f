/**
 * The limit of a day's spending, asked for before a call that would pass it.
 *
 * A call is estimated from above: its input as if nothing of it came from the cache, its output like
 * a mean answer of that model today. An answer that is longer can still pass the limit.
 */
import type { EventOf, ModelPrices } from '../../protocol/index.ts';
import type { Hold } from '../regions.ts';
import { newId } from '../shared/ids.ts';
import type { ModelRequest, ModelTarget } from '../shared/model.ts';
import { inWords } from '../shared/money.ts';
import { openQuestion } from './asking.ts';
import type { OpenQuestion, Regions, Turn } from './turn.ts';

/** Tokens that an answer is taken for until there are better figures. */
const SHORTEST_ANSWER = 1_000;
/** Its question is about the call that comes next, whatever that is: nothing can change beneath it. */
const FINGERPRINT = 'spend';

export interface PlannedCall {
  readonly request: ModelRequest;
  readonly target: ModelTarget;
  /** Undefined: not known. */
  readonly prices: ModelPrices | undefined;
}

/** Undefined when the call must not be made: the owner said no (`turn.declined`), or stopped the turn. */
export async function maySpend(
  regions: Regions,
  turn: Turn,
  call: PlannedCall,
): Promise<Hold | undefined> {
  const { spending } = regions;
  const limitUsd = limitOf(regions, turn);
  const estimateUsd = limitUsd === 0 ? 0 : await estimateOf(regions, call);
  const allowed = turn.spendAllowed;
  let question = turn.spendQuestion;
  if (question === undefined) {
    const verdict = await spending.reserve({ estimateUsd, limitUsd, allowed });
    if (verdict.kind === 'held') return verdict.hold;
    const { spentUsd } = verdict;
    if (!turn.request.interactive) {
      const figures = sentences({ spentUsd, limitUsd, estimateUsd }, call.target);
      turn.declined = `${ENDED} ${figures} Nobody can answer in this run.`;
      return undefined;
    }
    question = ask(regions, turn, { spentUsd, limitUsd, estimateUsd }, call.target);
  }
  turn.spendQuestion = undefined;
  if (!(await isAllowed(regions, turn, question))) return undefined;
  const again = await spending.reserve({ estimateUsd, limitUsd, allowed: true });
  return again.kind === 'held' ? again.hold : undefined;
}

/** A running turn keeps its settings; only a tighter limit counts at once. */
function limitOf(regions: Regions, turn: Turn): number {
  const limits = [turn.config, regions.settings.get()]
    .map((config) => config.limits.spendPerDayUsd)
    .filter((limit) => limit > 0);
  return limits.length === 0 ? 0 : Math.min(...limits);
}

async function estimateOf(
  regions: Regions,
  { request, target, prices }: PlannedCall,
): Promise<number | undefined> {
  if (prices === undefined) return undefined;
  const { input, output, cacheWrite = input } = prices;
  const mean = await regions.spending.meanOutput(target);
  const outputTokens = Math.min(target.maxOutputTokens, Math.max(SHORTEST_ANSWER, mean));
  const inputTokens = regions.prefrontal.estimateTokens(request, target);
  return (inputTokens * Math.max(input, cacheWrite) + outputTokens * output) / 1_000_000;
}

type Figures = NonNullable<EventOf<'yield'>['spend']>;

const ENDED = 'I stopped here because of the spending limit.';

function ask(regions: Regions, turn: Turn, figures: Figures, target: ModelTarget): OpenQuestion {
  const { limitUsd } = figures;
  const what = {
    toolCallId: newId('a'),
    title: `Go past today's spending limit of ${inWords(limitUsd)}?`,
    detail: sentences(figures, target),
    risk: 'costs money',
    rule: 'limits.spendPerDayUsd',
    spend: figures,
  };
  return openQuestion(regions, turn, what, FINGERPRINT);
}

function sentences({ spentUsd, limitUsd, estimateUsd }: Figures, target: ModelTarget): string {
  const { model, provider } = target;
  const next =
    estimateUsd === undefined
      ? `What the next call to ${model}@${provider} costs is not known.`
      : `The next call to ${model}@${provider} is estimated at ${inWords(estimateUsd)}.`;
  return `Spent today: ${inWords(spentUsd)} of ${inWords(limitUsd)}. ${next}`;
}

async function isAllowed(regions: Regions, turn: Turn, question: OpenQuestion): Promise<boolean> {
  const task = await turn.task;
  await task?.setStatus('WAITING');
  const answer = await question.answering;
  if (answer === undefined) return false;
  const { decision, reason } = answer;
  const { toolCallId, detail, spend } = question.ask;
  regions.broca.emit(turn, {
    type: 'resumed',
    toolCallId,
    decision,
    ...(reason === undefined ? {} : { reason }),
  });
  await task?.setStatus('RUNNING');
  if (decision === 'deny') {
    turn.declined = `${ENDED} ${detail}`;
    return false;
  }
  turn.spendAllowed = true;
  // "Always" is not offered: the limit itself is changed in the settings.
  if (decision !== 'allow_once' && spend !== undefined) {
    await regions.spending.allowToday(spend.limitUsd);
  }
  return true;
}
