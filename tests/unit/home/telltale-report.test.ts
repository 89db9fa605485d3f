/** A problem report is given to strangers: whatever the log holds, it must not tell who its owner is. */
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { problemReport } from '../../../brain/wiring/problem-report.ts';
import { configSchema, type Health } from '../../../protocol/index.ts';

const home = join(homedir(), 'private place', '.connectome');
const health: Health = {
  version: '0.1.0',
  protocol: 1,
  node: 'v24.0.0',
  platform: 'linux x64',
  host: 'headless',
  home,
  pid: 4711,
  epoch: 'e_1',
  uptimeMs: 61_000,
  online: true,
  index: { state: 'ready', documents: 3 },
  providers: [
    {
      name: 'my-bank-server',
      kind: 'openai',
      model: 'house-model',
      models: [],
      local: false,
      state: 'misconfigured',
      message: 'https://models.my-bank.example refused the key',
      keySource: 'secrets',
    },
  ],
  sandbox: { available: true, message: '' },
  secrets: { backend: 'file', message: '' },
  config: [{ path: 'limits.idleMs', message: 'abc is no number', severity: 'error' }],
};

it('names no key, folder, owner, provider or rule, and still says what is wrong', () => {
  const redactor = createRedactor();
  redactor.add('first', 'correct-horse-battery');
  const config = configSchema.parse({
    version: 1,
    workingDir: '~/Divorce',
    permissions: { allow: ['Bash(ssh my-bank.example)'] },
  });
  const log = [
    `{"level":"error","message":"could not read ${home}/workspace/x.md"}`,
    `{"level":"warn","message":"key correct-horse-battery, Authorization: Bearer abcdefghij"}`,
    `{"level":"warn","message":"as ${userInfo().username} in ${homedir()}/Divorce-no"}`,
  ].join('\n');
  const text = problemReport({ health, config, log, at: '2026-11-21', redact: redactor.all });
  for (const word of [
    homedir(),
    'private place',
    'correct-horse',
    'abcdefghij',
    'my-bank',
    'house-model',
    'ssh',
    '~/Divorce\n',
  ]) {
    expect([word, text.includes(word)]).toEqual([word, false]);
  }
  expect(text).toContain('- openai, remote: misconfigured');
  expect(text).toContain('- error at limits.idleMs');
  expect(text).toContain('could not read <home of Connectome>/workspace/x.md');
  expect(text).toContain('1 allow');
});
