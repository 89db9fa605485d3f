/** How soon the window can be used after the host is ready, and how much script that takes. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { heading, line, report } from '../figures.ts';

const STARTS = 10;

interface StartTimes {
  readonly paint: number;
  readonly interactive: number;
}

export async function measureStart(page: Page, url: string): Promise<void> {
  heading(`Start: first paint until the composer can be written in, ${STARTS} times`);
  const scripts = new Map<string, Buffer>();
  page.on('response', async (response) => {
    if (response.ok() && new URL(response.url()).pathname.endsWith('.js')) {
      scripts.set(response.url(), await response.body().catch(() => Buffer.alloc(0)));
    }
  });
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  const home = new URL('/', page.url()).href;
  const paints: number[] = [];
  const ready: number[] = [];
  const between: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await page.goto(home);
    const at = await page.evaluate<StartTimes>('bench.startTimes()');
    paints.push(at.paint);
    ready.push(at.interactive);
    between.push(Math.max(0, at.interactive - at.paint));
  }
  report('navigation to first contentful paint', paints);
  report('navigation to a composer with the focus', ready);
  report('first paint to interactive (at most 500 ms)', between);
  const bytes = [...scripts.values()].map((body) => gzipSync(body).length);
  const sum = bytes.reduce((all, size) => all + size, 0);
  line(
    'JavaScript at the start, gzipped (below 400 kB)',
    `${(sum / 1000).toFixed(0)} kB in ${bytes.length} files`,
  );
}
