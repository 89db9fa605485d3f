/** What a plugin may ask of the brain while one of its calls runs: held against what it declared. */
import { z } from 'zod';
import type { JsonValue } from '../../../protocol/index.ts';
import type { ToolResult, ToolRun } from '../../regions.ts';
import { webUrl } from '../../shared/addresses.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { DeclaredPermissions } from '../skill-file.ts';
import { requestPage } from '../web/request.ts';
import type { CallHost } from './process.ts';

export interface HostCallDeps {
  isPublic(address: string): boolean;
  /** Judges and runs a command for the call; undefined where the rules do not let it. */
  runCommand(words: readonly [string, ...string[]], run: ToolRun): Promise<Result<ToolResult>>;
}

const sending = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z
    .string()
    .max(1024 * 1024)
    .optional(),
});

export function callHost(
  permissions: DeclaredPermissions,
  run: ToolRun,
  deps: HostCallDeps,
): CallHost {
  return {
    workingDir: run.workingDir,
    signal: run.signal,
    timeoutMs: run.timeoutMs,
    onOutput: (text) => run.onOutput('stdout', text),
    fetch: (url, options) => fetchFor(url, options, permissions.hosts, run.signal, deps),
    async run(program, given) {
      if (!permissions.commands.includes(program)) {
        return err(`"${program}" is not among the commands that SKILL.md declares.`);
      }
      const words = z.array(z.string()).safeParse(given);
      if (!words.success) return err('The words of a command are a list of texts.');
      const ran = await deps.runCommand([program, ...words.data], run);
      return ran.ok ? ok({ ok: ran.value.ok, output: ran.value.output }) : ran;
    },
  };
}

async function fetchFor(
  input: string,
  given: JsonValue,
  hosts: readonly string[],
  signal: AbortSignal,
  { isPublic }: HostCallDeps,
): Promise<Result<JsonValue>> {
  const page = webUrl(input, isPublic);
  if (!('url' in page)) return err(page.problem.text);
  const { hostname } = page.url;
  const isDeclared = hosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
  if (!isDeclared) return err(`${hostname} is not among the hosts that SKILL.md declares.`);
  const options = sending.safeParse(given);
  if (!options.success) return err(`fetch: ${z.prettifyError(options.error)}`);
  const answer = await requestPage(page.url, { signal, isPublic, send: options.data });
  if (!answer.ok) return err(answer.error.message);
  const { status, contentType, body, location } = answer.value;
  return ok({
    status,
    contentType,
    text: body.toString('utf8'),
    ...(location === undefined ? {} : { location }),
  });
}
