import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceBlock } from '../../../brain/prefrontal/system-prompt.ts';
import { estimateTokens } from '../../../brain/shared/tokens.ts';
import { hit, skill, type TestHome, target, testHome } from './home.ts';

let home: TestHome;
beforeEach(async () => {
  home = await testHome();
});
afterEach(() => home.close());

const words = fc
  .array(fc.constantFrom('dog', 'Müller', '東京', 'a', 'function()', '\n', '```', '-', '🦊'))
  .map((list) => list.join(' '));

describe('what does not fit', () => {
  it('never takes a block of files over its cap, by its real text', () => {
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 4 }),
        fc.integer({ min: 0, max: 300 }),
        (texts, cap) => {
          const sources = texts.map((text, index) => ({ path: `identity/${index}.md`, text }));
          const block = sourceBlock('identity', 'identity', sources, cap);
          expect(estimateTokens(block.text)).toBeLessThanOrEqual(cap);
          expect(block.included.length + block.dropped.length).toBe(sources.length);
        },
      ),
    );
  });

  it('keeps a workspace of thousands of notes within the same caps as one of ten', async () => {
    for (let i = 0; i < 200; i++) {
      const text = `Note ${i} about the dog: ${`word${i} `.repeat(100)}`;
      home.hits.push(hit(`hippocampus/knowledge/n${i}.md`, `Dog ${i}`, text));
    }
    for (let i = 0; i < 300; i++)
      home.skills.push(skill(`skill-${i}`, { triggers: ['dog'], body: `do ${i} `.repeat(200) }));
    for (const contextWindow of [200_000, 8_192, 2_000]) {
      const context = await home.prefrontal.buildContext(
        home.input('the dog', { target: { ...target, contextWindow, maxOutputTokens: 8_192 } }),
      );
      for (const [name, line] of Object.entries(context.budget)) {
        expect([name, line.used <= line.cap]).toEqual([name, true]);
      }
      expect(context.dropped.filter((one) => one.reason === undefined)).toEqual([]);
      const seen = [...context.included, ...context.dropped].filter(
        (one) => one.category === 'memory',
      );
      expect(seen).toHaveLength(200);
    }
  });

  it('raises memory by what identity leaves, up to its bound', async () => {
    home.config = { ...home.config, context: { ...home.config.context, budgetTokens: 4_000 } };
    const context = await home.prefrontal.buildContext(home.input('hello'));
    // 1,200 of its own, 600 of identity, 400 of prefrontal without its one standing sentence.
    const rule = context.budget.prefrontal.used;
    expect(rule).toBeLessThan(50);
    expect(context.budget.memory).toMatchObject({
      cap: 2_200 - rule,
      share: 1_200,
      decidedBy: 'rest',
    });
    expect(context.budget.skills).toMatchObject({
      cap: 3_000 - rule,
      share: 800,
      decidedBy: 'rest',
    });
    expect(context.budget.history.cap).toBe(1_000);
  });

  it('reports a file that cannot be used and goes on without it', async () => {
    await home.write('identity/soul.md', 'fine');
    await writeFile(join(home.paths.identity, 'binary.md'), Buffer.from([0, 1, 2, 255]));
    await mkdir(join(home.paths.root, 'elsewhere'));
    await writeFile(join(home.paths.root, 'elsewhere', 'secret.md'), 'outside');
    await symlink(
      join(home.paths.root, 'elsewhere', 'secret.md'),
      join(home.paths.identity, 'link.md'),
    );
    await writeFile(join(home.paths.identity, 'huge.md'), 'x'.repeat(2_000_000));
    const context = await home.prefrontal.buildContext(home.input('hello'));
    expect(context.system).toContain('fine');
    expect(context.system).not.toContain('outside');
    expect(context.dropped.map((one) => [one.path, one.reason])).toEqual([
      ['identity/binary.md', 'not UTF-8 text'],
      ['identity/huge.md', 'larger than 1 MB'],
      ['identity/link.md', 'a symbolic link that leads out of the workspace'],
    ]);
  });
});
