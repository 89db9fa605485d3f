/** The processes of plugins: started when they are needed, ended when they are not. */
import type { ToolResult, ToolRun } from '../../regions.ts';
import { newId } from '../../shared/ids.ts';
import { err, type Result } from '../../shared/result.ts';
import { type Sentence, say, verbatim } from '../../shared/say.ts';
import { type BuiltInTool, failed } from '../tool.ts';
import { watchDisk } from './disk-watch.ts';
import type { Held, PluginsDeps } from './held.ts';
import { callHost } from './host-calls.ts';
import { launch } from './launch.ts';
import { orStopped } from './or-stopped.ts';
import { openPlugin, type PluginProcess } from './process.ts';

export interface Runner {
  /** Does the sandbox hold it to what it may reach? */
  confines(one: Held): Promise<boolean>;
  /** The process, started where there is none. */
  running(one: Held, workingDir: string): Promise<Result<PluginProcess, Sentence>>;
  /** Undefined: it was replaced or switched off before the call reached it. */
  call(one: Held, tool: string, args: ToolArguments, run: ToolRun): Promise<ToolResult | undefined>;
  /** From now on it may end when nobody calls it for a while. */
  rest(one: Held): void;
  stop(one: Held): Promise<void>;
}

type ToolArguments = Parameters<BuiltInTool['run']>[0];

export function createRunner(deps: PluginsDeps, track: (job: Promise<unknown>) => void): Runner {
  async function stop(one: Held): Promise<void> {
    clearTimeout(one.idle);
    const { running, stopping } = one;
    one.running = undefined;
    one.stopping = (async () => {
      await stopping;
      const process = await running;
      if (process?.ok) await process.value.stop();
    })();
    await one.stopping;
  }

  async function confines(one: Held): Promise<boolean> {
    one.confined ??= !deps.isSandboxOff() && (await deps.sandbox.state()).available;
    return one.confined;
  }

  async function running(one: Held, workingDir: string): Promise<Result<PluginProcess, Sentence>> {
    const runsIn = folderFor(one, workingDir);
    const seen = one.running;
    const before = await seen;
    // Somebody else began to start it meanwhile.
    if (one.running !== seen) return running(one, workingDir);
    const isUsable = before?.ok === true && !before.value.hasEnded && one.runsIn === runsIn;
    if (isUsable) return before;
    if (one.gone.signal.aborted) return err(say('plugin.changedMeanwhile'));
    one.runsIn = runsIn;
    const starting = (async () => {
      // Both have the same temporary folder, which is emptied when the one before is gone.
      await one.stopping;
      if (before?.ok === true) await before.value.stop();
      return start(one, workingDir);
    })();
    one.running = starting;
    const started = await starting;
    if (!started.ok) {
      one.failures += 1;
      if (one.running === starting) one.running = undefined;
    } else {
      one.failures = 0;
      if (one.gone.signal.aborted) await started.value.stop();
    }
    return started;
  }

  async function start(one: Held, workingDir: string): Promise<Result<PluginProcess, Sentence>> {
    const { granted, source } = one;
    const confined = await confines(one);
    const mark = newId('c');
    const more = granted.workingDir === 'none' ? [] : [workingDir];
    const write = [...granted.write, ...(granted.workingDir === 'write' ? more : [])];
    const launched = await launch(
      {
        name: one.skill.name,
        folder: source.folder,
        read: [...granted.read, ...(granted.workingDir === 'read' ? more : [])],
        write,
        confined,
        mark,
      },
      deps,
    );
    if (!launched.ok) return err(verbatim(launched.error));
    const { child, temp } = launched.value;
    const opened = await openPlugin({
      child,
      ...(confined ? {} : { mark }),
      entry: source.entry,
      context: { folder: source.folder, temp },
      limits: deps.limits,
      log: (text) => deps.logger.info('a plugin says', { plugin: one.folder, text }),
      watch: (end) => watchDisk({ temp, write, limits: deps.limits }, end),
      onEnd: () => {},
    });
    return opened;
  }

  function rest(one: Held): void {
    clearTimeout(one.idle);
    if (one.calls > 0) return;
    one.idle = setTimeout(() => {
      if (one.calls === 0) track(stop(one));
    }, deps.limits.idleMs).unref();
  }

  async function call(
    one: Held,
    name: string,
    args: ToolArguments,
    run: ToolRun,
  ): Promise<ToolResult | undefined> {
    if (one.failures >= deps.limits.failedStarts) {
      return failed('error', say('plugin.failsToStart'));
    }
    const folder = folderFor(one, run.workingDir);
    // It sees one working folder at a time: a call in another one waits until this is over.
    while (one.calls > 0 && one.callsIn !== folder) {
      await endOfCalls(one, run.signal);
      if (run.signal.aborted) return failed('stopped', say('tool.stopped'));
    }
    clearTimeout(one.idle);
    one.calls += 1;
    one.callsIn = folder;
    try {
      const started = await running(one, run.workingDir);
      if (one.gone.signal.aborted) return undefined;
      if (!started.ok) return failed('error', say('plugin.doesNotStart', { why: started.error }));
      return await started.value.call(name, args, callHost(one.skill.permissions, run, deps));
    } finally {
      one.calls -= 1;
      if (one.calls === 0) for (const wake of one.waiting) wake();
      rest(one);
    }
  }

  return { confines, running, call, rest, stop };
}

/** The working folder that its process sees; empty where it sees none. */
const folderFor = (one: Held, workingDir: string): string =>
  one.granted.workingDir === 'none' ? '' : workingDir;

function endOfCalls({ waiting }: Held, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.add(resolve);
  return orStopped(promise, signal).finally(() => waiting.delete(resolve));
}
