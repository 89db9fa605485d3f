/** The picture of a turn's time must be true, and still show the work beside a long wait. */
import { describe, expect, it } from 'vitest';
import type { ConnectomeEvent, EventBody } from '../../protocol/index.ts';
import { type Timeline, timelineOf } from '../../src-renderer/brain/timeline.ts';
import { applyToTurn, emptyTurn } from '../../src-renderer/store/fold-turn.ts';
import type { TurnState } from '../../src-renderer/store/turns.ts';
import { event, turnId, usage, wholeTurn } from './events.ts';

const start = Date.UTC(2026, 2, 5, 10, 0, 0);
const at = (ms: number): string => new Date(start + ms).toISOString();
const told = (ms: number, body: EventBody): ConnectomeEvent => event(1, body, { at: at(ms) });
const fold = (events: readonly ConnectomeEvent[]): TurnState =>
  events.reduce(applyToTurn, emptyTurn(turnId, at(0)));

/** One call of a second, a question that waited, a tool of half a second. */
function asked(waitMs: number, ended = true): TurnState {
  const toolCallId = 'c';
  const after = 1010 + waitMs;
  return fold([
    told(0, { type: 'started', text: 'Go' }),
    told(10, { type: 'provider', call: 1, provider: 'p', model: 'm', attempt: 1 }),
    told(1010, { type: 'usage', call: 1, ...usage, ms: 1000 }),
    told(1010, { type: 'tool_call', call: 1, toolCallId, name: 'Bash', args: {} }),
    told(1010, {
      type: 'yield',
      toolCallId,
      reason: 'approval',
      title: '',
      detail: '',
      risk: '',
      cwd: '',
    }),
    ...(ended
      ? [
          told(after, { type: 'resumed', toolCallId, decision: 'allow_once' }),
          told(after + 500, {
            type: 'tool_result',
            toolCallId,
            name: 'Bash',
            ok: true,
            output: '',
            ms: waitMs + 500,
            truncated: false,
          }),
          told(after + 500, { type: 'memory', episode: 'e', outcomes: 1, ms: 20 }),
          told(after + 500, { type: 'done', stopReason: 'end', iterations: 1, usage }),
        ]
      : []),
  ]);
}

const ofLane = ({ spans }: Timeline, lane: string) =>
  spans.filter((span) => span.lane === lane).map(({ from, to }) => [from, to]);

describe('the picture of a turn', () => {
  it('says who worked when, and takes waiting for its owner for nobody’s work', () => {
    const timeline = timelineOf(asked(200), 0);
    expect(timeline.wholeMs).toBe(1710);
    expect(ofLane(timeline, 'thalamus')).toEqual([[10, 1010]]);
    expect(ofLane(timeline, 'owner')).toEqual([[1010, 1210]]);
    // What the tool reports includes its question.
    expect(ofLane(timeline, 'motor')).toEqual([[1210, 1710]]);
    expect(ofLane(timeline, 'hippocampus')).toEqual([[1690, 1710]]);
  });

  it('is true to scale where no wait is long', () => {
    const { place, cut } = timelineOf(asked(200), 0);
    expect(cut).toBe(false);
    expect([0, 855, 1710].map(place)).toEqual([0, 0.5, 1]);
  });

  it('draws an hour of waiting shorter, and the work true to scale around it', () => {
    const hour = 3_600_000;
    const { place, cut } = timelineOf(asked(hour), 0);
    expect(cut).toBe(true);
    const call = place(1010) - place(10);
    const tool = place(1510 + hour) - place(1010 + hour);
    expect(call / tool).toBeCloseTo(2);
    expect(call + tool).toBeGreaterThan(0.8);
    expect(place(1510 + hour)).toBeCloseTo(1);
  });

  it('goes on to now while something runs or waits, and never outside of the turn', () => {
    const timeline = timelineOf(asked(0, false), start + 5000);
    expect(ofLane(timeline, 'owner')).toEqual([[1010, 5000]]);
    // A call of which no end was told, as after a crash.
    const cutOff = fold([
      told(0, { type: 'started', text: 'Go' }),
      told(10, { type: 'provider', call: 1, provider: 'p', model: 'm', attempt: 1 }),
      told(900, { type: 'error', code: 'interrupted', message: '', retryable: true }),
    ]);
    expect(ofLane(timelineOf(cutOff, start + 99_999), 'thalamus')).toEqual([[10, 900]]);
    const early = fold([
      told(5, { type: 'started', text: 'Go' }),
      told(6, { type: 'usage', call: 1, ...usage, ms: 1000 }),
    ]);
    for (const { from, to } of timelineOf(early, start + 7).spans) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(2);
    }
  });

  it('of an ended turn does not grow with the clock', () => {
    const turn = fold(wholeTurn());
    expect(timelineOf(turn, 0).spans).toEqual(timelineOf(fold(wholeTurn()), 1e15).spans);
  });
});
