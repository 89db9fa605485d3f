/** Who leaves a conversation while it is read must not find another one frozen after the next restart. */
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Bridge } from '../../src-renderer/transport/bridge.ts';
import { eventually } from '../support/eventually.ts';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly sessionId?: string };
}

/** A brain that has answered all but what is held back. */
const asked: Asked[] = [];
let heldBack = '';
let epoch = 'epoch-1';
let tell: (message: object) => void = () => {};

const session = (sessionId: string) => ({ sessionId, title: sessionId, queuePaused: false });

function answer({ id, method, params: { sessionId = '' } }: Asked): void {
  const page = {
    ...{ session: session(sessionId), turns: [], queue: [], messages: [], paused: false },
    ...{ epoch, lastSeq: 0, hasMore: false },
  };
  tell({ id, result: method === 'events.subscribe' ? { epoch, reset: false } : page });
}

const bridge: Bridge = {
  send(text) {
    const request: Asked = JSON.parse(text);
    asked.push(request);
    if (request.params.sessionId !== heldBack) answer(request);
  },
  onMessage(listener) {
    tell = (message) => queueMicrotask(() => listener(JSON.stringify(message)));
    return () => {};
  },
  onGo: () => () => {},
};

it('is read anew when the brain has started anew, whatever was left half read before', async () => {
  vi.stubGlobal('window', { connectome: bridge });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  const { openConversation, conversationEvent, useConversation } = await import(
    '../../src-renderer/store/conversation.ts'
  );
  const { startBrain } = await import('../../src-renderer/transport/brain.ts');
  startBrain();
  const isReady = (sessionId: string) =>
    eventually(() => {
      const { current, phase } = useConversation.getState();
      expect([phase, current?.session.sessionId]).toEqual(['ready', sessionId]);
    });
  openConversation('s_known');
  await isReady('s_known');

  heldBack = 's_slow';
  openConversation('s_slow');
  openConversation('s_known');
  await isReady('s_known');
  const slow = asked.find(({ params }) => params.sessionId === 's_slow');
  if (slow !== undefined) answer(slow);
  heldBack = '';
  // All that follows from an answer is done when it is this one's turn.
  await setImmediate();

  epoch = 'epoch-2';
  const type = 'todo' as const;
  const at = new Date(0).toISOString();
  conversationEvent({ type, sessionId: 's_known', epoch, seq: 1, at, todos: [] } as never);
  await eventually(() => expect(useConversation.getState().current?.turns.epoch).toBe('epoch-2'));
});
