/**
 * `npm run bench:memory [-- <corpus file or folder>] [--split tuning|unseen]`: how much of what was
 * said is found again, beside a plain full-text search. Nothing here passes or fails.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, median, quantile } from '../figures.ts';
import { createBaseline } from './baseline.ts';
import { readCorpus, splits, unitsOf, type World } from './corpus.ts';
import { DEPTH, type Outcome } from './metrics.ts';
import { createOurs } from './ours.ts';
import { printComparison, printFigures } from './report.ts';
import type { Retriever } from './retriever.ts';

const BUDGET_TOKENS = 2000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { split: { type: 'string' } },
});
const only = splits.find((split) => split === values.split);
if (values.split !== undefined && only === undefined) {
  console.error(`--split is one of ${splits.join(', ')}`);
  process.exit(2);
}
const path = positionals[0] ?? join(import.meta.dirname, 'corpus');
const read = await readCorpus(path);
const worlds = read.filter(({ split }) => only === undefined || split === only);

console.log(`Connectome memory bench\n${machine()}`);
for (const world of worlds) {
  const exchanges = world.sessions.flatMap((session) => session.exchanges).length;
  console.log(
    `  ${world.name} (${world.split}): ${world.sessions.length} sessions, ${exchanges} exchanges, ` +
      `${world.notes.length} note sections, ${world.questions.length} questions`,
  );
}
if (worlds.length === 0) {
  console.error(`no worlds${only === undefined ? '' : ` of the split ${only}`} in ${path}`);
  process.exit(2);
}
const baseline = await measure('baseline', async () => createBaseline());
const ours = await measure('ours', createOurs);
printComparison(baseline, ours);

/** Asks every question of every world; each world has a memory of its own. */
async function measure(
  title: string,
  create: () => Promise<Retriever>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let name = title;
  for (const world of worlds) {
    const retriever = await create();
    name = retriever.name;
    try {
      await retriever.index(world);
      outcomes.push(...(await ask(retriever, world)));
    } finally {
      await retriever.close();
    }
  }
  printFigures(name, outcomes, BUDGET_TOKENS);
  const samples = outcomes.map(({ ms }) => ms);
  const [p50, p99] = [median(samples), quantile(samples, 0.99)].map((ms) => ms.toFixed(2));
  console.log(`  time per query: median ${p50} ms, p99 ${p99} ms, n ${samples.length}`);
  return outcomes;
}

async function ask(retriever: Retriever, world: World): Promise<Outcome[]> {
  const known = new Set(unitsOf(world).map(({ id }) => id));
  const outcomes: Outcome[] = [];
  for (const question of world.questions) {
    const startedAt = performance.now();
    const found = await retriever.search(question, DEPTH);
    const ms = performance.now() - startedAt;
    const kept = await retriever.fill(question, BUDGET_TOKENS);
    const unknown = [...found, ...kept].find((id) => !known.has(id));
    if (unknown !== undefined) throw new Error(`${retriever.name} found ${unknown}, no unit`);
    const { kind, evidence } = question;
    outcomes.push({ kind, split: world.split, evidence, found, kept, ms });
  }
  return outcomes;
}
