/** A command that a plugin declared: judged like every other one, and run by the same tool. */
import type { SafetyContext, ToolResult, ToolRun, Verdict } from '../../regions.ts';
import type { ToolCall } from '../../shared/model.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { ToolDeps } from '../tool.ts';
import { bashTool } from '../tools/bash.ts';

export type Judge = (call: ToolCall, context: SafetyContext) => Promise<Verdict>;

/**
 * The owner has allowed the program for this plugin and this call of its tool, which stands for the
 * question that a mode asks about every command. A rule, a pattern, a danger or taint that asks is more.
 */
const answered = new Set(['mode', 'no_sandbox']);

export async function runForPlugin(
  words: readonly [string, ...string[]],
  run: ToolRun,
  deps: ToolDeps,
  judge: Judge,
): Promise<Result<ToolResult>> {
  const command = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const call = { id: run.toolCallId, name: bashTool.spec.name, args: { command } };
  const { turn, workingDir, taint, safety } = run;
  const verdict = await judge(call, {
    turn,
    mode: 'default',
    workingDir,
    spec: bashTool.spec,
    // A skill that the owner has active, or his project's rules, hold for this command, too.
    ...(safety?.activeSkills === undefined ? {} : { activeSkills: safety.activeSkills }),
    ...(safety?.permissions === undefined ? {} : { permissions: safety.permissions }),
    ...(taint === undefined ? {} : { taint }),
  });
  if (verdict.level === 'block') return err(`Not allowed: ${verdict.reason}`);
  if (verdict.level === 'confirm' && !answered.has(verdict.source)) {
    return err(`A plugin cannot ask for this: ${verdict.reason}`);
  }
  const problem = bashTool.check?.(call.args);
  if (problem !== undefined) return err(problem);
  const { confinement } = verdict;
  const plain = await bashTool.run(
    call.args,
    {
      ...run,
      fullOutputPath: run.fullOutputPath.replace(/(\.log)?$/, `-${words[0]}$1`),
      ...(confinement === undefined ? {} : { confinement }),
    },
    deps,
  );
  return ok(plain);
}
