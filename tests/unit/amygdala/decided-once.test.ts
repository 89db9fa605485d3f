import { describe, expect, it } from 'vitest';
import { createApprovals } from '../../../brain/amygdala/approvals.ts';
import type { PendingAsk } from '../../../protocol/index.ts';
import { testSettings } from '../../support/acting.ts';

const at = '2026-11-21T09:05:00.000+00:00';
const ask = (toolCallId: string, more: Partial<PendingAsk> = {}): PendingAsk => ({
  toolCallId,
  sessionId: 's_1',
  turnId: 't_1',
  reason: 'approval',
  title: 'x',
  detail: 'x',
  risk: 'x',
  cwd: '/w',
  at,
  ...more,
});

function open(now = at) {
  const settings = testSettings();
  let time = new Date(now);
  const approvals = createApprovals({ settings, clock: { now: () => time } });
  return {
    settings,
    approvals,
    setTime: (next: string) => {
      time = new Date(next);
    },
  };
}
const never = new AbortController().signal;

describe('a decision counts once', () => {
  it('the second of two windows is told that it was already decided', async () => {
    const { approvals } = open();
    const answer = approvals.wait(ask('c_1'), never);
    const id = { turnId: 't_1', toolCallId: 'c_1' };
    expect(approvals.decide(id, { decision: 'allow_once' })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(approvals.decide(id, { decision: 'deny' })).toEqual({
      ok: false,
      error: 'already_decided',
    });
    expect(await answer).toEqual({ decision: 'allow_once' });
    expect(approvals.pending()).toEqual([]);
  });

  it('ids must match; several sessions wait independently', async () => {
    const { approvals } = open();
    const first = approvals.wait(ask('c_1'), never);
    const second = approvals.wait(ask('c_2', { sessionId: 's_2', turnId: 't_2' }), never);
    const deny = { decision: 'deny', reason: 'no' } as const;
    expect(approvals.decide({ turnId: 't_2', toolCallId: 'c_1' }, deny)).toMatchObject({
      error: 'not_found',
    });
    expect(approvals.decide({ toolCallId: 'c_1' }, deny)).toMatchObject({ error: 'not_found' });
    expect(approvals.decide({ turnId: 't_9', toolCallId: 'c_9' }, deny)).toMatchObject({
      error: 'not_found',
    });
    expect(approvals.pending('s_2').map(({ toolCallId }) => toolCallId)).toEqual(['c_2']);
    approvals.decide({ turnId: 't_2', toolCallId: 'c_2' }, deny);
    approvals.decide({ turnId: 't_1', toolCallId: 'c_1' }, { decision: 'allow_session' });
    expect(await Promise.all([first, second])).toEqual([{ decision: 'allow_session' }, deny]);
  });

  it('an answer without a turn is for an ask without one', async () => {
    const { approvals } = open();
    const answer = approvals.wait(ask('a_1', { turnId: undefined }), never);
    approvals.decide({ toolCallId: 'a_1' }, { decision: 'deny' });
    expect((await answer).decision).toBe('deny');
  });

  it('ends with Stop, and a late answer is told that it expired', async () => {
    const { approvals } = open();
    const stop = new AbortController();
    const answer = approvals.wait(ask('c_1'), stop.signal);
    stop.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(approvals.pending()).toEqual([]);
    expect(
      approvals.decide({ turnId: 't_1', toolCallId: 'c_1' }, { decision: 'allow_once' }),
    ).toMatchObject({ error: 'expired' });
    await expect(approvals.wait(ask('c_2'), stop.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('is denied when nobody answers in time, also when the time passed while the program was off', async () => {
    const { approvals, settings, setTime } = open();
    settings.set({ limits: { approvalMs: 1000 } });
    setTime('2026-11-21T09:05:02.000+00:00');
    expect(await approvals.wait(ask('c_1'), never)).toMatchObject({ decision: 'deny' });
    expect(
      approvals.decide({ turnId: 't_1', toolCallId: 'c_1' }, { decision: 'allow_once' }),
    ).toMatchObject({ error: 'expired' });
    const waiting = approvals.wait(ask('c_2', { at: '2026-11-21T09:05:02.000+00:00' }), never);
    expect(approvals.pending()[0]?.expiresAt).toBeDefined();
    approvals.decide({ turnId: 't_1', toolCallId: 'c_2' }, { decision: 'deny' });
    await waiting;
  });

  it('waits without end where no limit is set', async () => {
    const { approvals } = open();
    const answer = approvals.wait(ask('c_1'), never);
    expect(approvals.pending()[0]?.expiresAt).toBeUndefined();
    approvals.decide({ turnId: 't_1', toolCallId: 'c_1' }, { decision: 'deny' });
    await answer;
  });
});
