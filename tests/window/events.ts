/** Builds the events of one scripted session. */
import type { ConnectomeEvent, EventBody, TurnRecord } from '../../protocol/index.ts';

export const epoch = 'epoch-1';
export const sessionId = 'session-1';
export const turnId = 'turn-1';

export function event(seq: number, body: EventBody, more: Partial<ConnectomeEvent> = {}) {
  return {
    sessionId,
    turnId,
    epoch,
    seq,
    at: new Date(Date.UTC(2026, 2, 5, 10, 0, seq)).toISOString(),
    ...body,
    ...more,
  } as ConnectomeEvent;
}

export const delta = (seq: number, text: string, folded?: boolean): ConnectomeEvent =>
  event(seq, { type: 'delta', call: 1, text, ...(folded ? { folded } : {}) });

export const usage = {
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

/** A whole turn with one tool that asked: events 1 to 12. */
export function wholeTurn(): ConnectomeEvent[] {
  const toolCallId = 'tool-1';
  return [
    event(1, { type: 'started', text: 'Run the tests' }),
    event(2, {
      type: 'context',
      call: 1,
      snapshotId: 'snapshot-1',
      ms: 6,
      budget: {
        identity: { cap: 10, used: 1 },
        prefrontal: { cap: 10, used: 1 },
        memory: { cap: 10, used: 1 },
        skills: { cap: 10, used: 1 },
        history: { cap: 10, used: 1 },
      },
      included: [],
      dropped: [],
    }),
    delta(3, 'I run '),
    delta(4, 'them.'),
    event(5, { type: 'tool_call', call: 1, toolCallId, name: 'Bash', args: { command: 'npm t' } }),
    event(6, {
      type: 'safety',
      toolCallId,
      level: 'confirm',
      reason: 'commands ask',
      source: 'mode',
      ms: 1,
    }),
    event(7, {
      type: 'yield',
      toolCallId,
      reason: 'approval',
      title: 'Run npm t?',
      detail: 'npm t',
      risk: 'runs a command',
      cwd: '/code',
    }),
    event(8, { type: 'resumed', toolCallId, decision: 'allow_once' }),
    event(9, { type: 'tool_output', toolCallId, stream: 'stdout', text: 'ok' }),
    event(10, {
      type: 'tool_result',
      toolCallId,
      name: 'Bash',
      ok: true,
      output: 'ok',
      ms: 20,
      truncated: false,
    }),
    event(11, { type: 'delta', call: 2, text: 'All pass.' }),
    event(12, { type: 'done', stopReason: 'end', iterations: 2, usage }),
  ];
}

export function page(events: readonly ConnectomeEvent[], lastSeq: number) {
  const record: TurnRecord = {
    turnId,
    startedAt: events[0]?.at ?? '',
    status: 'running',
    events: [...events],
  };
  return { turns: [record], lastSeq, epoch };
}
