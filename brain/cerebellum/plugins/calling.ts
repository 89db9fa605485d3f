/**
 * A plugin's tools as they are called. Its files may change between the judgement of a call and its
 * run: the call waits for the version that is there by then, and runs only if that is as it was judged.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ToolResult, ToolSpec } from '../../regions.ts';
import { type BuiltInTool, failed } from '../tool.ts';
import type { AgreedTool } from './agreement.ts';
import type { Held } from './held.ts';
import { orStopped } from './or-stopped.ts';
import type { Runner } from './running.ts';

export function createCalling(deps: {
  /** By folder: the versions that there are now. */
  readonly held: ReadonlyMap<string, Held>;
  readonly runner: Pick<Runner, 'call'>;
}): { toolOf(one: Held, tool: AgreedTool): BuiltInTool } {
  /** The version that is there now, or why the call cannot run in it. */
  async function current(
    folder: string,
    name: string,
    signal: AbortSignal,
  ): Promise<{ readonly one: Held; readonly spec: ToolSpec } | ToolResult> {
    for (;;) {
      if (signal.aborted) return failed('stopped', 'Stopped by the owner.');
      const one = deps.held.get(folder);
      if (one?.state.kind === 'checking') {
        await orStopped(one.looked.promise, signal);
        continue;
      }
      if (one?.state.kind === 'asks') {
        return failed('permission', `"${name}" was changed, and its owner has not allowed it yet.`);
      }
      const tools = one?.state.kind === 'ready' ? one.state.tools : [];
      const tool = tools.find((own) => own.name === name);
      if (one === undefined || tool === undefined) {
        return failed('not_found', `There is no tool "${name}" any more.`);
      }
      return { one, spec: specOf(one, tool) };
    }
  }

  function toolOf(version: Held, tool: AgreedTool): BuiltInTool {
    const spec = specOf(version, tool);
    const { name } = tool;
    return {
      spec,
      async run(args, run) {
        for (;;) {
          const now = await current(version.folder, name, run.signal);
          if ('ok' in now) return now;
          if (!isDeepStrictEqual(judged(run.safety?.spec ?? spec), judged(now.spec))) {
            return failed('error', `"${name}" was changed meanwhile. Call it again.`);
          }
          const ran = await deps.runner.call(now.one, name, args, run);
          if (ran === undefined) continue;
          return isOwn(now.one) ? { ...ran, origin: { kind: 'own', name } } : ran;
        }
      },
    };
  }

  return { toolOf };
}

function specOf(one: Held, tool: AgreedTool): ToolSpec {
  const { permissions, name: capability } = one.skill;
  const { hosts, commands, write } = permissions;
  return {
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
  };
}

/** What a verdict goes by, and what the arguments were held against. */
const judged = ({ capability, readOnly, idempotent, parameters, plugin }: ToolSpec) => ({
  capability,
  readOnly,
  idempotent,
  parameters,
  plugin,
});

/** Only what confines it tells where its words can be from. */
function isOwn(one: Held): boolean {
  const { hosts, commands } = one.skill.permissions;
  return one.confined === true && isMindsOwn(one) && hosts.length + commands.length === 0;
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
