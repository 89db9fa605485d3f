import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from './host.ts';

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  /** A selector; the whole page where absent. */
  readonly part?: string;
  /** Rules beside the usual ones. */
  readonly also?: readonly string[];
  /** These rules and no others, where the rest was looked at in the same place before. */
  readonly only?: readonly string[];
}

/** What the page, or a part of it, shows now is free of accessibility faults. */
export async function expectAccessible(
  page: Page,
  state: string,
  { part = 'body', also = [], only }: Look = {},
): Promise<void> {
  // The library's own builder brings axe along each time and opens a page to end in: thrice the time.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${source};0`);
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(also.map((rule) => [rule, { enabled: true }])),
    ...(only === undefined ? {} : { runOnly: only }),
    preload: false,
    iframes: false,
    selectors: false,
    elementRef: false,
  };
  const found = await page.evaluate<string[]>(`
    axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) =>
        id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`);
  expect(found, state).toEqual([]);
}

/** The same in light and dark colours, where nothing but the colours differs. */
export async function expectAccessibleInBoth(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${state}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${state}, dark`, { only: ['color-contrast'] });
}
