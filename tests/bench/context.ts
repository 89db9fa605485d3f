/** Context build and index search on generated workspaces. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCortex } from '../../brain/cortex/index.ts';
import { createPrefrontal } from '../../brain/prefrontal/index.ts';
import { createRas } from '../../brain/ras/index.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import { createRedactor } from '../../brain/shared/redact.ts';
import { systemClock } from '../../brain/shared/time.ts';
import { createStorage } from '../../brain/storage/index.ts';
import { defaultConfig } from '../../protocol/index.ts';
import { heading, line, report, time } from './figures.ts';
import { generateHome, questions } from './generated-home.ts';

/** `npm run bench` measures it last: making a hundred thousand chunks takes a while. */
export async function benchLargeIndex(notes: number): Promise<void> {
  heading(`Large index, ${notes.toLocaleString('en')} notes (3 chunks each)`);
  const root = await generateHome(notes);
  for (const when of ['first', 'restarted']) {
    const args = [...process.execArgv, join(import.meta.dirname, 'large-index.ts'), root, when];
    await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  }
  await rm(root, { recursive: true, force: true });
}

export async function benchContext(notes: number): Promise<void> {
  heading(`Context and search, ${notes.toLocaleString('en')} notes (3 chunks each)`);
  const root = await generateHome(notes);
  const shared = {
    paths: homePaths(root),
    storage: createStorage(),
    clock: systemClock,
    logger: silentLogger,
    redactor: createRedactor(),
  };
  const startedAt = performance.now();
  const cortex = createCortex({ ...shared, onState: () => {} });
  await cortex.ready();
  line(
    'first index',
    `${Math.round(performance.now() - startedAt)} ms, ${cortex.state().documents} documents`,
  );

  const asked = questions(200);
  const search = (n: number) =>
    cortex.search({ query: asked[(n + 3) % asked.length] ?? '', limit: 20 });
  report('cortex.search, one in ten questions of 120 words', await time(200, search));

  const prefrontal = createPrefrontal({
    ...shared,
    settings: { get: defaultConfig, onChange: () => () => {} },
    ras: createRas(),
    searchMemory: (query) => cortex.search(query),
    tools: () => [],
    skills: () => [],
    folderTrust: { judge: () => 'never', ask: () => {}, askAboutRules: () => {} },
  });
  const build = (n: number) =>
    prefrontal.buildContext({
      turn: { sessionId: 's_bench', turnId: `t_${n}` },
      text: asked[(n + 3) % asked.length] ?? '',
      attachments: [],
      history: [],
      target: {
        provider: 'bench',
        kind: 'openai',
        model: 'bench',
        contextWindow: 128_000,
        maxOutputTokens: 8_000,
        local: true,
      },
      workingDir: root,
      mode: 'default',
    });
  report('prefrontal.buildContext, warm', await time(200, build));
  await cortex.close();
  await rm(root, { recursive: true, force: true });
}
