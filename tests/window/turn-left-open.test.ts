import { describe, expect, it } from 'vitest';
import type { ConnectomeEvent } from '../../protocol/index.ts';
import { activityOf, segmentsOf } from '../../src-renderer/conversation/segments.ts';
import { applyToTurn, emptyTurn } from '../../src-renderer/store/fold-turn.ts';
import {
  answerText,
  openAsks,
  outputText,
  type TurnState,
} from '../../src-renderer/store/turns.ts';
import { delta, event, turnId, usage, wholeTurn } from './events.ts';

const play = (events: readonly ConnectomeEvent[]): TurnState =>
  events.reduce(applyToTurn, emptyTurn(turnId, ''));
const kinds = (turn: TurnState): string[] => segmentsOf(turn).map((segment) => segment.kind);
const toolCallId = 'tool-1';

describe('an approval', () => {
  it('is shown while it waits, as the question and not also as a tool line', () => {
    const turn = play(wholeTurn().slice(0, 7));
    expect(turn.status).toBe('waiting');
    expect(openAsks(turn).map((tool) => tool.toolCallId)).toEqual([toolCallId]);
    expect(kinds(turn)).toEqual(['text', 'tools']);
  });

  it('is gone when another window answered it, and its tool stays as a line', () => {
    const turn = play(wholeTurn().slice(0, 8));
    expect(openAsks(turn)).toEqual([]);
    expect(kinds(turn)).toEqual(['text', 'tools']);
    expect(activityOf(turn)).toMatchObject({ kind: 'tool', name: 'Bash' });
  });

  it('that was denied does not read as a failure of the tool', () => {
    const turn = play([
      ...wholeTurn().slice(0, 7),
      event(8, { type: 'resumed', toolCallId, decision: 'deny', reason: 'not now' }),
      event(9, {
        type: 'tool_result',
        toolCallId,
        name: 'Bash',
        ok: false,
        output: 'denied',
        ms: 0,
        truncated: false,
      }),
    ]);
    expect(turn.tools[toolCallId]).toMatchObject({
      status: 'denied',
      decided: { reason: 'not now' },
    });
  });

  it('keeps the turn waiting while a second one is open', () => {
    const second = event(8, {
      type: 'yield',
      toolCallId: 'tool-2',
      reason: 'approval',
      title: '',
      detail: '',
      risk: '',
      cwd: '',
    });
    const turn = play([
      ...wholeTurn().slice(0, 7),
      second,
      event(9, { type: 'resumed', toolCallId, decision: 'allow_once' }),
    ]);
    expect(turn.status).toBe('waiting');
  });
});

describe('a turn that ends badly', () => {
  const broken = event(5, {
    type: 'error',
    code: 'stream_broken',
    message: 'the connection broke',
    retryable: true,
  });

  it('keeps the text it had', () => {
    const turn = play([...wholeTurn().slice(0, 4), broken]);
    expect(turn).toMatchObject({ status: 'error', error: { code: 'stream_broken' } });
    expect(answerText(turn)).toBe('I run them.');
    expect(activityOf(turn)).toBeUndefined();
  });

  it('leaves no tool spinning and no question open', () => {
    const turn = play([
      ...wholeTurn().slice(0, 7),
      event(8, { type: 'done', stopReason: 'stopped', iterations: 1, usage }),
    ]);
    expect(openAsks(turn)).toEqual([]);
    expect(Object.values(turn.tools).map((tool) => tool.status)).toEqual(['stopped']);
  });

  it('does not call failed what its owner stopped or a crash cut off', () => {
    const ended = (outcome: 'stopped' | 'interrupted' | 'denial') =>
      play([
        ...wholeTurn().slice(0, 8),
        event(9, {
          type: 'tool_result',
          toolCallId,
          name: 'Bash',
          ok: false,
          outcome,
          output: '',
          ms: 5,
          truncated: false,
        }),
      ]).tools[toolCallId]?.status;
    expect(ended('stopped')).toBe('stopped');
    expect(ended('interrupted')).toBe('interrupted');
    // The owner said yes, and then the call was no longer what he had seen.
    expect(ended('denial')).toBe('denied');
  });

  it('with nothing streamed still shows the text that `content` brings', () => {
    const turn = play([
      event(1, { type: 'started', text: 'x' }),
      event(2, { type: 'content', text: 'whole answer' }),
    ]);
    expect(answerText(turn)).toBe('whole answer');
    expect(kinds(turn)).toEqual(['text']);
  });
});

describe('content', () => {
  it('does not repeat the working text as the text of a call that only asked for tools', () => {
    const turn = play([
      ...wholeTurn().slice(0, 10),
      event(11, { type: 'usage', call: 2, ms: 5, ...usage }),
      event(12, { type: 'content', text: 'I run them.' }),
    ]);
    expect(turn.calls.map((call) => call.text)).toEqual(['I run them.', '']);
  });
});

describe('tool output', () => {
  it('folded per stream replaces that stream alone', () => {
    const turn = play([
      ...wholeTurn().slice(0, 9),
      event(10, { type: 'tool_output', toolCallId, stream: 'stderr', text: 'warn' }),
      event(11, {
        type: 'tool_output',
        toolCallId,
        stream: 'stdout',
        text: 'ok fine',
        folded: true,
      }),
    ]);
    const tool = turn.tools[toolCallId];
    expect(tool && outputText(tool)).toBe('warnok fine');
  });
});

it('an event type of a newer brain is ignored instead of breaking the window', () => {
  const unknown = { ...delta(3, ''), type: 'telepathy' } as unknown as ConnectomeEvent;
  const turn = play(wholeTurn().slice(0, 2));
  expect(applyToTurn(turn, unknown)).toBe(turn);
});
