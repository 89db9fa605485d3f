/** What the window counts: nothing that did not happen, and nothing after it was undone. */
import { expect, it } from 'vitest';
import type { EventBody, EventOf } from '../../protocol/index.ts';
import { contextShare, storyOf, totalsOf } from '../../src-renderer/brain/story.ts';
import { applyToTurn, emptyTurn } from '../../src-renderer/store/fold-turn.ts';
import { event, turnId } from './events.ts';

const play = (...bodies: EventBody[]) =>
  bodies.map((body, index) => event(index + 1, body)).reduce(applyToTurn, emptyTurn(turnId, ''));

const tool = (toolCallId: string): EventOf<'tool_call'> => ({
  type: 'tool_call',
  call: 1,
  toolCallId,
  name: 'Bash',
  args: { command: 'ls' },
});
const judged = (toolCallId: string, level: 'safe' | 'confirm' | 'block'): EventOf<'safety'> => ({
  type: 'safety',
  toolCallId,
  level,
  reason: '',
  source: 'mode',
  ms: 0,
});
const result = (toolCallId: string, ok: boolean): EventOf<'tool_result'> => ({
  type: 'tool_result',
  toolCallId,
  name: 'Bash',
  ok,
  output: '',
  ms: 1,
  truncated: false,
});

it('a call that was refused is no step: nothing was carried out', () => {
  const denied = play(
    tool('c_1'),
    judged('c_1', 'confirm'),
    { type: 'resumed', toolCallId: 'c_1', decision: 'deny' },
    result('c_1', false),
    tool('c_2'),
    judged('c_2', 'block'),
    result('c_2', false),
  );
  expect(totalsOf(denied).tools).toBe(0);
  const motor = storyOf(denied, 0).steps.find(({ region }) => region === 'motor');
  expect(motor?.phase).toBe('ahead');
  const one = play(tool('c_1'), judged('c_1', 'safe'), result('c_1', false));
  expect(totalsOf(one).tools).toBe(1);
});

it('reflexes are no model calls', () => {
  const asked = (call: number, provider: string): EventOf<'provider'> => ({
    type: 'provider',
    call,
    provider,
    model: '',
    attempt: 1,
  });
  expect(totalsOf(play(asked(1, 'reflex'), asked(2, 'reflex'))).calls).toBe(0);
  expect(totalsOf(play(asked(1, 'claude'), asked(2, 'reflex'))).calls).toBe(1);
});

const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const line = (used: number) => ({ cap: 100, used });
const context: EventOf<'context'> = {
  type: 'context',
  call: 1,
  snapshotId: '',
  ms: 1,
  included: [],
  dropped: [],
  budget: {
    identity: line(10),
    prefrontal: line(10),
    memory: line(0),
    skills: line(0),
    history: line(80),
  },
};
const folded: EventOf<'compaction'> = {
  type: 'compaction',
  foldedMessages: 4,
  tokensBefore: 90,
  tokensAfter: 30,
  summary: '',
};

it('a history that was folded fills less of the context; one folded before the call is counted in it', () => {
  expect(contextShare(play(context))).toBe(0.2);
  const done: EventBody = { type: 'done', stopReason: 'end', iterations: 0, usage };
  expect(contextShare(play(context, done, folded))).toBe(0.1);
  expect(contextShare(play(folded, context, done))).toBe(0.2);
});
