/** Runs a tool so that it always ends: with its result, at its time limit, or when it is stopped. */
import type { ToolResult, ToolRun } from '../regions.ts';
import type { ToolCall } from '../shared/model.ts';
import { codeOf } from '../shared/result.ts';
import { say } from '../shared/say.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import { StorageError } from '../storage/index.ts';
import { type BuiltInTool, failed, type ToolDeps } from './tool.ts';

export async function runInTime(
  tool: BuiltInTool,
  call: ToolCall,
  run: ToolRun,
  deps: ToolDeps,
): Promise<ToolResult> {
  // A command, or the process of a plugin, ends its own processes at its limit and reports what they said so far.
  // A question waits for its owner as long as he takes.
  const { kind, plugin, asksOwner } = tool.spec;
  if (kind === 'command' || plugin !== undefined || asksOwner === true) {
    return guarded(tool, call, run, deps, run.signal);
  }
  if (run.signal.aborted) return stoppedResult();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), run.timeoutMs);
  const signal = AbortSignal.any([run.signal, limit.signal]);
  const ended = new Promise<ToolResult>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(run.signal.aborted ? stoppedResult() : timeoutResult(run.timeoutMs));
    });
  });
  try {
    // A change that has begun is waited for: its result must say what happened to the file.
    const work = guarded(tool, call, { ...run, signal }, deps, signal);
    const result = await (tool.spec.readOnly ? Promise.race([work, ended]) : work);
    // The tool cannot tell who stopped it: with its owner still there it was the limit.
    const overTime = result.failure === 'stopped' && !run.signal.aborted;
    return overTime ? timeoutResult(run.timeoutMs) : result;
  } finally {
    clearTimeout(timer);
  }
}

function stoppedResult(): ToolResult {
  return failed('stopped', say('tool.stopped'));
}

function timeoutResult(ms: number): ToolResult {
  return failed('timeout', say('tool.timedOut', { ms }));
}

async function guarded(
  tool: BuiltInTool,
  call: ToolCall,
  run: ToolRun,
  deps: ToolDeps,
  signal: AbortSignal,
): Promise<ToolResult> {
  try {
    return await tool.run(call.args, run, deps);
  } catch (thrown) {
    if (signal.aborted) return stoppedResult();
    const denied = ['EACCES', 'EPERM'].includes(codeOf(thrown) ?? '');
    const storage = thrown instanceof StorageError && ['EACCES', 'EPERM'].includes(thrown.code);
    return failed(denied || storage ? 'permission' : 'error', sentenceOfThrown(thrown));
  }
}
