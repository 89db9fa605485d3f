/** Where the text that a tool returned comes from, as far as its call says. */
import type { ContentOrigin } from '../../protocol/index.ts';
import type { ToolRun, ToolSpec } from '../regions.ts';
import type { ToolCall } from '../shared/model.ts';
import { resolvePath } from '../shared/paths.ts';
import { mcpNameOf } from '../shared/permission-rules.ts';
import { clip } from '../shared/text.ts';

const COMMAND_LENGTH = 80;

/** For a tool that does not say it itself; undefined where the text needs no fence. Paths are real ones. */
export async function originOf(
  call: ToolCall,
  spec: ToolSpec,
  run: Pick<ToolRun, 'workingDir'>,
  userHome: string,
): Promise<ContentOrigin | undefined> {
  // The instructions of a skill are the owner's rules, as they are where they come by themselves.
  if (spec.capability === 'skills') return undefined;
  const own = { kind: 'own', name: call.name } as const;
  const mcp = mcpNameOf(call.name);
  if (mcp !== undefined) return { kind: 'mcp', name: mcp.server };
  if (spec.kind === 'command') {
    const command = typeof call.args.command === 'string' ? call.args.command : '';
    return { kind: 'command', name: clip(command, COMMAND_LENGTH) };
  }
  if (spec.kind === 'web') {
    const url = String(call.args.url ?? '').trim();
    return { kind: 'web', name: URL.canParse(url) ? new URL(url).hostname : 'the web' };
  }
  // What nobody knows anything about is as a program without a sandbox.
  if (spec.kind === 'other') return { kind: 'command', name: call.name };
  if (spec.kind !== 'read' || spec.capability !== 'files') return own;
  const path = call.args.file_path ?? call.args.path;
  const given = typeof path === 'string' ? path : '.';
  const found = await resolvePath(given, run.workingDir, userHome);
  return { kind: 'file', name: found.ok ? found.value.real : given };
}
