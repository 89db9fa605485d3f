/** The product: a real home, indexed by the real cortex, searched and filled as a turn does it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCortex } from '../../../brain/cortex/index.ts';
import { visibleChunks } from '../../../brain/prefrontal/history.ts';
import { fillMemory } from '../../../brain/prefrontal/memory.ts';
import { createRas } from '../../../brain/ras/index.ts';
import type { Cortex, CortexHit } from '../../../brain/regions.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { type Unit, unitsOf } from './corpus.ts';
import { settableClock, type WrittenWorld, writeWorld } from './home.ts';
import type { Retriever } from './retriever.ts';

/** As many hits as a turn looks at. */
const MAX_HITS = 100;
/** Where a turn looks for memories. */
const sources = ['knowledge', 'episodes', 'sessions', 'outcomes', 'other'] as const;

export async function createOurs(): Promise<Retriever> {
  const root = await mkdtemp(join(tmpdir(), 'connectome-memory-bench-'));
  const clock = settableClock();
  const ras = createRas();
  let cortex: Cortex | undefined;
  let units: readonly Unit[] = [];
  let written: WrittenWorld = { unitOfTurn: new Map(), unitsOfFile: new Map() };

  function search(query: Parameters<Cortex['search']>[0]): readonly CortexHit[] {
    if (cortex === undefined) throw new Error('nothing is indexed yet');
    return cortex.search(query);
  }

  return {
    name: 'ours (cortex, ras, prefrontal)',
    async index(world) {
      units = unitsOf(world);
      written = await writeWorld(world, root);
      clock.set(world.questions[0]?.askedAt ?? Date.now());
      cortex = createCortex({
        paths: homePaths(root),
        clock,
        logger: silentLogger,
        onState: () => {},
      });
      await cortex.ready();
    },
    async search({ text, askedAt }, k) {
      clock.set(askedAt);
      const found = new Set<string>();
      for (const hit of search({ query: text, sources, limit: MAX_HITS })) {
        for (const id of unitsOfHit(hit, written)) found.add(id);
        if (found.size >= k) break;
      }
      return [...found].slice(0, k);
    },
    async fill({ text, askedAt }, budgetTokens) {
      clock.set(askedAt);
      const { parts } = fillMemory(search, ras, {
        text,
        sessionId: 's_new',
        visible: visibleChunks([]),
        cap: budgetTokens,
        now: clock.now(),
      });
      const prompt = flat(parts.map((part) => part.text).join('\n'));
      return units
        .filter(({ texts }) => linesOf(texts).every((line) => prompt.includes(line)))
        .map(({ id }) => id);
    },
    async close() {
      await cortex?.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Shorter lines ("Good.", "Noted.") may stand in any text. */
const TELLING = 20;

/** The units that a hit was cut from: its turn's, and those of its file of which it has a telling line. */
function unitsOfHit(hit: CortexHit, written: WrittenWorld): readonly string[] {
  const text = flat(hit.text);
  const turn = hit.turnId === undefined ? undefined : written.unitOfTurn.get(hit.turnId);
  const inFile = written.unitsOfFile.get(hit.path) ?? [];
  const quoted = inFile.filter(({ texts }) =>
    tellingLinesOf(texts).some((line) => text.includes(line)),
  );
  return [...(turn === undefined ? [] : [turn]), ...quoted.map(({ id }) => id)];
}

function tellingLinesOf(texts: readonly string[]): readonly string[] {
  const lines = linesOf(texts);
  const telling = lines.filter((line) => line.length >= TELLING);
  return telling.length > 0 ? telling : lines;
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
const linesOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split('\n')).flatMap((line) => flat(line).trim() || []);
