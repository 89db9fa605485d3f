/** Reads a Chromium trace: what the window's main thread did, frame by frame. */
export interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Of the processor: what else runs on the machine does not count. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly message?: string } };
}

/** Work of JavaScript; what is nested in another of these is not counted again. */
const script: ReadonlySet<string> = new Set([
  'FunctionCall',
  'EvaluateScript',
  'v8.compile',
  'v8.evaluateModule',
  'RunMicrotasks',
  'TimerFire',
  'EventDispatch',
  'FireAnimationFrame',
]);

export interface FrameFigures {
  /** Script per frame, in milliseconds of processor time, of frames in which there was any. */
  readonly scriptMs: readonly number[];
  /** Style, layout and painting per frame. */
  readonly drawMs: readonly number[];
  /** Tasks of the main thread. */
  readonly taskMs: readonly number[];
}

const drawing: ReadonlySet<string> = new Set([
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
]);

/** The page must have run a ticker of animation frames: each of its ticks begins a frame. */
export function framesOf(events: readonly TraceEvent[]): FrameFigures {
  const main = mainThread(events);
  const mine = events
    .filter((one) => one.pid === main?.pid && one.tid === main.tid && one.ph === 'X')
    .sort((a, b) => a.ts - b.ts);
  const ticks = mine.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  return {
    scriptMs: perFrame(outermost(mine, script), ticks).filter((ms) => ms > 0),
    drawMs: perFrame(outermost(mine, drawing), ticks).filter((ms) => ms > 0),
    taskMs: mine.filter(({ name }) => name.endsWith('RunTask')).map((task) => cost(task)),
  };
}

/** The renderer's main thread that ran most animation frames. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } | undefined {
  const counts = new Map<string, { pid: number; tid: number; count: number }>();
  for (const { name, pid, tid } of events) {
    if (name !== 'FireAnimationFrame') continue;
    const key = `${pid} ${tid}`;
    counts.set(key, { pid, tid, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0];
}

function outermost(
  events: readonly TraceEvent[],
  names: ReadonlySet<string>,
): readonly TraceEvent[] {
  const found: TraceEvent[] = [];
  let end = 0;
  for (const event of events) {
    if (!names.has(event.name) || event.ts < end) continue;
    found.push(event);
    end = event.ts + (event.dur ?? 0);
  }
  return found;
}

function perFrame(events: readonly TraceEvent[], ticks: readonly number[]): number[] {
  const sums = new Array<number>(Math.max(0, ticks.length - 1)).fill(0);
  let frame = 0;
  for (const event of events) {
    const { ts } = event;
    while (frame < sums.length && ts >= (ticks[frame + 1] ?? 0)) frame += 1;
    if (frame >= sums.length) break;
    if (ts >= (ticks[frame] ?? 0)) sums[frame] = (sums[frame] ?? 0) + cost(event);
  }
  return sums;
}

function cost({ tdur, dur = 0 }: TraceEvent): number {
  return (tdur ?? dur) / 1000;
}
