import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './host.ts';

/** What the page, or a part of it (a selector), shows now is free of accessibility faults. */
export async function expectAccessible(page: Page, state: string, part = 'body'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(found, state).toEqual([]);
}
