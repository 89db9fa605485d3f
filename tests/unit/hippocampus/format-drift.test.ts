import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSessions } from '../../../brain/hippocampus/index.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { tempFolder } from '../../support/temp-home.ts';

const golden = (name: string) => join(import.meta.dirname, '..', '..', 'golden', name);

/** The offset depends on the machine's time zone; the format does not. */
const neutral = (text: string, sessionId: string) =>
  text
    .replaceAll(sessionId, 's_00000000000000000000000000')
    .replaceAll(
      /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d/g,
      '2026-03-04T05:06:07.000+00:00',
    )
    .replace(/"transcriptBytes": \d+/, '"transcriptBytes": 0');

it('writes transcript.jsonl and session.json as documented, so that older sessions stay readable', async () => {
  const root = await tempFolder();
  const redactor = createRedactor();
  redactor.add('claude', 'sk-secret-of-ours');
  const sessions = createSessions({
    paths: homePaths(root),
    storage: createStorage(),
    clock: { now: () => new Date(Date.UTC(2026, 2, 4, 5, 6, 7)) },
    logger: silentLogger,
    redactor,
    epoch: 'e_1',
  });
  const { meta } = await sessions.create({
    title: 'Hello',
    mode: 'default',
    workingDir: '/w',
    model: 'reflex',
  });
  const { sessionId } = meta;
  const ref = { sessionId, turnId: 't_1' };
  sessions.note(ref, {
    type: 'turn',
    turnId: 't_1',
    text: 'Hello, key sk-secret-of-ours',
    attachments: [],
    interactive: true,
    startedAt: '2026-03-04T05:06:07.000+00:00',
  });
  sessions.record(ref, { type: 'started', text: 'Hello, key sk-secret-of-ours' });
  sessions.note(ref, {
    type: 'message',
    entry: { turnId: 't_1', message: { role: 'user', parts: [{ type: 'text', text: 'Hello' }] } },
  });
  sessions.record(ref, { type: 'delta', call: 1, text: 'Hi ' });
  sessions.record(ref, { type: 'delta', call: 1, text: 'there' });
  sessions.note(ref, {
    type: 'checkpoint',
    toolCallId: 'c_1',
    path: '/w/a.txt',
    before: 'a1',
    after: 'b2',
  });
  sessions.note(ref, { type: 'tools', names: ['mcp__git__log'] });
  sessions.record(ref, {
    type: 'tool_result',
    toolCallId: 'c_1',
    name: 'Bash',
    ok: false,
    outcome: 'stopped',
    output: 'Stopped by the owner.',
    ms: 12,
    truncated: false,
  });
  sessions.record(ref, { type: 'content', text: 'Hi there' });
  sessions.record(ref, {
    type: 'done',
    stopReason: 'end',
    iterations: 1,
    usage: { inputTokens: 3, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 },
  });
  const again = { sessionId, turnId: 't_2' };
  sessions.note(again, {
    type: 'turn',
    turnId: 't_2',
    text: 'Hello again',
    attachments: [],
    interactive: true,
    startedAt: '2026-03-04T05:06:07.000+00:00',
    replaces: 't_1',
  });
  sessions.record(again, { type: 'started', text: 'Hello again', replaces: 't_1' });
  sessions.record(again, {
    type: 'error',
    code: 'no_provider',
    message: 'No model can answer.',
    retryable: true,
  });
  await sessions.save(sessionId);
  const folder = join(homePaths(root).sessions, sessionId);
  for (const name of ['transcript.jsonl', 'session.json']) {
    const written = neutral(await readFile(join(folder, name), 'utf8'), sessionId);
    await expect(written).toMatchFileSnapshot(golden(name));
    expect(written).not.toContain('sk-secret');
  }
});
