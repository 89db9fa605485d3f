import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FENCE_RULE } from '../../../brain/shared/fence.ts';
import { hit, skill, type TestHome, testHome, tool } from './home.ts';

let home: TestHome;
beforeEach(async () => {
  home = await testHome();
  await home.write(
    'identity/soul.md',
    '---\nversion: 1\n---\n# Soul\n<!-- for you -->\nI am calm.\n',
  );
  await home.write('identity/user.md', '# User\nAda.\n');
  await home.write('prefrontal/agents.md', '# Rules\nBe brief.\n');
  home.tools.push(tool('Write'), tool('Bash'), tool('Read'));
  home.skills.push(skill('zebra'), skill('apple'));
});
afterEach(() => home.close());

describe('bytes that provider caches depend on', () => {
  it('are the same for two messages that have nothing in common (a score or a date in the prompt)', async () => {
    const first = await home.prefrontal.buildContext(home.input('hello'));
    home.hits.push(hit('hippocampus/knowledge/people.md', 'People', 'The dog is called Rex.'));
    const second = await home.prefrontal.buildContext(home.input('what is my dog called?'));
    expect(second.system).toBe(first.system);
    expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
    expect(second.volatile).not.toBe(first.volatile);
  });

  it('do not depend on the order in which tools and skills were registered', async () => {
    const first = await home.prefrontal.buildContext(home.input('hello'));
    home.tools.reverse();
    home.skills.reverse();
    const second = await home.prefrontal.buildContext(home.input('hello'));
    expect(second.system).toBe(first.system);
    expect(second.tools.map((one) => one.name)).toEqual(['Bash', 'Read', 'Write']);
    expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
  });

  it('show each file under its path, without front matter and comments', async () => {
    const { system } = await home.prefrontal.buildContext(home.input('hello'));
    expect(system).toBe(
      [
        '<identity>',
        '<source path="identity/soul.md">\n# Soul\n\nI am calm.\n</source>',
        '<source path="identity/user.md">\n# User\nAda.\n</source>',
        '</identity>',
        '',
        '<instructions>',
        '<source path="prefrontal/agents.md">\n# Rules\nBe brief.\n</source>',
        '</instructions>',
        '',
        FENCE_RULE,
        '',
        '<skills>',
        '- apple: About apple.',
        '- zebra: About zebra.',
        '</skills>',
      ].join('\n'),
    );
  });

  it('change with the next turn after a file was edited (a cache that is never left)', async () => {
    await home.prefrontal.buildContext(home.input('hello'));
    await home.write('identity/soul.md', '# Soul\nI am bold.\n');
    const { system } = await home.prefrontal.buildContext(home.input('hello'));
    expect(system).toContain('I am bold.');
    expect(system).not.toContain('calm');
    await rm(join(home.paths.workspace, 'identity', 'user.md'));
    const after = await home.prefrontal.buildContext(home.input('hello'));
    expect(after.system).not.toContain('Ada');
  });

  it('cut an oversized file at the same byte whatever the message is', async () => {
    await home.write(
      'identity/soul.md',
      `# Soul\n${'I remember every single thing. '.repeat(4000)}`,
    );
    const first = await home.prefrontal.buildContext(home.input('hello'));
    const second = await home.prefrontal.buildContext(home.input('things to remember'));
    expect(second.system).toBe(first.system);
    expect(first.system).toContain('cut here to fit; the rest is in identity/soul.md');
    expect(first.budget.identity.used).toBeLessThanOrEqual(first.budget.identity.cap);
    expect(first.dropped.map((one) => [one.path, one.reason])).toContainEqual([
      'identity/user.md',
      'over budget',
    ]);
  });

  it('keep the history as it was sent', async () => {
    const first = await home.prefrontal.buildContext(home.input('hello'));
    const history = [
      first.userEntry,
      {
        turnId: 't_1',
        message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hi.' }] },
      },
    ];
    const second = await home.prefrontal.buildContext(
      home.input('and now?', { turn: { sessionId: 's_1', turnId: 't_2' }, history }),
    );
    expect(JSON.stringify(second.messages.slice(0, 2))).toBe(
      JSON.stringify(history.map((entry) => entry.message)),
    );
  });
});
