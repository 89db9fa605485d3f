/**
 * Cerebellum: what the mind can do. The built-in tools, and the skills in the workspace.
 *
 * Takes a judged tool call and runs it within its time; gives one result, cut where it is too long
 * for a conversation and kept whole in a file. Must always hold: arguments fit the tool's schema
 * before it runs; a path is checked again at the moment of use; a broken skill takes nothing else
 * down and never half works; nothing in a SKILL.md is executed.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CapabilityInfo } from '../../protocol/index.ts';
import type { Cerebellum, SkillPattern, TurnRef } from '../regions.ts';
import { isPublicAddress } from '../shared/addresses.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import { ok } from '../shared/result.ts';
import type { Clock } from '../shared/time.ts';
import { createArgumentCheck } from './arguments.ts';
import { createBackgroundCommands } from './background.ts';
import { openCatalogue, patternsOf, skillInfo, summaries } from './catalogue.ts';
import { createCheckpoints } from './checkpoints.ts';
import { createExecute } from './execute.ts';
import { createServers, type ServersDeps } from './mcp/index.ts';
import { createOffer } from './offer.ts';
import { createPlugins, type Plugins, type PluginsDeps } from './plugins/index.ts';
import { type PluginLimits, pluginLimits } from './plugins/limits.ts';
import { createPluginMemory } from './plugins/memory.ts';
import { installPackages } from './plugins/packages.ts';
import { type Judge, runForPlugin } from './plugins/run-command.ts';
import { createReadRegistry } from './read-registry.ts';
import { createSandbox } from './sandbox/index.ts';
import { createIntake } from './skills/intake.ts';
import { openLastGood } from './skills/last-good.ts';
import { createProposedSkills, type ProposedSkills } from './skills/proposed.ts';
import { shownError } from './skills/review.ts';
import type { BuiltInTool, ToolDeps } from './tool.ts';
import { toolsFor } from './tool-search/toolset.ts';
import { shellKey } from './tools/bash.ts';
import { builtInCapabilities, builtInTools } from './tools/index.ts';
import { createTrash } from './trash.ts';
import { createFileUndo } from './undo.ts';

/** What the tools need of other regions, and what the rest does. */
export interface CerebellumDeps
  extends Pick<
    ToolDeps,
    | 'paths'
    | 'storage'
    | 'settings'
    | 'recall'
    | 'knowledge'
    | 'proposals'
    | 'forgetting'
    | 'recollection'
  > {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Masks our own secrets in what tools write down. */
  readonly redactor: Pick<Redactor, 'own' | 'add'>;
  /** Is an address on the open internet? Only tests pass another answer. */
  readonly isPublic?: (address: string) => boolean;
  /** The user's home; the real one where absent. */
  readonly userHome?: string;
  /** What MCP servers need beyond that. */
  readonly servers: Pick<
    ServersDeps,
    'updateSettings' | 'secrets' | 'readEnvironment' | 'version' | 'ask' | 'openLink' | 'onChange'
  >;
  readonly host: PluginsDeps['host'];
  /** Smaller ones for tests. */
  readonly pluginLimits?: Partial<PluginLimits>;
  /** Folder of the skills that come with the program. */
  readonly shipped?: string;
  /** Asks the owner beside all conversations. */
  readonly askOwner: PluginsDeps['ask'];
  /** Judges a call as it is judged in a turn (amygdala knows). */
  readonly judge: Judge;
  /** The capabilities have changed: their names, and how many show an error. */
  onChange(names: readonly string[], errors: number): void;
}

export interface CerebellumRegion extends Cerebellum {
  /** The folder in which the session's shell stands; undefined: the working directory. */
  shellFolder(sessionId: string, workingDir: string): string | undefined;
  readonly plugins: Pick<Plugins, 'decide' | 'settled'>;
  readonly proposedSkills: ProposedSkills;
}

