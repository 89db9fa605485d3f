/** Runs one judged call: arguments that fit, a result that fits into a conversation, where it comes from, what changed. */
import type { Cerebellum, ToolResult, ToolRun } from '../regions.ts';
import type { ToolCall } from '../shared/model.ts';
import { say } from '../shared/say.ts';
import type { CheckArguments } from './arguments.ts';
import { changedByCommand, lookAt } from './changed-by-command.ts';
import { type Checkpoints, movedOf } from './checkpoints.ts';
import type { ServersRegion } from './mcp/index.ts';
import { serverKey } from './mcp/names.ts';
import type { Offer } from './offer.ts';
import { originOf } from './origin.ts';
import { cutMiddle, isTooLong } from './output-limit.ts';
import { runInTime } from './run-in-time.ts';
import { failed, type ToolDeps } from './tool.ts';

export interface ExecuteDeps {
  readonly offer: Pick<Offer, 'ownTool' | 'serverTool'>;
  readonly servers: Pick<ServersRegion, 'execute'>;
  readonly checkArguments: CheckArguments;
  readonly checkpoints: Pick<Checkpoints, 'proveMoves'>;
  readonly tools: ToolDeps;
}

export function createExecute(deps: ExecuteDeps): Cerebellum['executeTool'] {
  const { offer, tools } = deps;

  async function limited(result: ToolResult, run: ToolRun): Promise<ToolResult> {
    const output = tools.redact(result.output);
    if (result.truncated || !isTooLong(output)) return { ...result, output };
    // What it was made of is more than what stays of it.
    const { said: _, ...rest } = result;
    try {
      await tools.storage.write(run.fullOutputPath, output);
      const { fullOutputPath } = run;
      return {
        ...rest,
        output: cutMiddle(output, fullOutputPath),
        truncated: true,
        fullOutputPath,
      };
    } catch {
      // The cut text says that the whole could not be kept.
      return { ...rest, output: cutMiddle(output, undefined), truncated: true };
    }
  }

  async function executeOwn(call: ToolCall, run: ToolRun): Promise<ToolResult> {
    const tool = offer.ownTool(call.name);
    if (tool === undefined) return failed('not_found', say('tool.none', { name: call.name }));
    const problem = deps.checkArguments(tool.spec, call.args) ?? tool.check?.(call.args);
    if (problem !== undefined) return failed('validation', problem);
    // What only looks changes nothing that would have to be looked for.
    const watched = tool.spec.kind === 'command' && run.confinement !== 'vetted';
    const before = watched ? await lookAt(run.workingDir) : undefined;
    const ran = await limited(await runInTime(tool, call, run, tools), run);
    const origin = ran.origin ?? (await originOf(call, tool.spec, run, tools.userHome));
    const result = origin === undefined ? ran : { ...ran, origin };
    if (before === undefined) return result;
    const scope = { sessionId: run.turn.sessionId, workingDir: run.workingDir };
    const changedFiles = await changedByCommand(scope, before, tools.reads);
    if (changedFiles.length === 0) return result;
    const { toolCallId } = run;
    const moves = changedFiles.flatMap((one) => movedOf({ toolCallId, ...one }));
    if (moves.length > 0) await deps.checkpoints.proveMoves(run.turn.sessionId, moves);
    return { ...result, changedFiles };
  }

  return async (call, run) => {
    const tool = offer.serverTool(call.name);
    if (tool === undefined) return executeOwn(call, run);
    const ran = await limited(await deps.servers.execute(tool, call, run), run);
    return { ...ran, origin: { kind: 'mcp', name: serverKey(tool.server.name) } };
  };
}
