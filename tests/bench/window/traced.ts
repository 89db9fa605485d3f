/** Runs something in the page while the browser writes down what its main thread does. */
import type { Browser, Page } from 'playwright-core';
import { type FrameFigures, framesOf, type TraceEvent } from './trace.ts';

export interface Figures {
  readonly frames: FrameFigures;
  readonly intervals: readonly number[];
  readonly longTasks: readonly number[];
  /** Pieces of text that came meanwhile. */
  readonly deltas: number;
}

export async function traced(
  browser: Browser,
  page: Page,
  run: () => Promise<void>,
): Promise<Figures> {
  await page.evaluate('bench.watch()');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', 'toplevel'] });
  let deltas = 0;
  const count = (frame: string): void => {
    if (frame.includes('"type":"delta"')) deltas += 1;
  };
  sockets.get(page)?.add(count);
  await run();
  sockets.get(page)?.delete(count);
  const seen = await page.evaluate<Pick<Figures, 'intervals' | 'longTasks'>>('bench.watched()');
  const trace = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: readonly TraceEvent[];
  };
  return { frames: framesOf(trace.traceEvents), ...seen, deltas };
}

export const sockets = new WeakMap<Page, Set<(frame: string) => void>>();

/** Must be called before the page has connected. */
export function hearSocketOf(page: Page): void {
  const listeners = new Set<(frame: string) => void>();
  sockets.set(page, listeners);
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      for (const listener of listeners) listener(String(payload));
    });
  });
}
