/**
 * The turn's story: what each region did, told from events alone. Times are true where an event
 * carries them; waiting for the owner is kept apart, so that it does not drown the rest.
 */
import type { Budget, BudgetCategory, CandidateSummary } from '../../protocol/index.ts';
import { type CallState, hasRun, ranMs, type ToolState, type TurnState } from '../store/turns.ts';
import { cacheShare } from '../usage/by-day.ts';

export const regions = [
  'prefrontal',
  'cortex',
  'thalamus',
  'language',
  'amygdala',
  'motor',
  'cerebellum',
  'hippocampus',
  'basalganglia',
] as const;
export type Region = (typeof regions)[number];

export const regionColour = (region: Region): string => `var(--region-${region})`;

export const categoryRegion: Readonly<Record<BudgetCategory, Region>> = {
  identity: 'prefrontal',
  prefrontal: 'prefrontal',
  memory: 'cortex',
  skills: 'cerebellum',
  history: 'hippocampus',
};

export interface StoryStep {
  readonly region: Region;
  readonly phase: 'done' | 'now' | 'ahead';
  readonly ms: number | undefined;
}

export interface Story {
  readonly steps: readonly StoryStep[];
  /** Region times for the turn bar, only those above zero. */
  readonly bar: readonly { readonly region: Region; readonly ms: number }[];
  /** Time in which the turn waited for its owner. */
  readonly waitedMs: number;
}

export function storyOf(turn: TurnState, now: number): Story {
  const tools = Object.values(turn.tools);
  const ended = turn.endedAt !== undefined;
  const times = regionTimes(turn, tools, ended ? undefined : now);
  const current = ended ? undefined : currentRegion(turn, tools);
  const reached = regionsReached(turn, tools);
  const steps = regions.map((region): StoryStep => {
    const phase = region === current ? 'now' : reached.has(region) ? 'done' : 'ahead';
    return { region, phase, ms: reached.has(region) ? times[region] : undefined };
  });
  const bar = regions
    .map((region) => ({ region, ms: times[region] ?? 0 }))
    .filter((part) => part.ms > 0);
  return { steps, bar, waitedMs: waited(tools, turn, now) };
}

/** From start to end (or now), without the time spent waiting for the owner. */
export function turnMs(turn: TurnState, now: number): number {
  const end = turn.endedAt === undefined ? now : Date.parse(turn.endedAt);
  const whole = end - Date.parse(turn.startedAt);
  return Math.max(0, whole - waited(Object.values(turn.tools), turn, now));
}

