/** A home in a temporary folder with everything that the context builder needs, all of it real. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPrefrontal } from '../../../brain/prefrontal/index.ts';
import { createRas } from '../../../brain/ras/index.ts';
import type {
  ContextInput,
  Cortex,
  CortexHit,
  PreferenceDigest,
  Prefrontal,
  SkillSummary,
  ToolSpec,
} from '../../../brain/regions.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { hashOf } from '../../../brain/shared/ids.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import type { ModelTarget } from '../../../brain/shared/model.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { estimateTokens } from '../../../brain/shared/tokens.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { type Config, defaultConfig } from '../../../protocol/index.ts';

export const NOON = new Date(2026, 10, 21, 12, 0, 0, 0);

export const target: ModelTarget = {
  provider: 'claude',
  kind: 'anthropic',
  model: 'claude-sonnet-4-6',
  contextWindow: 200_000,
  maxOutputTokens: 32_000,
  local: false,
};

export interface TestHome {
  readonly prefrontal: Prefrontal;
  readonly paths: ReturnType<typeof homePaths>;
  readonly hits: CortexHit[];
  readonly skills: SkillSummary[];
  readonly tools: ToolSpec[];
  /** What the owner denied or corrected. */
  preferences: PreferenceDigest | undefined;
  readonly queries: Parameters<Cortex['search']>[0][];
  config: Config;
  write(path: string, text: string): Promise<void>;
  input(text: string, more?: Partial<ContextInput>): ContextInput;
  close(): Promise<void>;
}

export async function testHome(options?: {
  readonly maxSnapshotBytes?: number;
  readonly now?: () => Date;
}): Promise<TestHome> {
  const root = await mkdtemp(join(tmpdir(), 'connectome-prefrontal-'));
  const paths = homePaths(root);
  const storage = createStorage();
  const home: Omit<TestHome, 'prefrontal'> = {
    paths,
    hits: [],
    skills: [],
    tools: [],
    preferences: undefined,
    queries: [],
    config: defaultConfig(),
    async write(path, text) {
      await mkdir(dirname(join(paths.workspace, path)), { recursive: true });
      await writeFile(join(paths.workspace, path), text);
    },
    input: (text, more) => ({
      turn: { sessionId: 's_1', turnId: 't_1' },
      text,
      attachments: [],
      history: [],
      target,
      workingDir: '/home/ada/Connectome',
      mode: 'default',
      ...more,
    }),
    async close() {
      await home_.prefrontal.listSnapshots({ limit: 1 });
      await storage.settled();
      await rm(root, { recursive: true, force: true });
    },
  };
  const prefrontal = createPrefrontal({
    paths,
    storage,
    settings: { get: () => home_.config, onChange: () => () => {} },
    clock: { now: options?.now ?? (() => NOON) },
    logger: silentLogger,
    redactor: createRedactor(),
    ras: createRas(),
    preferences: async () => home.preferences,
    searchMemory: (query) => {
      home_.queries.push(query);
      return home_.hits;
    },
    tools: () => home_.tools,
    skills: () => home_.skills,
    folderTrust: { judge: () => 'never', ask: () => {}, askAboutRules: () => {} },
    ...(options?.maxSnapshotBytes === undefined
      ? {}
      : { maxSnapshotBytes: options.maxSnapshotBytes }),
  });
  const home_: TestHome = Object.assign(home, { prefrontal });
  return home_;
}

export function hit(
  path: string,
  heading: string,
  text: string,
  more?: Partial<CortexHit>,
): CortexHit {
  return {
    path,
    heading,
    source: 'knowledge',
    score: 0.8,
    snippet: '',
    text,
    hash: hashOf(text),
    tokens: estimateTokens(text),
    modified: NOON,
    ...more,
  };
}

export function tool(name: string): ToolSpec {
  return {
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: {} },
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'files',
  };
}

export function skill(name: string, more?: Partial<SkillSummary>): SkillSummary {
  return {
    name,
    description: `About ${name}.`,
    path: `cerebellum/${name}/SKILL.md`,
    triggers: [],
    body: `How to do ${name} step by step.`,
    folder: `/mind/cerebellum/${name}`,
    files: [],
    requires: [],
    allowedTools: [],
    ...more,
  };
}
