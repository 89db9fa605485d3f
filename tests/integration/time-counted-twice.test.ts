/** The times that events tell of a turn are parts of it: no moment is counted for two regions. */
import { expect, it } from 'vitest';
import type { ConnectomeEvent } from '../../protocol/index.ts';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

/** Every `at` and `ms` is rounded. */
const ROUNDING_MS = 1;

it('context and calls of a turn together take no longer than the turn', async () => {
  const look = { toolCalls: [{ name: 'Glob', args: { pattern: '*' } }] };
  const { home } = await modelHome([look, look, look, { text: 'Done.' }]);
  const client = connect(await startBrainIn(home));
  const { turnId, end } = await say(client, { text: 'Look around' });
  const of = client.events.filter((event) => event.turnId === turnId);
  const timed = of.filter(
    (event): event is Extract<ConnectomeEvent, { type: 'context' | 'usage' }> =>
      event.type === 'context' || event.type === 'usage',
  );
  expect(timed).toHaveLength(8);
  const began = of.find(({ type }) => type === 'started');
  const whole = Date.parse(end.at) - Date.parse(began?.at ?? '');
  const told = timed.reduce((sum, { ms }) => sum + ms, 0);
  expect(told).toBeLessThanOrEqual(whole + timed.length * ROUNDING_MS);
});
