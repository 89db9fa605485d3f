/** What goes wrong in a private conversation is told to the owner, not written into the logs. */
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { filesWith } from '../support/files-with.ts';
import { modelHome } from '../support/model-home.ts';
import { startRealHost } from '../support/real-host.ts';
import { testKeys } from '../support/write-config.ts';

const SECRET = 'zebrafish kettle';

it('failures of the server, of tools, and a killed brain leave its words in its own folder only', async () => {
  const { home } = await modelHome((_request, n) => {
    switch (n) {
      case 1:
        return { status: 400, body: JSON.stringify({ error: { message: `cannot do ${SECRET}` } }) };
      case 2:
        return {
          toolCalls: [
            { name: 'Read', args: { file_path: `nowhere/${SECRET}` } },
            { name: SECRET, args: { a: SECRET } },
            { name: 'Bash', args: `{"command": "${SECRET}` },
            { name: 'remember', args: { fact: SECRET } },
            { name: 'session_search', args: { query: SECRET } },
          ],
        };
      default:
        return { text: `${SECRET} `.repeat(50), textPiece: 5, hangAt: 'text' };
    }
  });
  const first = await startRealHost(home, testKeys);
  const client = await first.connect();
  const { session } = await client.call('session.create', { private: true, title: SECRET });
  const { sessionId } = session;
  const failed = await client.call('chat.send', { sessionId, text: SECRET });
  await client.event('error', (event) => event.turnId === failed.turnId);
  await client.call('chat.send', { sessionId, text: `again ${SECRET}` });
  await client.event('delta');
  await client.call('chat.send', { sessionId, text: `queued ${SECRET}` });
  await first.kill();

  const second = await startRealHost(home, testKeys);
  const after = await second.connect();
  await after.call('session.fork', { sessionId });
  await after.call('session.export', { sessionId, format: 'json' });
  await after.call('session.search', { query: SECRET });
  await after.call('memory.search', { query: SECRET });
  const paths = homePaths(home);
  const holding = await filesWith(home, SECRET);
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.filter((path) => !path.startsWith(paths.privateSessions))).toEqual([]);

  expect(JSON.stringify([first.process.output(), second.process.output()])).not.toContain(SECRET);
  await second.kill();
});
