/**
 * A large index as its owner has it: just made, or opened by a process that starts. Run by `context.ts` in a
 * process of its own, whose memory is this alone: `large-index.ts <home> first|restarted`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCortex } from '../../brain/cortex/index.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { systemClock } from '../../brain/shared/time.ts';
import { limitYoungSpace } from '../../src-main/young-space.ts';
import { line, report, time } from './figures.ts';
import { questions } from './generated-home.ts';

const ROUNDS = 200;
const [, , home = '', when] = process.argv;
const name = when === 'first' ? 'first index' : 'after a restart';
const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

limitYoungSpace();
const paths = homePaths(home);
const startedAt = performance.now();
const cortex = createCortex({
  paths,
  clock: systemClock,
  logger: silentLogger,
  onState: () => {},
});
await cortex.ready();
line(`${name}: ready`, `${Math.round(performance.now() - startedAt)} ms`);
const asked = questions(ROUNDS);
// One in ten questions has 120 words.
const search = (n: number) =>
  cortex.search({ query: asked[(n + 3) % asked.length] ?? '', limit: 20 });
report(`${name}: the first searches`, await time(ROUNDS, search));
report(`${name}: the next ones`, await time(ROUNDS, search));
if (when === 'first') {
  const page = asked.join(' ');
  report(
    `${name}: searches for a pasted page`,
    await time(50, (n) => cortex.search({ query: `${page} ${n}`, limit: 20 })),
  );
  const changed = join(paths.knowledge, 'notes', 'note-0.md');
  report(
    'one changed file until it is found, asked for by name',
    await time(20, async (n) => {
      await writeFile(changed, `# Changed\n\nmarker${n + 100}\n`);
      await cortex.refresh([changed]);
    }),
  );
}
const most = mebibytes(process.resourceUsage().maxRSS * 1024);
line(`${name}: memory of the process`, `${mebibytes(process.memoryUsage.rss())}, at most ${most}`);
await cortex.close();
