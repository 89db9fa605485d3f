/** How soon another long conversation stands on the screen, and what is left behind in memory. */
import type { Page } from 'playwright-core';
import { heading, line, report } from '../figures.ts';

const SWITCHES = 20;
const MEMORY_SWITCHES = 50;

export async function measureSwitches(
  page: Page,
  sessionIds: readonly string[],
  messages: number,
): Promise<void> {
  heading(`Switching between conversations of ${messages} messages: click until they are painted`);
  const floor: number[] = [];
  for (let n = 0; n < 20; n += 1) floor.push(await page.evaluate<number>('bench.twoFrames()'));
  report('two frames of doing nothing', floor);
  const first: number[] = [];
  for (const sessionId of sessionIds) first.push(await switchTo(page, sessionId));
  report('the first time (the brain reads them from the disk)', first);
  const again: number[] = [];
  for (let n = 0; n < SWITCHES; n += 1) {
    again.push(await switchTo(page, sessionIds[n % sessionIds.length] ?? ''));
  }
  report('coming back (at most 150 ms)', again);
  // The window has forgotten them, the brain has not.
  const anew: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    // A window that stands still; how soon it does is measured as its start.
    await page.reload({ waitUntil: 'networkidle' });
    await page.locator(`a[href^="/c/"]`).first().waitFor();
    anew.push(await switchTo(page, sessionIds[(n + 1) % sessionIds.length] ?? ''));
  }
  report('the first time in this window (at most 150 ms)', anew);
}

export async function measureMemory(page: Page, sessionIds: readonly string[]): Promise<void> {
  heading(`Memory of the page after ${MEMORY_SWITCHES} switches, garbage collected`);
  const session = await page.context().newCDPSession(page);
  const used = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  };
  for (let n = 0; n < 12; n += 1) await switchTo(page, sessionIds[n % sessionIds.length] ?? '');
  const before = await used();
  for (let n = 0; n < MEMORY_SWITCHES; n += 1) {
    await switchTo(page, sessionIds[n % sessionIds.length] ?? '');
  }
  const after = await used();
  line(
    'before, after',
    `${before.toFixed(1)} MiB, ${after.toFixed(1)} MiB (${(after - before).toFixed(1)} MiB more)`,
  );
}

/** Milliseconds from the click to the frame in which the newest message of the other one stands. */
async function switchTo(page: Page, sessionId: string): Promise<number> {
  const link = page.locator(`a[href="/c/${sessionId}"]`).first();
  await link.waitFor();
  const handle = await link.elementHandle();
  await page.evaluate((element) => Object.assign(globalThis, { benchLink: element }), handle);
  return page.evaluate<number>(`bench.switchTo(benchLink, ${JSON.stringify(`Long ${sessionId}`)})`);
}
