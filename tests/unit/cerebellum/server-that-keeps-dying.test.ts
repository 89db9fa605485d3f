/** A server that ends again and again: tried with longer and longer pauses, then left alone until it is wanted. */
import { expect, it, onTestFinished } from 'vitest';
import { createConfinement } from '../../../brain/cerebellum/mcp/confinement.ts';
import { serverEnvironment } from '../../../brain/cerebellum/mcp/environment.ts';
import { createLogLines } from '../../../brain/cerebellum/mcp/log-lines.ts';
import { emptyRecord } from '../../../brain/cerebellum/mcp/record.ts';
import { createServer } from '../../../brain/cerebellum/mcp/server.ts';
import { ok } from '../../../brain/shared/result.ts';
import { verbatim } from '../../../brain/shared/say.ts';
import { testSettings } from '../../support/acting.ts';
import { noSandbox } from '../../support/mcp/no-sandbox.ts';
import { openServers } from '../../support/mcp/scene.ts';
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
      wantedFolders: { heard: async () => undefined },
      signIn: {
        provider: () => ({ token: async () => undefined }),
        isSignedIn: () => false,
        load: async () => {},
        begin: async () => ({ ok: false, error: verbatim('nobody signs in here') }),
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
  expect(server.state().message).toBe('It ended. Its last words: no license found');
});

it('a download that somebody reads along is told with what to do, not only in npm’s words', async () => {
  const script =
    "console.error('npm error code SELF_SIGNED_CERT_IN_CHAIN\\nnpm error request to https://registry.npmjs.org/x failed'); process.exit(1)";
  const { until } = await openServers({
    memory: { command: process.execPath, args: ['-e', script] },
  });
  const { message, said } = await until('memory', (one) => one.message.includes('NODE_EXTRA'));
  expect(message).toMatch(
    /^It ended\. It does not trust .* Its last words: .*registry\.npmjs\.org/,
  );
  expect(JSON.stringify(said)).toContain('server.downloadNotTrusted');
});

it('npx may say what is wrong before nobody waits for it any more, and its owner’s own settings win', () => {
  const none = () => undefined;
  const own = { npm_config_fetch_retry_maxtimeout: '9000' };
  expect(serverEnvironment({}, none, '/usr/bin/npx')).toMatchObject({
    npm_config_fetch_retry_mintimeout: '500',
  });
  expect(serverEnvironment(own, none, 'npx.cmd')).toMatchObject(own);
  expect(Object.keys(serverEnvironment({}, none, 'node')).join()).not.toContain('npm');
});

it('its last words are those that say what is wrong, not those that come after', () => {
  const lines = createLogLines((text) => text);
  lines.add(
    "npm error code E404\nnpm error 404  'no-such@*' is not in this registry.\nnpm error 404\nnpm error 404 Note that you can also install from a\nnpm error 404 tarball, folder, http url, or git folder.\nnpm error A complete log of this run can be found in: /x",
  );
  expect(lines.last()).toContain("'no-such@*' is not in this registry.");
  lines.add(
    "Error: Cannot find module '/x.js'\n    at Function._load (node:internal:1:2)\n  code: 'MODULE_NOT_FOUND',\n}\n\nNode.js v24.1.0",
  );
  expect(lines.last()).toBe("Error: Cannot find module '/x.js'");
});

it('a web service that is not there is named, not the program’s own troubles', async () => {
  const { until } = await openServers({ web: { url: 'http://127.0.0.1:2/mcp' } });
  const { message } = await until('web', ({ state }) => state === 'waiting');
  expect(message).toBe('Nothing answers at 127.0.0.1:2.');
});
