/**
 * The skills in the workspace: found, checked, reloaded when a file changes. A file that is broken
 * keeps its last good version active, also over a restart, and shows its error.
 */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { CapabilityInfo } from '../../protocol/index.ts';
import type { SkillPattern, SkillSummary } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Sentence, say, sentenceOf, spoken } from '../shared/say.ts';
import { skillWords } from '../shared/shipped.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import { type PluginSource, pluginSource } from './plugins/source.ts';
import { MAX_SKILL_BYTES, parseSkill, type Skill, type SkillError } from './skill-file.ts';
import type { LastGood } from './skills/last-good.ts';
import { referenceFiles } from './skills/reference-files.ts';
import { shownError } from './skills/review.ts';
import { builtInCapabilities } from './tools/index.ts';

export interface LoadedSkill {
  readonly folder: string;
  /** The version in force; absent when the file was never good. */
  readonly skill?: Skill;
  readonly error?: SkillError;
  readonly plugin?: PluginSource;
  /** Why its plugin cannot be taken in. */
  readonly pluginError?: Sentence;
  /** What else there is to read in its folder. */
  readonly files: readonly string[];
}

export interface Catalogue {
  skills(): readonly LoadedSkill[];
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** A file is written in pieces; the last one is waited for. */
const SETTLE_MS = 60;

export async function openCatalogue(deps: {
  /** `workspace/cerebellum`. */
  readonly folder: string;
  readonly lastGood: LastGood;
  readonly logger: Logger;
  onChange(): void;
}): Promise<Catalogue> {
  let loaded: readonly LoadedSkill[] = [];
  let running: Promise<void> = Promise.resolve();

  async function loadAll(): Promise<void> {
    const folders = await skillFolders(deps.folder);
    const before = new Map(loaded.map((one) => [one.folder, one]));
    const read = folders.map((folder) =>
      loadOne(deps.folder, folder, before.get(folder), deps.lastGood),
    );
    const next = (await Promise.all(read)).flatMap((one) => one ?? []);
    deps.lastGood.only(next.map(({ folder }) => folder));
    const unique = refuseDoubles(next);
    const changed = JSON.stringify(unique) !== JSON.stringify(loaded);
    loaded = unique;
    if (changed) deps.onChange();
  }

  /** One at a time: two changes in a row must not end with the older state. */
  function reload(): Promise<void> {
    running = running.then(loadAll).catch((thrown: unknown) => {
      deps.logger.error('skills could not be loaded', { reason: messageOf(thrown) });
    });
    return running;
  }

  await reload();
  let timer: NodeJS.Timeout | undefined;
  const watcher: FSWatcher = watch(deps.folder, {
    ignoreInitial: true,
    // A plugin's own folders are deeper than SKILL.md.
    depth: 5,
    ignored: (path) => /[/\\](?:node_modules|\.git)(?:[/\\]|$)|\.tmp$/.test(path),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), SETTLE_MS);
  });
  // What changed while the watcher took its first look was not reported as a change.
  watcher.on('ready', () => void reload());
  watcher.on('error', (thrown) => {
    deps.logger.warn('skills are not watched for changes', { reason: messageOf(thrown) });
  });

  return {
    skills: () => loaded,
    reload,
    async close() {
      clearTimeout(timer);
      await watcher.close();
      await running;
      await deps.lastGood.settled();
    },
  };
}

