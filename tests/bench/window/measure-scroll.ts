/** What scrolling through a long conversation costs, and whether what is read stays where it is. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { heading, line, quantile, report } from '../figures.ts';
import { traced } from './traced.ts';

/** Notches of a wheel, one each 16 ms: as fast as hands do it for a while. */
const NOTCHES = 250;
const NOTCH = 150;

interface Places {
  readonly frames: number;
  /** By how many pixels the edges of turns that stayed on the screen moved, per frame. */
  readonly steps: readonly (readonly number[])[];
  readonly empty: number;
}

export async function measureScroll(
  browser: Browser,
  page: Page,
  sessionId: string,
  messages: number,
): Promise<void> {
  heading(
    `Scrolling by the wheel in a conversation of ${messages} messages with code, tables, math and diagrams`,
  );
  await page.goto(new URL(`/c/${sessionId}`, page.url()).href);
  await page.getByText(`Answer ${messages / 2}.`, { exact: true }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  // Up, where nothing was drawn before and pages are read meanwhile; down, where all was; and up again.
  for (const [name, by] of [
    ['up, for the first time', -NOTCH],
    ['down again', NOTCH],
    ['up again', -NOTCH],
  ] as const) {
    // Looking at places costs as well: each way is gone twice, once for its cost and once for its places.
    const { frames, intervals, longTasks } = await traced(browser, page, () => turn(devtools, by));
    report(`${name}: script per frame`, frames.scriptMs);
    report(`${name}: style, layout and paint per frame`, frames.drawMs);
    report(`${name}: from frame to frame`, intervals);
    line(
      `${name}: from frame to frame, 95th percentile`,
      `${quantile(intervals, 0.95).toFixed(1)} ms`,
    );
    const longest = Math.max(0, ...frames.taskMs).toFixed(0);
    line(
      `${name}: longest task; above 50 ms`,
      `${longest} ms; ${frames.taskMs.filter((ms) => ms > 50).length} (the page saw ${longTasks.length})`,
    );
    await page.evaluate('bench.watchPlaces()');
    await turn(devtools, by);
    const { frames: seen, steps, empty } = await page.evaluate<Places>('bench.watchedPlaces()');
    const wrong = steps
      .map((edges) => Math.max(0, ...edges.map((step) => step * Math.sign(by))))
      .filter((px) => px > 1);
    line(
      `${name}: frames in which something went the wrong way; farthest`,
      `${wrong.length} of ${seen}; ${Math.max(0, ...wrong).toFixed(0)} px`,
    );
    const torn = steps
      .map((edges) => Math.max(...edges) - Math.min(...edges))
      .filter((px) => px > 1);
    line(
      `${name}: frames in which turns moved apart; farthest`,
      `${torn.length} of ${seen}; ${Math.max(0, ...torn).toFixed(0)} px`,
    );
    line(`${name}: frames with an empty place`, `${empty} of ${seen}`);
  }
}

async function turn(devtools: CDPSession, deltaY: number): Promise<void> {
  for (let n = 0; n < NOTCHES; n += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, 16));
    await devtools.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x: 640,
      y: 400,
      deltaX: 0,
      deltaY,
    });
    await next;
  }
  // The last of it is still on its way.
  await new Promise((resolve) => setTimeout(resolve, 300));
}
