/** A server that ends again and again: tried with longer and longer pauses, then left alone until it is wanted. */
import { expect, it, onTestFinished } from 'vitest';
import { createConfinement } from '../../../brain/cerebellum/mcp/confinement.ts';
import { emptyRecord } from '../../../brain/cerebellum/mcp/record.ts';
import { createServer } from '../../../brain/cerebellum/mcp/server.ts';
import { ok } from '../../../brain/shared/result.ts';
import { testSettings } from '../../support/acting.ts';
import { noSandbox } from '../../support/mcp/no-sandbox.ts';
import { tempFolder } from '../../support/temp-home.ts';

it('waits twice as long each time, says its last words, and stops trying', async () => {
  const cwd = await tempFolder();
  const script = "console.error('no license found'); process.exit(1)";
  const config = { command: process.execPath, args: ['-e', script] };
  const confinement = createConfinement(noSandbox, testSettings());
  const pauses: number[] = [];
  const watchers = new Set<() => void>();
  const server = createServer(
    config,
    { ...emptyRecord('dying'), consent: confinement.launchOf(config) },
    {
      name: 'dying',
      version: '0',
      folder: cwd,
      resolve: async ({ command = '', args = [] }) =>
        ok({ kind: 'stdio' as const, command, args, env: {}, cwd }),
      environment: (own) => ({ ...own }),
      confinement,
      confine: noSandbox.confineServer,
      signIn: {
        provider: () => ({ token: async () => undefined }),
        isSignedIn: () => false,
        load: async () => {},
        begin: async () => ({ ok: false, error: 'nobody signs in here' }),
        close: () => {},
      },
      openLink: async () => {},
      redact: (text) => text,
      onAsks: () => {},
      onChange: () => {
        for (const watcher of watchers) watcher();
      },
      onRecord: () => {},
      // The pauses are over at once; only how long they would be counts.
      later(work, ms) {
        pauses.push(ms);
        const soon = setImmediate(work);
        return () => clearImmediate(soon);
      },
    },
  );
  onTestFinished(() => server.close());
  const failed = new Promise<void>((resolve) => {
    watchers.add(() => {
      if (server.state().state === 'failed') resolve();
    });
  });
  server.start();
  await failed;
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 64_000]);
  expect(server.state().message).toBe('Connection closed. Its last words: no license found');
});
