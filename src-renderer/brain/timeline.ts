/**
 * Where the time of a turn went, as a picture needs it: who worked from when to when, told from
 * events alone. Pure. Times are milliseconds since the turn began.
 */
import { toolName } from '../conversation/tool-words.ts';
import { hasRun, ranMs, type ToolState, type TurnState } from '../store/turns.ts';

/** From the one who begins to the one who ends. `owner`: the turn waited for its owner. */
export const lanes = [
  'prefrontal',
  'thalamus',
  'amygdala',
  'owner',
  'motor',
  'hippocampus',
] as const;
export type Lane = (typeof lanes)[number];

export interface Span {
  readonly key: string;
  readonly lane: Lane;
  readonly from: number;
  readonly to: number;
  /** The call's number, or the tool's name. */
  readonly of: number | string;
}

export interface Timeline {
  readonly wholeMs: number;
  readonly spans: readonly Span[];
  /** The waits that are drawn shorter than they were, so that they do not push the rest together. */
  readonly cut: boolean;
  /** Where a moment stands in the picture, 0..1. */
  place(ms: number): number;
}

/** With `now`, what still runs goes on to now. */
export function timelineOf(turn: TurnState, now: number): Timeline {
  const start = Date.parse(turn.startedAt);
  const end = turn.endedAt === undefined ? now : Date.parse(turn.endedAt);
  const wholeMs = Math.max(1, end - start);
  const spans = [...callSpans(turn, start, end), ...toolSpans(turn, start, end)];
  if (turn.memory) {
    const at = Date.parse(turn.memory.at) - start;
    spans.push({ key: 'memory', lane: 'hippocampus', from: at - turn.memory.ms, to: at, of: '' });
  }
  const inside = spans
    .map((span) => ({ ...span, from: within(span.from, wholeMs), to: within(span.to, wholeMs) }))
    .filter(({ from, to }) => to > from);
  return { wholeMs, spans: inside, ...scaleOf(inside, wholeMs) };
}

function callSpans(turn: TurnState, start: number, end: number): Span[] {
  return turn.calls.flatMap(({ call, context, usage, askedAt }): Span[] => {
    const spans: Span[] = [];
    if (context) {
      const at = Date.parse(context.at) - start;
      spans.push({
        key: `context ${call}`,
        lane: 'prefrontal',
        from: at - context.ms,
        to: at,
        of: call,
      });
    }
    if (usage || askedAt !== undefined) {
      const to = (usage ? Date.parse(usage.at) : end) - start;
      const from = usage ? to - usage.ms : Date.parse(askedAt ?? '') - start;
      spans.push({ key: `call ${call}`, lane: 'thalamus', from, to, of: call });
    }
    return spans;
  });
}

function toolSpans(turn: TurnState, start: number, end: number): Span[] {
  return Object.values(turn.tools).flatMap((tool): Span[] => {
    const { toolCallId: id, safety, judgedAt, askedAt, decidedAt } = tool;
    const since = (at: string): number => Date.parse(at) - start;
    const spans: Span[] = [];
    if (safety && judgedAt !== undefined) {
      const to = since(judgedAt);
      spans.push({
        key: `judged ${id}`,
        lane: 'amygdala',
        from: to - safety.ms,
        to,
        of: toolName(tool.name),
      });
    }
    if (askedAt !== undefined) {
      const to = decidedAt === undefined ? end - start : since(decidedAt);
      spans.push({
        key: `asked ${id}`,
        lane: 'owner',
        from: since(askedAt),
        to,
        of: toolName(tool.name),
      });
    }
    const ran = ranSpan(tool, since, end - start);
    if (ran !== undefined)
      spans.push({ key: `ran ${id}`, lane: 'motor', ...ran, of: toolName(tool.name) });
    return spans;
  });
}

function ranSpan(
  tool: ToolState,
  since: (at: string) => number,
  end: number,
): Pick<Span, 'from' | 'to'> | undefined {
  if (!hasRun(tool)) return undefined;
  if (tool.result && tool.endedAt !== undefined) {
    const to = since(tool.endedAt);
    return { from: to - ranMs(tool), to };
  }
  const began = tool.decidedAt ?? tool.judgedAt;
  return tool.status === 'running' && began !== undefined
    ? { from: since(began), to: end }
    : undefined;
}

function within(ms: number, whole: number): number {
  return Math.min(whole, Math.max(0, ms));
}

/** The longest part of the picture that one wait may take. */
const MAX_WAIT_SHARE = 0.14;

/** True to scale, but for waits of the owner, which may be hours beside seconds of work. */
function scaleOf(spans: readonly Span[], wholeMs: number): Pick<Timeline, 'cut' | 'place'> {
  const waits = joined(spans.filter(({ lane }) => lane === 'owner'));
  const waited = waits.reduce((sum, { from, to }) => sum + to - from, 0);
  const worked = wholeMs - waited;
  const longest = worked > 0 ? worked * MAX_WAIT_SHARE : Number.POSITIVE_INFINITY;
  const saved = waits.map(({ from, to }) => Math.max(0, to - from - longest));
  const drawn = wholeMs - saved.reduce((sum, ms) => sum + ms, 0);
  return {
    cut: saved.some((ms) => ms > 0),
    place(ms) {
      let gone = 0;
      for (const [index, { from, to }] of waits.entries()) {
        const share = to > from ? within(ms - from, to - from) / (to - from) : 0;
        gone += (saved[index] ?? 0) * share;
      }
      return (ms - gone) / drawn;
    },
  };
}

/** Overlapping ones as one, in order. */
function joined(spans: readonly Span[]): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}
