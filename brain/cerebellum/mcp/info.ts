/** A server as windows show it. */
import type { McpServerConfig, McpServerInfo } from '../../../protocol/index.ts';
import type { Confinement } from './confinement.ts';
import { kindOf, shownLaunch } from './launch.ts';
import type { Server } from './server.ts';
import { shownTools } from './tools.ts';

export function infoOf(
  server: Server,
  { confinement, redact }: { confinement: Confinement; redact(text: string): string },
): McpServerInfo {
  const config = server.config();
  const { offered } = server.record();
  const kind = kindOf(config);
  const { state, message, said } = server.state();
  return {
    name: server.name,
    ...(kind === undefined ? {} : { kind }),
    state,
    message,
    said,
    shown: redact(shownLaunch(config)),
    launch: confinement.launchOf(config),
    ...confinedOf(config, confinement),
    ...(offered === undefined
      ? {}
      : { server: offered.server, version: offered.version, protocol: offered.protocol }),
    tools: shownTools(server),
    resources: offered?.resources.length ?? 0,
    prompts: offered?.prompts.length ?? 0,
    problems: [...(offered?.problems ?? [])],
    ...(offered?.problemsSaid === undefined ? {} : { problemsSaid: offered.problemsSaid }),
    signedIn: server.signedIn(),
    sampling: config.sampling === true,
  };
}

export function confinedOf(
  config: McpServerConfig,
  confinement: Confinement,
): { confined?: boolean } {
  const confined = confinement.confines(config);
  return confined === undefined ? {} : { confined };
}
