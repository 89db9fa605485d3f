/** A server that takes less than is known of its model: each turn of a long conversation meets it. */
import { expect, it } from 'vitest';
import { estimateTokens } from '../../brain/shared/tokens.ts';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import type { ScriptedAnswer } from '../support/model-servers/index.ts';

const LIMIT = 9_000;
const tooLong = JSON.stringify({
  error: {
    message: 'This model has a maximum context length of 9000 tokens.',
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
  },
});

it('folds once for good where every turn would be refused first and folded anew', async () => {
  const refusals: number[] = [];
  const { home, model } = await modelHome((request, number): ScriptedAnswer => {
    const input = estimateTokens(request.text);
    if (input <= LIMIT)
      return { text: `Answer ${number}. ${'because '.repeat(200)}`, usage: { input } };
    refusals.push(number);
    return { status: 400, body: tooLong };
  });
  const client = connect(await startBrainIn(home));
  let sessionId: string | undefined;
  for (let n = 1; n <= 24; n += 1) {
    const turn = await say(client, {
      text: `Question ${n}. ${'why '.repeat(200)}`,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    expect(turn.end).toMatchObject({ type: 'done' });
    sessionId = turn.sessionId;
  }
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.length).toBeLessThanOrEqual(2);
  expect(client.events.filter(({ type }) => type === 'compaction').length).toBeGreaterThan(0);
  // The fold that was made for the refused call alone is in no later request: it was not stored.
  expect(model.chats.length).toBe(24 + refusals.length);
});
