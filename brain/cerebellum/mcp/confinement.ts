/**
 * Whether the program of a server is confined: it is, where there is a sandbox and its owner has not
 * switched it off for all or for this one. A permission to start it confined is none to start it otherwise.
 */
import type { McpServerConfig } from '../../../protocol/index.ts';
import type { Settings } from '../../regions.ts';
import { hashOf } from '../../shared/ids.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { fingerprintOf, kindOf } from './launch.ts';

export interface Confinement {
  /** Finds out whether there is a sandbox, where that matters for this entry. */
  look(config: McpServerConfig): Promise<void>;
  /** Undefined: it is no program, or nobody has looked yet. */
  confines(config: McpServerConfig): boolean | undefined;
  /** What its owner allows when he lets it start. */
  launchOf(config: McpServerConfig): string;
}

export function createConfinement(
  sandbox: Pick<Sandbox, 'state' | 'known'>,
  settings: Pick<Settings, 'get'>,
): Confinement {
  const isWanted = (config: McpServerConfig): boolean =>
    config.sandbox !== false && settings.get().sandbox.enabled;

  function confines(config: McpServerConfig): boolean | undefined {
    if (kindOf(config) !== 'stdio') return undefined;
    return isWanted(config) ? sandbox.known()?.available : false;
  }

  return {
    async look(config) {
      if (kindOf(config) === 'stdio' && isWanted(config)) await sandbox.state();
    },
    confines,
    launchOf(config) {
      const entry = fingerprintOf(config);
      return confines(config) === false ? hashOf(`${entry} unconfined`) : entry;
    },
  };
}
