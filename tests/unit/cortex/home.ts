/** A workspace in a temporary folder with a running index over it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CortexDeps, createCortex } from '../../../brain/cortex/index.ts';
import type { Cortex, CortexHit } from '../../../brain/regions.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { silentLogger } from '../../../brain/shared/log.ts';

export const NOW = new Date(2026, 10, 21, 12, 0, 0, 0);

export interface IndexHome {
  readonly paths: ReturnType<typeof homePaths>;
  write(path: string, text: string | Uint8Array): Promise<string>;
  /** Starts an index and does not wait for it. */
  launch(more?: Partial<CortexDeps>): Cortex;
  /** Starts an index and waits until it agrees with the files. */
  start(more?: Partial<CortexDeps>): Promise<Cortex>;
  close(): Promise<void>;
}

export async function indexHome(): Promise<IndexHome> {
  const root = await mkdtemp(join(tmpdir(), 'connectome-cortex-'));
  const paths = homePaths(root);
  await mkdir(paths.workspace, { recursive: true });
  const started: Cortex[] = [];
  function launch(more?: Partial<CortexDeps>): Cortex {
    const cortex = createCortex({
      paths,
      clock: { now: () => NOW },
      logger: silentLogger,
      onState: () => {},
      ...more,
    });
    started.push(cortex);
    return cortex;
  }
  return {
    paths,
    async write(path, text) {
      const absolute = join(paths.workspace, path);
      await mkdir(dirname(absolute), { recursive: true });
      await writeFile(absolute, text);
      return absolute;
    },
    launch,
    async start(more) {
      const cortex = launch(more);
      await cortex.ready();
      return cortex;
    },
    async close() {
      for (const cortex of started) await cortex.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export function find(cortex: Cortex, query: string, limit = 10): readonly CortexHit[] {
  return cortex.search({ query, limit });
}

export function pathsOf(hits: readonly CortexHit[]): readonly string[] {
  return hits.map((hit) => hit.path);
}

/** Looks again and again until `check` holds; the test's own time limit ends it otherwise. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20));
}
