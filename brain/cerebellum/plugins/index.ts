/**
 * Plugins: code of others that offers tools. Each runs in a process of its own, started when it is
 * needed, confined where this machine can, with nothing but what its SKILL.md declares and its owner
 * has allowed.
 *
 * Takes the skills that have one; gives tools. Must always hold: no code of a plugin runs before its
 * owner has seen what it may do; a call gets one result whatever the plugin does; of a version that is
 * replaced, switched off or deleted no process and no tool is left.
 */
import type { CapabilityInfo } from '../../../protocol/index.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import { joined, type Sentence, say } from '../../shared/say.ts';
import type { BuiltInTool } from '../tool.ts';
import type { AgreedTool } from './agreement.ts';
import type { Held, PluginsDeps, SkillWithPlugin, State } from './held.ts';
import { createLooking } from './looking.ts';
import { createRunner } from './running.ts';

export type { PluginQuestion, PluginsDeps } from './held.ts';

export type PluginInfo = NonNullable<CapabilityInfo['plugin']>;

export interface Plugins {
  /** All that are switched on. What is not in the list any more ends. */
  sync(skills: readonly SkillWithPlugin[]): void;
  tools(): readonly BuiltInTool[];
  info(folder: string): PluginInfo | undefined;
  /** The owner's word on a plugin, given without being asked. */
  decide(folder: string, allowed: boolean): Promise<Result<void, Sentence>>;
  /** The owner's word that its packages may be fetched; resolves when they are there. */
  installPackages(folder: string): Promise<Result<void, Sentence>>;
  /** Resolves when nothing is being looked at. What waits for the owner counts as looked at. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createPlugins(deps: PluginsDeps): Plugins {
  const { logger } = deps;
  const held = new Map<string, Held>();
  const work = new Set<Promise<unknown>>();
  let tools: readonly BuiltInTool[] | undefined;

  function track(job: Promise<unknown>): void {
    const tracked = job.catch((thrown: unknown) => {
      logger.error('a plugin could not be looked at', { reason: messageOf(thrown) });
    });
    work.add(tracked);
    void tracked.finally(() => work.delete(tracked));
  }

  function set(one: Held, state: State): void {
    if (one.gone.signal.aborted) return;
    one.state = state;
    tools = undefined;
    deps.onChange();
  }

  const runner = createRunner(deps, track);
  const looking = createLooking(deps, runner, { state: set, track });

  async function end(one: Held): Promise<void> {
    one.gone.abort();
    await runner.stop(one);
  }

  function toolOf(one: Held, tool: AgreedTool): BuiltInTool {
    const { permissions, name: capability } = one.skill;
    const { hosts, commands, write } = permissions;
    return {
      spec: {
        name: tool.name,
        description: tool.description,
        parameters: tool.parameters,
        kind: 'other',
        readOnly: tool.readOnly,
        idempotent: tool.idempotent,
        capability,
        ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
        plugin: {
          sends: hosts.length > 0 || commands.length > 0,
          changes: write.length > 0 || commands.length > 0,
          readsElsewhere: !isMindsOwn(one),
        },
      },
      async run(args, run) {
        const ran = await runner.call(one, tool.name, args, run);
        // Only what confines it tells where its words can be from.
        const own =
          one.confined === true && isMindsOwn(one) && hosts.length + commands.length === 0;
        return own ? { ...ran, origin: { kind: 'own', name: tool.name } } : ran;
      },
    };
  }

  /** Of two that give a tool the same name the first in the order of folders has it. */
  function collect(): readonly BuiltInTool[] {
    const found = new Map<string, BuiltInTool>();
    for (const one of [...held.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))) {
      if (one.state.kind !== 'ready') continue;
      for (const tool of one.state.tools) {
        if (!deps.isTaken(tool.name) && !found.has(tool.name))
          found.set(tool.name, toolOf(one, tool));
      }
    }
    return [...found.values()];
  }

  const allTools = (): readonly BuiltInTool[] => {
    tools ??= collect();
    return tools;
  };

  /** Tools of it that somebody else has. */
  function shadowed(one: Held): readonly Sentence[] {
    if (one.state.kind !== 'ready') return [];
    return one.state.tools
      .filter(
        ({ name }) =>
          allTools().find(({ spec }) => spec.name === name)?.spec.capability !== one.skill.name,
      )
      .map(({ name }) => say('plugin.nameTaken', { name }));
  }

  function problemsOf(one: Held): readonly Sentence[] {
    if (one.state.kind === 'broken') return [one.state.reason];
    return one.state.kind === 'ready' ? [...one.state.refused, ...shadowed(one)] : [];
  }

  return {
    sync(skills) {
      const wanted = new Map(skills.map((one) => [one.folder, one]));
      for (const [folder, one] of held) {
        const next = wanted.get(folder);
        if (next !== undefined && keyOf(next, deps.isSandboxOff()) === one.key) continue;
        held.delete(folder);
        tools = undefined;
        track(end(one));
      }
      for (const one of wanted.values()) {
        if (held.has(one.folder)) continue;
        const fresh: Held = {
          ...one,
          key: keyOf(one, deps.isSandboxOff()),
          gone: new AbortController(),
          state: { kind: 'checking' },
          confined: undefined,
          shipped: false,
          granted: { read: [], write: [], workingDir: 'none' },
          running: undefined,
          runsIn: '',
          calls: 0,
          callsIn: '',
          waiting: new Set(),
          idle: undefined,
          failures: 0,
          decided: undefined,
          asking: undefined,
        };
        held.set(one.folder, fresh);
        track(looking.look(fresh));
      }
    },
    tools: allTools,
    info(folder) {
      const one = held.get(folder);
      if (one === undefined) return undefined;
      const { state, skill, source, confined } = one;
      const problems = problemsOf(one);
      return {
        state: state.kind,
        // Where nobody has tried it out yet, nothing has run either.
        confined: confined ?? (!deps.isSandboxOff() && deps.sandbox.known()?.available !== false),
        permissions: {
          read: [...skill.permissions.read],
          write: [...skill.permissions.write],
          hosts: [...skill.permissions.hosts],
          commands: [...skill.permissions.commands],
        },
        dependencies: Object.entries(source.dependencies).map(
          ([name, version]) => `${name} ${version}`,
        ),
        problems: problems.map(({ text }) => text),
        said: { problems: joined(problems).said },
      };
    },
    async decide(folder, allowed) {
      const one = held.get(folder);
      if (one === undefined) return err(say('plugin.none'));
      if (one.decided !== undefined && one.state.kind === 'asks') {
        one.decided.resolve(allowed);
        await one.asking;
        return ok(undefined);
      }
      await looking.remember(one, allowed);
      await runner.stop(one);
      if (allowed) track(looking.look(one));
      else set(one, { kind: 'denied' });
      return ok(undefined);
    },
    async installPackages(folder) {
      const one = held.get(folder);
      if (one === undefined) return err(say('plugin.none'));
      if (Object.keys(one.source.dependencies).length === 0) return err(say('plugin.noPackages'));
      await runner.stop(one);
      return deps.installPackages(one.source);
    },
    async settled() {
      while (work.size > 0) await Promise.all(work);
    },
    async close() {
      const all = [...held.values()];
      held.clear();
      tools = undefined;
      await Promise.all(all.map(end));
      await this.settled();
    },
  };
}

/**
 * It reads nothing, or is the program's own and reads the mind with what is in comments left out: there
 * text from elsewhere stands.
 */
function isMindsOwn({ skill: { permissions }, shipped }: Held): boolean {
  const folders = [...permissions.read, ...permissions.write];
  return (
    folders.length === 0 || (shipped && folders.every((path) => path.startsWith('workspace/')))
  );
}

function keyOf({ skill, source }: SkillWithPlugin, sandboxOff: boolean): string {
  const { name, tools, permissions } = skill;
  const { hash, installed, entry } = source;
  return JSON.stringify([name, tools, permissions, hash, installed, entry, sandboxOff]);
}
