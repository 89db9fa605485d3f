import { expect, it } from 'vitest';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

/** Catches a list of conversations that holds neighbours and relatives of what was typed. */
it('who types a word finds the messages that hold it, and related ones only where none does', async () => {
  const { home } = await modelHome(() => ({ text: 'Noted.' }));
  const client = connect(await startBrainIn(home));
  const first = await say(client, { text: 'the printer stands in the cellar' });
  await say(client, { sessionId: first.sessionId, text: 'and the ladder leans beside it' });
  const found = await client.call('session.search', { query: 'printer' });
  expect(found.hits.map(({ turnId }) => turnId)).toEqual([first.turnId]);
  expect(await client.call('session.search', { query: 'zeppelin' })).toEqual({ hits: [] });
});
