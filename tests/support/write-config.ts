import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelServer } from './model-servers/index.ts';
import { providerOf } from './model-servers/provider.ts';

/** Environment variables that give every provider of `writeConfig` its key. */
export const testKeys = { TEST_KEY: 'test-key-of-nobody' };

/**
 * Writes a `config.json` whose cascade is these servers in the order given. Returns the working
 * directory it names, a folder beside the home.
 */
export async function writeConfig(
  home: string,
  servers: Readonly<Record<string, Pick<ModelServer, 'kind' | 'baseUrl'>>>,
  more: Readonly<Record<string, unknown>> = {},
  /** Settings of every provider. */
  each: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const providers = Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      {
        ...providerOf(server),
        ...(server.kind === 'ollama' ? {} : { apiKeyEnv: 'TEST_KEY' }),
        ...each,
      },
    ]),
  );
  const workingDir = join(home, '..', 'work');
  await mkdir(home, { recursive: true, mode: 0o700 });
  await mkdir(workingDir, { recursive: true });
  const config = { version: 1, providers, cascade: Object.keys(servers), workingDir, ...more };
  await writeFile(join(home, 'config.json'), JSON.stringify(config, null, 2));
  return workingDir;
}
