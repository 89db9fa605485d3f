import { describe, expect, it } from 'vitest';
import type { ConnectomeEvent } from '../../protocol/index.ts';
import {
  applyEvent,
  type TurnsState,
  turnsFromPage,
  withOlderTurns,
} from '../../src-renderer/store/sequence.ts';
import { delta, event, page, turnId, wholeTurn } from './events.ts';

const empty: TurnsState = turnsFromPage({ turns: [], lastSeq: 0, epoch: 'epoch-1' });
const play = (events: readonly ConnectomeEvent[], from = empty): TurnsState =>
  events.reduce(applyEvent, from);
const textOf = (state: TurnsState): string | undefined => state.byId[turnId]?.calls[0]?.text;

describe('text of a turn', () => {
  it('is not doubled when two subscriptions deliver the same event', () => {
    const twice = wholeTurn().flatMap((one) => [one, one]);
    expect(play(twice)).toEqual(play(wholeTurn()));
    expect(textOf(play(twice))).toBe('I run them.');
  });

  it('is not doubled when a replay sends it folded from its beginning', () => {
    const before = play(wholeTurn().slice(0, 3));
    const after = play([delta(4, 'I run them.', true)], before);
    expect(textOf(after)).toBe('I run them.');
  });

  it('does not lose what a folded event skips over: later live text still follows', () => {
    const started = play(wholeTurn().slice(0, 2));
    const state = play([delta(9, 'I run', true), delta(10, ' them.')], started);
    expect(textOf(state)).toBe('I run them.');
    expect(state.held).toEqual([]);
  });

  it('is complete after a reload in the middle of a stream', () => {
    const reloaded = turnsFromPage({
      ...page([...wholeTurn().slice(0, 2), delta(3, 'I ', true)], 3),
      partial: { turnId, call: 1, text: 'I run ' },
    });
    expect(textOf(play([delta(3, 'I '), delta(4, 'them.')], reloaded))).toBe('I run them.');
  });

  it('drawn from history equals the same turn seen live', () => {
    const history = turnsFromPage(page(wholeTurn(), 12));
    expect(history.byId).toEqual(play(wholeTurn()).byId);
  });
});

describe('an event that comes too early', () => {
  it('waits for the missing one instead of being drawn in the wrong order', () => {
    const start = play(wholeTurn().slice(0, 2));
    const early = play([delta(4, 'them.')], start);
    expect(textOf(early)).toBe('');
    expect(early.held).toHaveLength(1);
    const filled = play([delta(3, 'I run ')], early);
    expect(textOf(filled)).toBe('I run them.');
    expect(filled.held).toEqual([]);
  });

  it('is dropped when a replay already contained it', () => {
    const early = play([delta(4, 'them.')], play(wholeTurn().slice(0, 2)));
    const replayed = play([delta(4, 'I run them.', true)], early);
    expect(textOf(replayed)).toBe('I run them.');
    expect(replayed.held).toEqual([]);
  });

  it('any order of arrival ends in the same turn', () => {
    const shuffled = [...wholeTurn()].reverse();
    expect(play(shuffled).byId).toEqual(play(wholeTurn()).byId);
  });

  it('of another start of the brain is not mixed in', () => {
    const foreign = { ...event(1, { type: 'started', text: 'x' }), epoch: 'epoch-2' };
    expect(play([foreign])).toBe(empty);
  });
});

describe('older turns', () => {
  it('go in front and never replace a turn that is live', () => {
    const live = play(wholeTurn().slice(0, 4));
    const older = page([event(1, { type: 'started', text: 'old' }, { turnId: 'turn-0' })], 1).turns;
    const state = withOlderTurns(live, [
      { ...(older[0] ?? { startedAt: '', status: 'done', events: [] }), turnId: 'turn-0' },
      ...page([], 0).turns,
    ]);
    expect(state.order).toEqual(['turn-0', turnId]);
    expect(textOf(state)).toBe('I run them.');
  });
});

describe('a replay in which streams lie within each other', () => {
  it('keeps the result of one tool that came while another one talked', () => {
    const call = (seq: number, id: string) =>
      event(seq, { type: 'tool_call', call: 1, toolCallId: id, name: 'Read', args: {} });
    const started = play([event(1, { type: 'started', text: 'go' }), call(2, 'a'), call(3, 'b')]);
    const result = event(6, {
      type: 'tool_result',
      toolCallId: 'b',
      name: 'Read',
      ok: true,
      output: 'of b',
      ms: 1,
      truncated: false,
    });
    const output = event(9, {
      type: 'tool_output',
      toolCallId: 'a',
      stream: 'stdout',
      text: 'of a',
      folded: true,
    });
    const state = play([result, output], started);
    expect(JSON.stringify(state.byId[turnId])).toContain('of b');
    expect(state.held).toEqual([]);
    expect(state.lastSeq).toBe(9);
  });
});
