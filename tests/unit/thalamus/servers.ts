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

/** A port that nothing listens on: one that was just given back. */
export async function refusedUrl(): Promise<string> {
  const server = await startModelServer({ kind: 'openai', script: [{ text: 'never' }] });
  await server.close();
  return server.baseUrl;
}
