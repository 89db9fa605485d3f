/** What an answer costs the window while it streams, from the browser's own trace. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { heading, line, median, quantile, report } from '../figures.ts';
import type { FrameFigures } from './trace.ts';
import { type Figures, sockets, traced } from './traced.ts';

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
  let shortDeltas = 0;
  for (let n = 0; n < 5; n += 1) {
    const { frames, deltas } = await traced(browser, page, () => ask(page, 'short please'));
    short.push(...busy(frames));
    shortDeltas += deltas;
  }
  const long = await traced(browser, page, () => ask(page, 'long please'));
  const all = busy(long.frames);
  // The answer grows evenly: its last tenth is what it costs when it is 64 KB long.
  const end = all.slice(Math.floor(all.length * 0.9));
  report('4 KB: script per busy frame', short);
  report('64 KB: script per busy frame', all);
  report('64 KB: script per busy frame, its last tenth', end);
  line('64 KB: 95th percentile (at most 5 ms)', `${quantile(all, 0.95).toFixed(2)} ms`);
  const ratio = median(end) / median(short);
  line('its last tenth against 4 KB, medians (at most 2.5)', ratio.toFixed(2));
  const each = (frames: readonly number[], deltas: number): string =>
    `${(frames.reduce((sum, ms) => sum + ms, 0) / deltas).toFixed(2)} ms in ${deltas}`;
  line('script per delta: 4 KB; 64 KB', `${each(short, shortDeltas)}; ${each(all, long.deltas)}`);
  print(long);
}

/** Below this a frame had nothing to do but the bench's own ticker. */
const busyMs = 0.4;

const busy = ({ scriptMs }: FrameFigures): number[] => scriptMs.filter((ms) => ms > busyMs);

/** Sends it and waits for the end of its turn, which is heard on the wire: asking the page costs it. */
async function ask(page: Page, text: string): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    sockets.get(page)?.add(function listen(frame) {
      // Of a turn that ended now: the answer to a request tells of the ends of many older ones.
      if (!frame.includes('"method":"event"') || !frame.includes('"type":"done"')) return;
      sockets.get(page)?.delete(listen);
      resolve();
    });
  });
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await composer.fill(text);
  await composer.press('Enter');
  await ended;
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
