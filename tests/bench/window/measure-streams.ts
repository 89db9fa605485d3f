/** What an answer costs the window while it streams, from the browser's own trace. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { heading, line, median, quantile, report } from '../figures.ts';
import { type FrameFigures, framesOf, type TraceEvent } from './trace.ts';

interface Rate {
  readonly tokensPerSecond: number;
  readonly seconds: number;
}

export async function measureTokens(
  browser: Browser,
  page: Page,
  sessionId: string,
  rate: Rate,
): Promise<void> {
  heading(
    `${rate.tokensPerSecond} tokens per second for ${rate.seconds} s into a conversation of 5000 messages`,
  );
  await page.goto(new URL(`/c/${sessionId}`, page.url()).href);
  const figures = await traced(browser, page, () => ask(page, 'tokens please'));
  print(figures);
}

/** The floor of this machine and browser: the same text into a plain element. */
export async function measurePre(
  browser: Browser,
  context: BrowserContext,
  text: string,
  rate: Rate,
): Promise<void> {
  heading('The same text at the same rate into a plain <pre>');
  const page = await context.newPage();
  await page.setContent('<div style="height:700px;overflow:auto"><pre></pre></div>');
  const figures = await traced(browser, page, () =>
    page.evaluate<void>(
      `bench.writeInto(${JSON.stringify(text)}, ${(rate.tokensPerSecond * 8) / 100})`,
    ),
  );
  print(figures);
  await page.close();
}

export async function measureLongAnswer(
  browser: Browser,
  page: Page,
  sessionId: string,
): Promise<void> {
  heading('A markdown answer at 100 deltas per second');
  await page.goto(new URL(`/c/${sessionId}`, page.url()).href);
  const short: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { frames } = await traced(browser, page, () => ask(page, 'short please'));
    short.push(...frames.scriptMs);
  }
  const long = await traced(browser, page, () => ask(page, 'long please'));
  const all = long.frames.scriptMs;
  // The answer grows evenly: its last tenth is what it costs when it is 64 KB long.
  const end = all.slice(Math.floor(all.length * 0.9));
  report('4 KB: script per frame', short);
  report('64 KB: script per frame', all);
  report('64 KB: script per frame, its last tenth', end);
  line('4 KB: 95th percentile', `${quantile(short, 0.95).toFixed(2)} ms`);
  line('64 KB: 95th percentile (at most 5 ms)', `${quantile(all, 0.95).toFixed(2)} ms`);
  const ratio = (q: number): string => (quantile(end, q) / quantile(short, q)).toFixed(2);
  line('its last tenth against 4 KB (at most 2.5)', `median ${ratio(0.5)}, p95 ${ratio(0.95)}`);
  print(long);
}

interface Figures {
  readonly frames: FrameFigures;
  readonly intervals: readonly number[];
  readonly longTasks: readonly number[];
}

async function traced(browser: Browser, page: Page, run: () => Promise<void>): Promise<Figures> {
  await page.evaluate('bench.watch()');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', 'toplevel'] });
  await run();
  const seen = await page.evaluate<Omit<Figures, 'frames'>>('bench.watched()');
  const trace = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: readonly TraceEvent[];
  };
  return { frames: framesOf(trace.traceEvents), ...seen };
}

/** Sends it and waits for the end of its turn. */
async function ask(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill(text);
  await composer.press('Enter');
  await page.getByRole('button', { name: /^Stop/ }).waitFor();
  await page.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached' });
}

function print({ frames, intervals, longTasks }: Figures): void {
  report('script per frame', frames.scriptMs);
  report('style, layout and paint per frame', frames.drawMs);
  report('from frame to frame', intervals);
  const tasks = frames.taskMs;
  line(
    'longest task; above 50 ms',
    `${Math.max(0, ...tasks).toFixed(0)} ms; ${tasks.filter((ms) => ms > 50).length} (the page saw ${longTasks.length}, median ${longTasks.length === 0 ? 0 : median(longTasks).toFixed(0)} ms)`,
  );
}
