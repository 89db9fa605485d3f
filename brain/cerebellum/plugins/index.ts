/**
 * Plugins: code of others that offers tools. Each runs in a process of its own, started when it is
 * needed, confined where this machine can, with nothing but what its SKILL.md declares and its owner
 * has allowed.
 *
 * Takes the skills that have one; gives tools. Must always hold: no code of a plugin runs before its
 * owner has seen what it may do; a call gets one result whatever the plugin does; of a version that is
 * replaced, switched off or deleted no process and no tool is left. Between two versions the tools of the
 * one before stay offered; a call of them waits for the next one and runs there.
 */
import type { CapabilityInfo } from '../../../protocol/index.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import { joined, type Sentence, say } from '../../shared/say.ts';
import { sentenceOfThrown } from '../../shared/told-error.ts';
import type { BuiltInTool } from '../tool.ts';
import { createCalling } from './calling.ts';
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
  /** Versions that are replaced or switched off, until they are gone. */
  const leaving = new Map<string, Promise<unknown>>();
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
    if (state.kind !== 'checking') one.looked.resolve();
    deps.onChange();
  }

  const runner = createRunner(deps, track);
  const looking = createLooking(deps, runner, { state: set, track });

  async function end(one: Held): Promise<void> {
    one.gone.abort();
    one.looked.resolve();
    const before = leaving.get(one.folder);
    const left = Promise.allSettled([before, runner.stop(one)]);
    leaving.set(one.folder, left);
    await left;
    if (leaving.get(one.folder) === left) leaving.delete(one.folder);
  }

  /** Never beside the version before: both have the same temporary folder. */
  async function begin(one: Held): Promise<void> {
    await leaving.get(one.folder);
    await look(one);
  }

  async function look(one: Held): Promise<void> {
    if (one.gone.signal.aborted) return;
    try {
      await looking.look(one);
    } catch (thrown) {
      set(one, { kind: 'broken', reason: sentenceOfThrown(thrown) });
      throw thrown;
    }
  }

  const calling = createCalling({ held, runner });

  /** What it offers, or what the one before offered. */
  function toolsOf(one: Held): readonly BuiltInTool[] {
    const { state, toolsBefore } = one;
    if (state.kind === 'ready') return state.tools.map((tool) => calling.toolOf(one, tool));
    return state.kind === 'checking' ? toolsBefore : [];
  }

  /** Of two that give a tool the same name the first in the order of folders has it. */
  function collect(): readonly BuiltInTool[] {
    const found = new Map<string, BuiltInTool>();
    for (const one of [...held.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))) {
      for (const tool of toolsOf(one)) {
        const { name } = tool.spec;
        if (!deps.isTaken(name) && !found.has(name)) found.set(name, tool);
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
      const toolsBefore = new Map([...held.values()].map((one) => [one.folder, toolsOf(one)]));
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
          toolsBefore: toolsBefore.get(one.folder) ?? [],
          looked: Promise.withResolvers(),
          confined: undefined,
          shipped: false,
          granted: { read: [], write: [], workingDir: 'none' },
          running: undefined,
          stopping: undefined,
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
        track(begin(fresh));
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
      if (allowed) track(look(one));
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

function keyOf({ skill, source }: SkillWithPlugin, sandboxOff: boolean): string {
  const { name, tools, permissions } = skill;
  const { hash, installed, entry } = source;
  return JSON.stringify([name, tools, permissions, hash, installed, entry, sandboxOff]);
}
