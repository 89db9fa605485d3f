/**
 * Keeps the part of the memory small in which JavaScript makes new things. Left alone it grows to 64
 * MB and more, most of it empty; with an eighth of that nothing takes longer. Node takes a limit only
 * on its command line, which this process was started without: so the growing is ended when it is enough.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both halves of it together. */
const ENOUGH_BYTES = 8 * 1024 * 1024;

export function limitYoungSpace(): void {
  let grows = true;
  const adjust = (): void => {
    const mayGrow = youngSpaceBytes() < ENOUGH_BYTES;
    if (mayGrow === grows) return;
    grows = mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  };
  adjust();
  // It only grows where its garbage is collected; and it shrinks when little is done.
  new PerformanceObserver(adjust).observe({ entryTypes: ['gc'] });
}

export function youngSpaceBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return young?.space_size ?? 0;
}
