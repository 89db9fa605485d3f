import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cappedCategories, planBudget, raise } from '../../../brain/prefrontal/budget.ts';
import { budgetCategories, defaultConfig } from '../../../protocol/index.ts';

const settings = defaultConfig().context;
const share = fc.double({ min: 0, max: 1, noNaN: true });
const bound = fc.integer({ min: 0, max: 20_000 });
const anyCase = fc.record({
  window: fc.integer({ min: 1, max: 2_000_000 }),
  output: fc.integer({ min: 1, max: 200_000 }),
  tools: fc.integer({ min: 0, max: 50_000 }),
  context: fc.record({
    budgetTokens: fc.integer({ min: 0, max: 200_000 }),
    shares: fc.record({
      identity: share,
      prefrontal: share,
      memory: share,
      skills: share,
      history: share,
    }),
    caps: fc.record({ identity: bound, prefrontal: bound, memory: bound, skills: bound }),
  }),
});

describe('the budget', () => {
  it('is exactly what the settings say for a large window (wrong base, wrong rounding)', () => {
    const plan = planBudget({ contextWindow: 200_000, maxOutputTokens: 32_000 }, 3_000, settings);
    expect(plan).toEqual({
      total: 64_000,
      identity: { cap: 6_000, share: 9_600, bound: 6_000, decidedBy: 'bound' },
      prefrontal: { cap: 4_000, share: 6_400, bound: 4_000, decidedBy: 'bound' },
      memory: { cap: 4_000, share: 19_200, bound: 4_000, decidedBy: 'bound' },
      skills: { cap: 6_000, share: 12_800, bound: 6_000, decidedBy: 'bound' },
      history: { cap: 44_000, share: 16_000, decidedBy: 'rest' },
    });
  });

  it('takes reserve and tools from a small window (an answer that has no room)', () => {
    const plan = planBudget({ contextWindow: 8_192, maxOutputTokens: 8_192 }, 1_144, settings);
    expect(plan.total).toBe(8_192 - 2_048 - 1_144);
    expect(plan.identity).toEqual({ cap: 750, share: 750, bound: 6_000, decidedBy: 'share' });
    expect(plan.memory.cap).toBe(1_500);
    expect(plan.history).toEqual({ cap: 1_250, share: 1_250, decidedBy: 'share' });
  });

  it('never goes over B, a share or a bound', () => {
    fc.assert(
      fc.property(anyCase, ({ window, output, tools, context }) => {
        const plan = planBudget({ contextWindow: window, maxOutputTokens: output }, tools, context);
        const reserve = Math.min(output, Math.floor(window / 4));
        expect(plan.total).toBeLessThanOrEqual(Math.max(0, window - reserve - tools));
        expect(plan.total).toBeLessThanOrEqual(context.budgetTokens || 64_000);
        const sum = budgetCategories.reduce((all, name) => all + plan[name].cap, 0);
        expect(sum).toBeLessThanOrEqual(plan.total);
        for (const name of cappedCategories) {
          expect(plan[name].cap).toBeLessThanOrEqual(plan[name].share);
          if (context.caps[name] > 0)
            expect(plan[name].cap).toBeLessThanOrEqual(context.caps[name]);
        }
        expect(plan.history.cap).toBeGreaterThanOrEqual(plan.history.share);
      }),
    );
  });

  it('passes on what is left, never above the bound and never twice', () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: -10, max: 30_000 }), (one, left) => {
        const plan = planBudget(
          { contextWindow: one.window, maxOutputTokens: one.output },
          one.tools,
          one.context,
        );
        const raised = raise(plan.memory, left);
        expect(raised.cap).toBeGreaterThanOrEqual(plan.memory.cap);
        expect(raised.cap).toBeLessThanOrEqual(plan.memory.cap + Math.max(0, left));
        const limit = one.context.caps.memory;
        if (limit > 0) expect(raised.cap).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
