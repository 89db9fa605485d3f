/** The way out for commands, where `sandbox.network` lists hosts: the library's filtering proxies. */

import type { Logger } from '../../shared/log.ts';
import { rgPath } from '../ripgrep.ts';

export interface Door {
  readonly ports: {
    readonly httpProxyPort: number;
    readonly socksProxyPort: number;
    readonly proxyAuthToken: string;
  };
  readonly sockets: { readonly httpSocketPath: string; readonly socksSocketPath: string };
}

export interface Network {
  /** Opens exactly these hosts, also for commands that are running. Throws where it cannot. */
  open(hosts: readonly string[]): Promise<Door>;
  close(): Promise<void>;
}

export function createNetwork(logger: Logger): Network {
  let opened: Promise<unknown> | undefined;
  let last = '';
  const load = () => import('@anthropic-ai/sandbox-runtime');

  return {
    async open(hosts) {
      const { SandboxManager: manager } = await load();
      const wanted = hosts.join('\n');
      const config = {
        network: { allowedDomains: [...hosts], deniedDomains: [], strictAllowlist: true },
        ripgrep: { command: rgPath },
        filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
      };
      if (opened === undefined) {
        opened = manager.initialize(config);
        last = wanted;
      }
      try {
        await opened;
      } catch (thrown) {
        opened = undefined;
        throw thrown;
      }
      if (wanted !== last) {
        last = wanted;
        manager.updateConfig(config);
        logger.info('the hosts that commands may reach have changed', { hosts: hosts.length });
      }
      const httpProxyPort = manager.getProxyPort();
      const socksProxyPort = manager.getSocksProxyPort();
      const proxyAuthToken = manager.getProxyAuthToken();
      const httpSocketPath = manager.getLinuxHttpSocketPath() ?? '';
      const socksSocketPath = manager.getLinuxSocksSocketPath() ?? '';
      if (
        httpProxyPort === undefined ||
        socksProxyPort === undefined ||
        proxyAuthToken === undefined ||
        (process.platform === 'linux' && (httpSocketPath === '' || socksSocketPath === ''))
      ) {
        throw new Error('the proxy for the network of commands did not start');
      }
      return {
        ports: { httpProxyPort, socksProxyPort, proxyAuthToken },
        sockets: { httpSocketPath, socksSocketPath },
      };
    },
    async close() {
      if (opened === undefined) return;
      const { SandboxManager: manager } = await load();
      await opened.catch(() => {});
      await manager.reset();
    },
  };
}
