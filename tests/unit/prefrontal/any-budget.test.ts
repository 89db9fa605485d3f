import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { budgetCategories } from '../../../protocol/index.ts';
import { hit, skill, type TestHome, target, testHome } from './home.ts';

let home: TestHome;
beforeEach(async () => {
  home = await testHome();
});
afterEach(() => home.close());

it('holds every cap from a window of 4,000 tokens to one of a million, whatever the settings say', async () => {
  await home.write('identity/soul.md', `# Soul\n\n${'I am patient with dogs. '.repeat(900)}`);
  await home.write('prefrontal/agents.md', `# Rules\n\n${'Mind the dogs. '.repeat(900)}`);
  for (let n = 0; n < 60; n += 1) {
    const text = `Dog number ${n} ${`likes thing${n} `.repeat(n * 3)}`;
    home.hits.push(hit(`hippocampus/knowledge/n${n}.md`, `Dog ${n}`, text));
    if (n % 6 === 0) home.skills.push(skill(`dog${n}`, { triggers: ['dog'], body: text }));
  }
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const cap = fc.oneof(fc.constant(0), fc.nat({ max: 20_000 }));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.oneof(fc.constant(0), fc.nat({ max: 300_000 })),
      fc.record({
        identity: share,
        prefrontal: share,
        memory: share,
        skills: share,
        history: share,
      }),
      fc.record({ identity: cap, prefrontal: cap, memory: cap, skills: cap }),
      async (contextWindow, maxOutputTokens, budgetTokens, shares, caps) => {
        home.config = { ...home.config, context: { budgetTokens, shares, caps } };
        const to = { ...target, contextWindow, maxOutputTokens };
        const context = await home.prefrontal.buildContext(
          home.input('Which dog is it?', { target: to }),
        );
        let stable = 0;
        for (const name of budgetCategories) {
          const line = context.budget[name];
          expect(line?.used, name).toBeLessThanOrEqual(line?.cap ?? 0);
          if (line?.bound !== undefined && line.bound > 0) {
            expect(line.cap, name).toBeLessThanOrEqual(line.bound);
          }
          stable += line?.used ?? 0;
        }
        expect(stable).toBeLessThanOrEqual(contextWindow);
        // Every candidate is told once: in, or out with its reason.
        for (const { reason } of context.dropped) expect(reason).toBeTruthy();
        const memory = [...context.included, ...context.dropped].filter(
          ({ category }) => category === 'memory',
        );
        expect(memory).toHaveLength(home.hits.length);
      },
    ),
    { numRuns: 40 },
  );
});
