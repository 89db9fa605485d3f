/** A server's tools as the pipeline knows them: names, descriptions that count, and calls. */
import type { McpTool } from '../../../protocol/index.ts';
import type { ToolResult, ToolRun, ToolSpec } from '../../regions.ts';
import type { ToolCall } from '../../shared/model.ts';
import { mcpNameOf } from '../../shared/permission-rules.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { sentenceOfThrown } from '../../shared/told-error.ts';
import { failed } from '../tool.ts';
import type { Caller } from './caller.ts';
import type { ListedResource } from './connection.ts';
import { cleaned } from './describe.ts';
import { distinct, serverKey, wireName } from './names.ts';
import type { KeptTool } from './record.ts';
import { resourceResultOf, toolResultOf } from './results.ts';
import type { Server } from './server.ts';
import { timeLimit } from './time-limit.ts';

const MAX_CALL_MS = 10 * 60_000;
const MAX_PROGRESS_LINES = 500;
const SHOWN_RESOURCES = 20;

export interface ServerTool {
  readonly spec: ToolSpec;
  readonly server: Server;
  /** Absent: the tool that reads the server's resources. */
  readonly tool?: KeptTool;
}

/** What a server offers to models, with the changes that its owner has not accepted marked. */
export function toolsOf(server: Server): readonly ServerTool[] {
  const { offered } = server.record();
  const { disabledTools = [], timeoutMs } = server.config();
  if (offered === undefined || server.config().disabled === true) return [];
  const key = serverKey(server.name);
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const base = { kind: 'mcp', readOnly: false, idempotent: false, ...limit } as const;
  const capability = server.name;
  const all = distinct(key, offered.tools);
  const tools = [...all].flatMap(([name, tool]): ServerTool[] => {
    if (disabledTools.includes(tool.name)) return [];
    const { description, parameters } = tool;
    const why = alwaysAsksOf(tool);
    const asks = why === undefined ? {} : { alwaysAsks: why };
    return [
      { server, tool, spec: { ...base, name, description, parameters, capability, ...asks } },
    ];
  });
  if (offered.resources.length === 0) return tools;
  const own = ['resources', 'server_resources'].find((name) => !all.has(wireName(key, name)));
  if (own === undefined || disabledTools.includes(own)) return tools;
  const spec = {
    ...base,
    name: wireName(key, own),
    capability,
    ...resourceTool(offered.resources),
  };
  return [...tools, { server, spec }];
}

function alwaysAsksOf({ accepted, now, description }: KeptTool): Sentence | undefined {
  if (!accepted) {
    return say('safety.toolAdded', { words: clip(description, 300) });
  }
  if (now === undefined) return undefined;
  return say('safety.toolChanged', { words: clip(now.description, 300) });
}

function resourceTool(
  resources: readonly ListedResource[],
): Pick<ToolSpec, 'description' | 'parameters'> {
  const shown = resources
    .slice(0, SHOWN_RESOURCES)
    .map(({ uri, name }) => `${uri} (${name})`)
    .join('\n');
  return {
    description: cleaned(
      `Reads a resource of this server by its URI; without one, lists all ${resources.length}.\n${shown}`,
      2500,
    ),
    parameters: {
      type: 'object',
      properties: {
        uri: { type: 'string', description: 'From the list, or made from a template.' },
      },
      additionalProperties: false,
    },
  };
}

/** For the window: all tools, also those that are switched off. */
export function shownTools(server: Server): McpTool[] {
  const { offered } = server.record();
  const { disabledTools = [] } = server.config();
  const key = serverKey(server.name);
  return [...distinct(key, offered?.tools ?? [])].map(([wire, tool]) => {
    const { name, description, now, accepted, hash } = tool;
    const rule = mcpNameOf(wire);
    const change =
      now !== undefined
        ? { kind: 'changed' as const, hash: now.hash, description: now.description }
        : accepted
          ? undefined
          : { kind: 'new' as const, hash, description };
    return {
      name,
      rule: `mcp.${rule?.server ?? key}.${rule?.tool ?? name}`,
      description,
      enabled: !disabledTools.includes(name),
      ...(change === undefined ? {} : { change }),
    };
  });
}

export async function callTool(
  { server, tool }: ServerTool,
  { args }: ToolCall,
  run: ToolRun,
): Promise<ToolResult> {
  if (tool === undefined && typeof args.uri !== 'string') return listing(server);
  const limit = timeLimit(run.timeoutMs, MAX_CALL_MS);
  const signal = AbortSignal.any([run.signal, limit.signal]);
  const caller: Caller = {
    askOwner: (questions) => limit.paused(() => run.askOwner(questions)),
    paused: limit.paused,
    sessionId: run.turn.sessionId,
    ...(run.model === undefined ? {} : { model: run.model }),
  };
  let told = 0;
  try {
    return await server.use(caller, run.workingDir, signal, async (connection) => {
      if (tool === undefined) {
        return resourceResultOf(await connection.readResource(String(args.uri), signal));
      }
      const { name, description, parameters } = tool;
      const definition = { name, description, inputSchema: { ...parameters, type: 'object' } };
      const result = await connection.call(
        definition as Parameters<typeof connection.call>[0],
        args,
        {
          signal,
          onprogress({ progress, total, message }) {
            limit.again();
            told += 1;
            if (told > MAX_PROGRESS_LINES) return;
            const part = total === undefined ? `${progress}` : `${progress}/${total}`;
            const said = message === undefined ? '' : ` ${cleaned(message, 300)}`;
            run.onOutput('stdout', `${part}${said}\n`);
          },
        },
      );
      return toolResultOf(result);
    });
  } catch (thrown) {
    if (run.signal.aborted) return failed('stopped', say('tool.stopped'));
    if (limit.signal.aborted) return failed('timeout', say('tool.timedOut', { ms: run.timeoutMs }));
    return failed('error', sentenceOfThrown(thrown));
  } finally {
    limit.end();
  }
}

function listing(server: Server): ToolResult {
  const resources = server.record().offered?.resources ?? [];
  const lines = resources.map(({ uri, name, description, template }) => {
    const about = description === '' ? '' : `: ${description}`;
    return `${uri} (${name}${template ? ', a template' : ''})${about}`;
  });
  return { ok: true, output: lines.join('\n'), truncated: false };
}