export async function createCerebellum(deps: CerebellumDeps): Promise<CerebellumRegion> {
  const { settings } = deps;
  const checkArguments = createArgumentCheck();
  const shellFolders = new Map<string, string>();
  const checkpoints = createCheckpoints(deps.paths, deps.storage);
  const sandbox = createSandbox(deps);
  const disabled = (): readonly string[] => settings.get().disabledCapabilities;
  const proposedSkills = createProposedSkills({ ...deps, reload: () => catalogue.reload() });
  const toolDeps: ToolDeps = {
    ...deps,
    userHome: deps.userHome ?? homedir(),
    reads: createReadRegistry(),
    shellFolders,
    background: createBackgroundCommands(),
    isPublic: deps.isPublic ?? isPublicAddress,
    keepForUndo: firstOfTurn(({ sessionId }, content) => checkpoints.keep(sessionId, content)),
    proveChange: ({ sessionId }, change) => checkpoints.prove(sessionId, change),
    sandbox,
    proposedSkills,
    skills: () => summaries(deps.paths.cerebellum, catalogue.skills(), disabled()),
    findTools: (query, limit) => offer.findTools(query, limit),
    redact: (text) => deps.redactor.own(text),
  };
  const intake = createIntake(deps);
  const plugins = createPlugins({
    ...deps,
    places: { paths: deps.paths, userHome: toolDeps.userHome },
    sandbox,
    isSandboxOff: () => !settings.get().sandbox.enabled,
    limits: { ...pluginLimits, ...deps.pluginLimits },
    memory: createPluginMemory({ ...deps, path: deps.paths.plugins }),
    isTaken: (name) =>
      name.startsWith('mcp__') || builtInTools.some(({ spec }) => spec.name === name),
    isPublic: toolDeps.isPublic,
    runCommand: (words, run) => runForPlugin(words, run, toolDeps, deps.judge),
    ask: deps.askOwner,
    installPackages: (source) =>
      installPackages(source, {
        storage: deps.storage,
        tempRoot: join(deps.paths.root, 'tmp'),
        userHome: toolDeps.userHome,
      }),
    onChange: announce,
  });
  await deps.storage.makeFolder(deps.paths.cerebellum);
  let patterns: { readonly disabled: readonly string[]; list: readonly SkillPattern[] } | undefined;
  let started = false;
  /** Code of plugins may run from now on. */
  let running = false;
  const catalogue = await openCatalogue({
    folder: deps.paths.cerebellum,
    lastGood: await openLastGood({ ...deps, folder: deps.paths.skillsGood }),
    logger: deps.logger,
    onChange: () => {
      patterns = undefined;
      if (!started) return;
      syncPlugins();
      announce();
    },
  });
  started = true;
  const servers = await createServers({
    ...deps,
    ...deps.servers,
    sandbox,
    userHome: toolDeps.userHome,
  });
  const offer = createOffer({
    disabled,
    pluginTools: plugins.tools,
    serverTools: servers.tools,
    triggers: () =>
      new Map(
        catalogue.skills().flatMap(({ skill }) => (skill ? [[skill.name, skill.triggers]] : [])),
      ),
  });

  function list(): readonly CapabilityInfo[] {
    const off = disabled();
    const skills = catalogue.skills().map((one) => {
      const info = skillInfo(one, catalogue.skills(), off, plugins.info(one.folder));
      return info.kind === 'plugin'
        ? { ...info, tools: toolsShown(plugins.tools(), info.name) }
        : info;
    });
    const builtIn = Object.entries(builtInCapabilities).map(([name, description]) => {
      const own = skills.find((skill) => skill.name === name);
      const tools = toolsShown(builtInTools, name);
      const base = { name, enabled: !off.includes(name), kind: 'builtin' as const, tools };
      return own
        ? { ...own, ...base, error: ownError(name) }
        : { ...base, description, path: '', triggers: [] };
    });
    const names = new Set(builtIn.map(({ name }) => name));
    return [...builtIn, ...skills.filter((skill) => !names.has(skill.name))];
  }

  /** SKILL.md of a built-in capability may list its tools: they are not a plugin's. */
  function ownError(name: string): CapabilityInfo['error'] {
    const one = catalogue.skills().find(({ skill, folder }) => (skill?.name ?? folder) === name);
    return one?.error && { file: `cerebellum/${one.folder}/SKILL.md`, ...shownError(one.error) };
  }

  /** Hands the plugins of all skills that are switched on to those who run them. */
  function syncPlugins(): void {
    if (!running) return;
    plugins.sync(
      catalogue
        .skills()
        .flatMap(({ folder, skill, plugin }) =>
          skill === undefined || plugin === undefined || disabled().includes(skill.name)
            ? []
            : [{ folder, skill, source: plugin }],
        ),
    );
  }

  const folderOf = (name: string): string =>
    catalogue.skills().find(({ skill, folder }) => (skill?.name ?? folder) === name)?.folder ??
    name;

  function announce(): void {
    const all = list();
    deps.onChange(
      all.map(({ name }) => name),
      all.filter(({ error }) => error !== undefined).length,
    );
  }

  const switches = (): string =>
    [...disabled(), settings.get().sandbox.enabled ? 'sandbox' : ''].join('\n');
  let lastSwitches = switches();
  const unsubscribe = settings.onChange(() => {
    const now = switches();
    if (now === lastSwitches) return;
    lastSwitches = now;
    syncPlugins();
    announce();
  });

  return {
    tools: offer.all,
    offered: (found) => toolsFor(offer.toolset(), found),
    check(name, args) {
      const tool = offer.ownTool(name);
      // Whether it may be called at all is not a question of its arguments.
      if (tool === undefined) return undefined;
      return checkArguments(tool.spec, args) ?? tool.check?.(args);
    },
    executeTool: createExecute({ offer, servers, checkArguments, checkpoints, tools: toolDeps }),
    servers,
    undo: createFileUndo({ ...deps, checkpoints, trash: createTrash(deps) }),
    skills: toolDeps.skills,
    patterns() {
      const off = disabled();
      // The same list until something changes: it is compiled once per list.
      if (patterns?.disabled !== off) {
        patterns = { disabled: off, list: patternsOf(catalogue.skills(), off) };
      }
      return patterns.list;
    },
    list,
    start() {
      running = true;
      syncPlugins();
    },
    plugins,
    proposedSkills,
    async allowPlugin(name, allowed) {
      const decided = await plugins.decide(folderOf(name), allowed);
      await plugins.settled();
      return decided;
    },
    intake: {
      review: intake.review,
      async install(attachmentId, folders, { allowPlugins }) {
        const installed = await intake.install(attachmentId, folders);
        await catalogue.reload();
        if (!installed.ok) return installed;
        await plugins.settled();
        for (const folder of installed.value) {
          if (allowPlugins && plugins.info(folder)?.state === 'asks') {
            await plugins.decide(folder, true);
          }
        }
        await plugins.settled();
        const taken = catalogue.skills().filter(({ folder }) => installed.value.includes(folder));
        const names = taken.map(({ skill, folder }) => skill?.name ?? folder);
        return ok(list().filter(({ name }) => names.includes(name)));
      },
    },
    async installPackages(name) {
      const installed = await plugins.installPackages(folderOf(name));
      await catalogue.reload();
      await plugins.settled();
      return installed;
    },
    async reload() {
      await catalogue.reload();
      return list();
    },
    sandbox: () => toolDeps.sandbox.state(),
    async close() {
      unsubscribe();
      running = false;
      await Promise.all([servers.close(), plugins.close(), toolDeps.background.close()]);
      await toolDeps.sandbox.close();
      await catalogue.close();
    },
    shellFolder: (sessionId, workingDir) => shellFolders.get(shellKey(sessionId, workingDir)),
  };
}

const toolsShown = (tools: readonly BuiltInTool[], capability: string): CapabilityInfo['tools'] =>
  tools
    .filter(({ spec }) => spec.capability === capability)
    .map(({ spec: { name, description, readOnly } }) => ({ name, description, readOnly }));

const REMEMBERED_FILES = 5000;

/** Undoing a turn leads back to before its first change; what it made in between is not kept. */
function firstOfTurn(keep: (turn: TurnRef, content: Uint8Array) => Promise<void>) {
  const kept = new Set<string>();
  return async (turn: TurnRef, real: string, content: Uint8Array): Promise<void> => {
    const key = `${turn.turnId}\0${real}`;
    if (kept.has(key)) return;
    await keep(turn, content);
    // Forgetting costs a needless copy, no more.
    if (kept.size >= REMEMBERED_FILES) kept.clear();
    kept.add(key);
  };
}
