import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from '../../../brain/thalamus/deadlines.ts';
import { serverKinds } from '../../support/model-servers/index.ts';
import { harness, silence } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());
const kinds = serverKinds;

describe.each(kinds)('%s', (kind) => {
  it('a server that never answers is left for the next one, without a retry', async () => {
    const silent = await pool.start({ kind, script: [{ hangAt: 'request' }] });
    const next = await pool.start({ kind, script: [{ text: 'here' }] });
    const { askInSilence } = harness({
      providers: { silent: providerAt(silent), next: providerAt(next) },
      ...silence('firstByteMs'),
    });
    const answer = await askInSilence({}, silent);
    expect(answer).toMatchObject({ provider: 'next', text: 'here' });
    expect(silent.chats.length).toBe(1);
    await silent.chats[0]?.aborted;
  });

  it('a stream that falls silent ends with its partial text', async () => {
    const server = await pool.start({ kind, script: [{ text: 'Half of it', hangAt: 'text' }] });
    const { askInSilence } = harness({
      providers: { main: providerAt(server) },
      ...silence('idleMs'),
    });
    const answer = await askInSilence({}, server);
    expect(answer.text).toBe('Half of ');
    expect(answer.failure).toMatchObject({ code: 'stream_silent', started: true, retryable: true });
    await server.chats[0]?.aborted;
  });
});

describe('the clocks', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const limits = { firstByteMs: 1_000, idleMs: 2_000 };
  const never = new AbortController().signal;

  it('pings do not keep a model alive that never says anything', () => {
    const deadlines = createDeadlines(limits, false, never);
    deadlines.bytes();
    for (let second = 0; second < 299; second += 1) {
      vi.advanceTimersByTime(1_000);
      deadlines.bytes();
    }
    expect(deadlines.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(deadlines.expired()).toEqual({ which: 'first_chunk', ms: 300_000 });
    expect(deadlines.signal.aborted).toBe(true);
  });

  it('after the first chunk any byte counts, pings too', () => {
    const deadlines = createDeadlines(limits, false, never);
    deadlines.bytes();
    deadlines.firstChunk();
    for (let step = 0; step < 10; step += 1) {
      vi.advanceTimersByTime(1_900);
      deadlines.bytes();
    }
    expect(deadlines.expired()).toBeUndefined();
    vi.advanceTimersByTime(2_001);
    expect(deadlines.expired()?.which).toBe('idle');
  });

  it('pings do not keep an answer alive that never goes on', () => {
    const deadlines = createDeadlines(limits, false, never);
    deadlines.bytes();
    deadlines.firstChunk();
    const ping = (seconds: number): void => {
      for (let second = 0; second < seconds; second += 1) {
        vi.advanceTimersByTime(1_000);
        deadlines.bytes();
      }
    };
    ping(299);
    deadlines.pause();
    deadlines.resume();
    ping(299);
    expect(deadlines.expired()).toBeUndefined();
    ping(2);
    expect(deadlines.expired()).toEqual({ which: 'idle', ms: 300_000 });
    expect(deadlines.signal.aborted).toBe(true);
  });

  it('a slow reader is not taken for a silent server', () => {
    const deadlines = createDeadlines(limits, false, never);
    deadlines.bytes();
    deadlines.firstChunk();
    deadlines.pause();
    vi.advanceTimersByTime(60_000);
    deadlines.resume();
    vi.advanceTimersByTime(1_000);
    expect(deadlines.expired()).toBeUndefined();
    vi.advanceTimersByTime(3_000);
    expect(deadlines.expired()?.which).toBe('idle');
  });

  it('a local model gets five times as long', () => {
    const deadlines = createDeadlines(limits, true, never);
    vi.advanceTimersByTime(4_900);
    expect(deadlines.expired()).toBeUndefined();
    vi.advanceTimersByTime(200);
    expect(deadlines.expired()).toEqual({ which: 'first_byte', ms: 5_000 });
  });
});
