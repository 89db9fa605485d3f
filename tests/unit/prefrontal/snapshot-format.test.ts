import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatSnapshot, parseSnapshot } from '../../../brain/prefrontal/snapshot-format.ts';
import type { SnapshotInput } from '../../../brain/regions.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { NOON, type TestHome, target, testHome } from './home.ts';

const golden = join(import.meta.dirname, '../../golden/snapshot.md');

const input: SnapshotInput = {
  turn: { sessionId: 's_01kaj8n4v0s3ss10n000000000', turnId: 't_01kaj8n4v0turn0000000007q2' },
  call: 2,
  attempt: 1,
  text: 'What is my dog called?\n```\n## Dropped\n```',
  target,
  request: {
    system: '<identity>\n<source path="identity/soul.md">\nBe kind. ````\n</source>\n</identity>',
    tools: [{ name: 'Read', description: 'Reads.', parameters: { type: 'object' } }],
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: '<context>\n</context>' },
          { type: 'image', mediaType: 'image/png', data: 'aGVsbG8=' },
          { type: 'text', text: `my key is ${['sk', 'ant', 'abcdefghijklmnopqrst'].join('-')}` },
        ],
      },
      {
        role: 'assistant',
        provider: 'claude',
        model: 'claude-sonnet-4-6',
        parts: [
          { type: 'reasoning', provider: 'claude', block: { signature: 'abc' } },
          { type: 'tool_call', call: { id: 'c_1', name: 'Read', args: { file_path: 'a.md' } } },
        ],
      },
      {
        role: 'tool',
        parts: [
          { type: 'tool_result', toolCallId: 'c_1', name: 'Read', ok: false, output: '# no' },
        ],
      },
    ],
    toolChoice: 'auto',
  },
  context: {
    system: '',
    tools: [],
    messages: [],
    userEntry: { turnId: 't', message: { role: 'user', parts: [] } },
    volatile: '<context>\n</context>',
    contextWindow: 200_000,
    budget: {
      identity: { cap: 6000, used: 24, share: 9600, bound: 6000, decidedBy: 'bound' },
      prefrontal: { cap: 4000, used: 0, share: 6400, bound: 4000, decidedBy: 'bound' },
      memory: { cap: 4000, used: 40, share: 19200, bound: 4000, decidedBy: 'bound' },
      skills: { cap: 6000, used: 0, share: 12800, bound: 6000, decidedBy: 'bound' },
      history: { cap: 44000, used: 0, share: 16000, decidedBy: 'rest' },
    },
    included: [
      { path: 'identity/soul.md', category: 'identity', score: 1, tokens: 24 },
      {
        path: 'hippocampus/knowledge/people.md',
        heading: 'Pets | Dogs',
        category: 'memory',
        score: 0.734,
        tokens: 40,
        reason: 'trimmed',
      },
    ],
    dropped: [
      {
        path: 'hippocampus/episodes/2026-11-20.md',
        heading: '2026-11-20 › 10:00 hi',
        category: 'memory',
        score: 0.01,
        tokens: 60,
        reason: 'not relevant',
      },
    ],
  },
};
const facts = { at: '2026-11-21T12:00:00.000+01:00', mask: createRedactor().all };

describe('the snapshot format', () => {
  it('is the golden file, byte for byte (a reader of old snapshots that breaks)', async () => {
    expect(formatSnapshot(input, facts)).toBe(await readFile(golden, 'utf8'));
  });

  it('has exactly its sections, whatever is in what was sent', () => {
    const text = formatSnapshot(input, facts);
    const sections: string[] = [];
    let fence: string | undefined;
    for (const line of text.split('\n')) {
      const mark = /^`{3,}/.exec(line)?.[0];
      if (fence === undefined && mark !== undefined) fence = mark;
      else if (fence === line) fence = undefined;
      else if (fence === undefined && line.startsWith('## ')) sections.push(line.slice(3));
    }
    expect(sections).toEqual([
      'Message',
      'Included',
      'Dropped',
      'System prompt',
      'Volatile context',
      'Tools',
      'Messages',
    ]);
  });

  it('masks guessed secrets and is read back', () => {
    const text = formatSnapshot(input, facts);
    expect(text).not.toContain('abcdefghijklmnop');
    expect(text).toContain('my key is [masked]');
    expect(parseSnapshot('x', text)).toMatchObject({
      turnId: input.turn.turnId,
      sessionId: input.turn.sessionId,
      call: 2,
      attempt: 1,
      provider: 'claude',
      at: facts.at,
    });
    expect(parseSnapshot('x', text.replace('version: 1', 'version: 2'))).toBeUndefined();
  });
});

describe('kept snapshots', () => {
  let home: TestHome;
  let now = NOON;
  beforeEach(() => {
    now = NOON;
  });
  afterEach(() => home.close());
  const at = (seconds: number): void => {
    now = new Date(NOON.getTime() + seconds * 1000);
  };

  it('are found by session and turn, newest first, also by a new process', async () => {
    home = await testHome({ now: () => now });
    const first = await home.prefrontal.writeSnapshot(input);
    at(1);
    const other = { sessionId: 's_2', turnId: 't_2' };
    const second = await home.prefrontal.writeSnapshot({ ...input, turn: other, attempt: 2 });
    expect(first).toBe('2026-11-21_12-00-00.000-0007q2-2');
    expect(second).toBe('2026-11-21_12-00-01.000-t2-2-2');
    const all = await home.prefrontal.listSnapshots({ limit: 10 });
    expect(all.map((one) => one.snapshotId)).toEqual([second, first]);
    const mine = await home.prefrontal.listSnapshots({ sessionId: 's_2', limit: 10 });
    expect(mine.map((one) => one.snapshotId)).toEqual([second]);
    expect((await home.prefrontal.getSnapshot(first))?.markdown).toContain('## Volatile context');
  });

  it('go oldest first when there is no more room', async () => {
    home = await testHome({ now: () => now, maxSnapshotBytes: 9_000 });
    const written: string[] = [];
    for (let i = 0; i < 8; i++) {
      at(i);
      written.push(await home.prefrontal.writeSnapshot(input));
    }
    const kept = (await home.prefrontal.listSnapshots({ limit: 100 })).map((one) => one.snapshotId);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(8);
    expect(kept.toReversed()).toEqual(written.slice(-kept.length));
    expect(await readdir(home.paths.snapshots)).toHaveLength(kept.length);
  });

  it('cannot be used to read other files', async () => {
    home = await testHome();
    await home.write('identity/soul.md', '---\nversion: 1\n---\nsecret');
    for (const id of ['../../identity/soul', '/etc/passwd', '', '2026-11-21_12-00-00.000-../x']) {
      expect(await home.prefrontal.getSnapshot(id)).toBeUndefined();
    }
  });

  it('do not stop a turn when they cannot be written', async () => {
    home = await testHome();
    await home.write('prefrontal/agents.md', 'x');
    await writeFile(home.paths.snapshots, 'a file where the folder should be');
    expect(await home.prefrontal.writeSnapshot(input)).toMatch(/^2026-/);
    await expect(home.prefrontal.buildContext(home.input('hello'))).resolves.toBeDefined();
  });
});