async function skillFolders(root: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .filter((name) => name !== 'node_modules' && name !== '.git')
      .sort();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

async function loadOne(
  root: string,
  folder: string,
  before: LoadedSkill | undefined,
  lastGood: LastGood,
): Promise<LoadedSkill | undefined> {
  const kept = async (): Promise<Pick<LoadedSkill, 'skill'>> => {
    const skill = before?.skill ?? (await lastGood.of(folder));
    return skill === undefined ? {} : { skill };
  };
  let source: string;
  try {
    const path = join(root, folder, 'SKILL.md');
    source = (await readRegularFile(path, { maxBytes: MAX_SKILL_BYTES })).toString('utf8');
  } catch (thrown) {
    const code = codeOf(thrown);
    // A folder without SKILL.md is no skill.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const error = { reason: say('skill.unreadable', { why: messageOf(thrown) }) };
    const files = before?.files ?? [];
    return { folder, files, error, ...(await kept()) };
  }
  const [plugin, files] = await Promise.all([
    pluginOf(join(root, folder)),
    referenceFiles(join(root, folder)),
  ]);
  const parsed = parseSkill(source);
  if (!parsed.ok) return { folder, ...plugin, files, error: parsed.error, ...(await kept()) };
  lastGood.keep(folder, source);
  return { folder, ...plugin, files, skill: parsed.value };
}

async function pluginOf(folder: string): Promise<Pick<LoadedSkill, 'plugin' | 'pluginError'>> {
  try {
    const plugin = await pluginSource(folder);
    return plugin === undefined ? {} : { plugin };
  } catch (thrown) {
    return { pluginError: sentenceOfThrown(thrown) };
  }
}

/** Two folders with one name: the first stays, the second is refused. */
function refuseDoubles(list: readonly LoadedSkill[]): readonly LoadedSkill[] {
  const owners = new Map<string, string>();
  return list.map((one) => {
    if (one.skill === undefined) return one;
    const owner = owners.get(one.skill.name);
    if (owner === undefined) {
      owners.set(one.skill.name, one.folder);
      return one;
    }
    const { skill, ...rest } = one;
    return { ...rest, error: { reason: say('skill.nameTaken', { name: skill.name, owner }) } };
  });
}

/** What the model is offered of the skills that are switched on. */
export function summaries(
  root: string,
  skills: readonly LoadedSkill[],
  disabled: readonly string[],
): readonly SkillSummary[] {
  return skills.flatMap(({ skill, folder, files }) =>
    skill === undefined || disabled.includes(skill.name)
      ? []
      : [
          {
            name: skill.name,
            description: skill.description,
            path: `cerebellum/${folder}/SKILL.md`,
            triggers: skill.triggers,
            body: skill.body,
            folder: join(root, folder),
            files,
            requires: skill.requires,
            allowedTools: skill.allowedTools,
          },
        ],
  );
}

/** Patterns tighten only; those of a skill that is switched off do not count. */
export function patternsOf(
  skills: readonly LoadedSkill[],
  disabled: readonly string[],
): readonly SkillPattern[] {
  return skills.flatMap(({ skill }) =>
    skill === undefined || disabled.includes(skill.name) ? [] : skill.patterns,
  );
}

export function skillInfo(
  one: LoadedSkill,
  all: readonly LoadedSkill[],
  disabled: readonly string[],
  plugin: CapabilityInfo['plugin'],
): CapabilityInfo {
  const { skill, folder } = one;
  const name = skill?.name ?? basename(folder);
  const file = `cerebellum/${folder}/SKILL.md`;
  const error = one.error ?? limitOf(one, all, plugin);
  return {
    name,
    ...spoken({ description: skillWords(skill?.description ?? '') }),
    kind: one.plugin === undefined && one.pluginError === undefined ? 'skill' : 'plugin',
    enabled: !disabled.includes(name),
    path: file,
    tools: [],
    triggers: [...(skill?.triggers ?? [])],
    ...(plugin === undefined ? {} : { plugin }),
    ...(error ? { error: { file, ...shownError(error) } } : {}),
  };
}

/** What is missing for a skill that is itself in order. */
function limitOf(
  { skill, folder, plugin: source, pluginError }: LoadedSkill,
  all: readonly LoadedSkill[],
  plugin: CapabilityInfo['plugin'],
): (SkillError & { readonly file?: string }) | undefined {
  if (skill === undefined) return undefined;
  const found = plugin?.problems.join(' ') ?? '';
  const reason =
    found === ''
      ? pluginError
      : sentenceOf({ found, said: { found: plugin?.said?.problems } }, 'found');
  if (reason !== undefined) return { file: `cerebellum/${folder}/plugin`, reason };
  if (source === undefined && skill.tools.length > 0) {
    const listed = skill.tools.map(({ name }) => name).join(', ');
    return { reason: say('skill.noPlugin', { tools: listed }) };
  }
  const known = new Set([
    ...Object.keys(builtInCapabilities),
    ...all.flatMap((other) => (other.skill ? [other.skill.name] : [])),
  ]);
  const missing = skill.requires.filter((name) => !known.has(name));
  return missing.length === 0
    ? undefined
    : { reason: say('skill.needs', { names: missing.join(', ') }) };
}
