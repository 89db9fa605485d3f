import { createConnection } from 'node:net';
import type { ProviderConfig } from '../../../protocol/index.ts';
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '../../support/model-servers/index.ts';
import { providerOf } from '../../support/model-servers/provider.ts';

/** Servers of one test; `closeAll` belongs into `afterEach`. */
export function serverPool(): {
  start(options: ModelServerOptions): Promise<ModelServer>;
  closeAll(): Promise<void>;
} {
  const servers: ModelServer[] = [];
  return {
    async start(options) {
      const server = await startModelServer(options);
      servers.push(server);
      return server;
    },
    async closeAll() {
      await Promise.all(servers.splice(0).map((server) => server.close()));
    },
  };
}

export function providerAt(
  server: Pick<ModelServer, 'kind' | 'baseUrl'>,
  more: Partial<ProviderConfig> = {},
): ProviderConfig {
  return { ...providerOf(server), ...more };
}

/**
 * A port that nothing listens on: below those that systems give out by themselves, since one of those
 * could become another server's before it is asked.
 */
export async function refusedUrl(): Promise<string> {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const refused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    });
    socket.destroy();
    if (refused) return `http://127.0.0.1:${port}/v1`;
  }
}
