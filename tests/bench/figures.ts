/** Small statistics and the one way figures are printed. */
import { cpus, totalmem } from 'node:os';

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** The value below which the share `q` (0..1) of the samples lies. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model ?? 'unknown CPU'}, ${cpus().length} cores, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
}

export function report(name: string, samples: readonly number[], unit = 'ms'): void {
  const [p50, p99] = [median(samples), quantile(samples, 0.99)].map((value) => value.toFixed(2));
  console.log(
    `  ${name.padEnd(58)} median ${p50} ${unit}, p99 ${p99} ${unit}, n ${samples.length}`,
  );
}

export function line(name: string, value: string): void {
  console.log(`  ${name.padEnd(58)} ${value}`);
}

export function heading(text: string): void {
  console.log(`\n${text}`);
}

/** Milliseconds that `run` takes, `times` over after `warmUp` rounds that do not count. */
export async function time(
  times: number,
  run: (round: number) => Promise<unknown> | unknown,
  warmUp = 3,
): Promise<number[]> {
  const samples: number[] = [];
  for (let round = -warmUp; round < times; round += 1) {
    const startedAt = performance.now();
    await run(round);
    if (round >= 0) samples.push(performance.now() - startedAt);
  }
  return samples;
}
