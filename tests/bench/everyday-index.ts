/**
 * The large index as its owner has it every day: made before, opened by a process that starts. Run by
 * `context.ts` in a process of its own, whose memory is this alone: `everyday-index.ts <home>`.
 */
import { createCortex } from '../../brain/cortex/index.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { systemClock } from '../../brain/shared/time.ts';
import { limitYoungSpace } from '../../src-main/young-space.ts';
import { line, report, time } from './figures.ts';
import { questions } from './generated-home.ts';

const ROUNDS = 200;

limitYoungSpace();
const cortex = createCortex({
  paths: homePaths(process.argv[2] ?? ''),
  clock: systemClock,
  logger: silentLogger,
  onState: () => {},
});
const startedAt = performance.now();
await cortex.ready();
line('after a restart: ready', `${Math.round(performance.now() - startedAt)} ms`);
const asked = questions(ROUNDS);
const search = (n: number) =>
  cortex.search({ query: asked[(n + 3) % asked.length] ?? '', limit: 20 });
report('after a restart: the first searches', await time(ROUNDS, search));
report('after a restart: the next ones', await time(ROUNDS, search));
line(
  'after a restart: memory of the process',
  `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`,
);
await cortex.close();