export interface TurnTotals {
  readonly calls: number;
  readonly tools: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Share of everything read that came from the cache, 0..1; undefined where nothing did. */
  readonly cacheShare: number | undefined;
  /** Calls whose cost nobody knows; not in `costUsd`. */
  readonly unknownCosts: number;
  readonly costUsd: number | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

export function totalsOf(turn: TurnState): TurnTotals {
  const sum = (pick: (call: CallState) => number | undefined): number =>
    turn.calls.reduce((total, call) => total + (pick(call) ?? 0), 0);
  const provider = turn.calls.findLast((call) => call.provider)?.provider;
  const costs = turn.calls.map((call) => call.usage?.costUsd).filter((cost) => cost !== undefined);
  return {
    // Reflexes are no model.
    calls: turn.calls.filter((call) => call.provider && call.provider.provider !== 'reflex').length,
    tools: Object.values(turn.tools).filter(hasRun).length,
    inputTokens: sum((call) => call.usage?.inputTokens),
    outputTokens: sum((call) => call.usage?.outputTokens),
    cacheShare: cacheShare({
      inputTokens: sum((call) => call.usage?.inputTokens),
      cacheReadTokens: sum((call) => call.usage?.cacheReadTokens),
      cacheWriteTokens: sum((call) => call.usage?.cacheWriteTokens),
    }),
    unknownCosts: sum((call) => call.unknownCosts),
    costUsd: costs.length ? costs.reduce((total, cost) => total + cost, 0) : undefined,
    provider: provider?.provider,
    model: provider?.model,
  };
}

export interface Knowledge {
  readonly call: number;
  readonly snapshotId: string;
  readonly budget: Budget;
  readonly used: number;
  readonly cap: number;
  readonly included: readonly CandidateSummary[];
  readonly dropped: readonly CandidateSummary[];
}

/** What the model knew: the latest context of the turn. */
export function knowledgeOf(turn: TurnState): Knowledge | undefined {
  const context = turn.calls.findLast((call) => call.context)?.context;
  if (context === undefined) return undefined;
  const lines = Object.values(context.budget);
  return {
    call: context.call,
    snapshotId: context.snapshotId,
    budget: context.budget,
    used: lines.reduce((sum, line) => sum + line.used, 0),
    cap: lines.reduce((sum, line) => sum + line.cap, 0),
    included: context.included,
    dropped: context.dropped,
  };
}

/** How full the context is for what comes next, 0..1; undefined where nothing is known of it. */
export function contextShare(turn: TurnState): number | undefined {
  const knowledge = knowledgeOf(turn);
  if (knowledge === undefined || knowledge.cap === 0) return undefined;
  const { foldedAfter } = turn;
  if (foldedAfter === undefined) return knowledge.used / knowledge.cap;
  const history = Math.min(knowledge.budget.history.used, foldedAfter.tokensAfter);
  return (knowledge.used - knowledge.budget.history.used + history) / knowledge.cap;
}

type Times = Partial<Record<Region, number>>;

/** With `now`, what still runs counts up to now. */
function regionTimes(turn: TurnState, tools: readonly ToolState[], now: number | undefined): Times {
  const since = (at: string | undefined): number =>
    now === undefined || at === undefined ? 0 : Math.max(0, now - Date.parse(at));
  return {
    prefrontal: turn.calls.reduce((sum, call) => sum + (call.context?.ms ?? 0), 0),
    thalamus: turn.calls.reduce((sum, call) => sum + (call.usage?.ms ?? since(call.askedAt)), 0),
    amygdala: tools.reduce((sum, tool) => sum + (tool.safety?.ms ?? 0), 0),
    motor: tools.reduce((sum, tool) => sum + motorMs(tool, since), 0),
    hippocampus: turn.memory?.ms,
  };
}

function motorMs(tool: ToolState, since: (at: string | undefined) => number): number {
  if (tool.status === 'running') return since(tool.decidedAt ?? tool.judgedAt);
  return ranMs(tool);
}

function regionsReached(turn: TurnState, tools: readonly ToolState[]): ReadonlySet<Region> {
  const reached = new Set<Region>();
  if (turn.calls.some((call) => call.context)) reached.add('prefrontal').add('cortex');
  if (turn.calls.some((call) => call.provider)) reached.add('thalamus');
  if (turn.calls.some((call) => call.text || call.thinking) || tools.some((tool) => tool.name)) {
    reached.add('language');
  }
  if (tools.some((tool) => tool.safety || tool.ask)) reached.add('amygdala');
  if (tools.some(hasRun)) reached.add('motor').add('cerebellum');
  if (turn.memory) reached.add('hippocampus');
  // A turn without a tool has no outcome to record.
  if (turn.memory && turn.memory.outcomes > 0) reached.add('basalganglia');
  return reached;
}

function currentRegion(turn: TurnState, tools: readonly ToolState[]): Region {
  if (tools.some((tool) => tool.status === 'asking')) return 'amygdala';
  if (tools.some((tool) => tool.status === 'running')) return 'motor';
  if (tools.some((tool) => tool.status === 'called')) return 'amygdala';
  const call = turn.calls.at(-1);
  if (turn.memory) return 'basalganglia';
  if (call === undefined || (call.context === undefined && call.provider === undefined)) {
    return 'prefrontal';
  }
  if (call.usage)
    return tools.some((tool) => tool.call === call.call) ? 'prefrontal' : 'hippocampus';
  return call.text || call.thinking ? 'language' : 'thalamus';
}

function waited(tools: readonly ToolState[], turn: TurnState, now: number): number {
  const open = turn.endedAt === undefined ? now : Date.parse(turn.endedAt);
  const spans = tools
    .filter((tool) => tool.askedAt !== undefined)
    .map((tool) => {
      const from = Date.parse(tool.askedAt ?? '');
      const to = tool.decidedAt === undefined ? open : Date.parse(tool.decidedAt);
      return Math.max(0, to - from);
    });
  return spans.reduce((sum, span) => sum + span, 0);
}
