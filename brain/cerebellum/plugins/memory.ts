/**
 * `plugins.json`: what the owner has decided about each plugin, and the tools it had when it was last
 * looked at, so that they are there at the next start before any of its code runs.
 */
import { z } from 'zod';
import { jsonObject } from '../../../protocol/index.ts';
import type { Logger } from '../../shared/log.ts';
import { messageOf } from '../../shared/result.ts';
import type { Storage } from '../../storage/index.ts';

const PLUGINS_VERSION = 1;

const permissions = z.object({
  read: z.array(z.string()),
  write: z.array(z.string()),
  hosts: z.array(z.string()),
  commands: z.array(z.string()),
});
const remembered = z.object({
  decision: z
    .object({
      allowed: z.boolean(),
      /** What was shown. */
      permissions,
      /** Of the plugin's files then. */
      hash: z.string(),
      /** It was shown with a sandbox around it. */
      confined: z.boolean(),
      at: z.string(),
    })
    .optional(),
  manifest: z
    .object({
      hash: z.string(),
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          parameters: jsonObject,
        }),
      ),
    })
    .optional(),
});
export type Remembered = z.infer<typeof remembered>;
const pluginsFile = z.object({
  version: z.literal(PLUGINS_VERSION),
  plugins: z.record(z.string(), remembered),
});

export interface PluginMemory {
  of(folder: string): Promise<Remembered>;
  keep(folder: string, change: Partial<Remembered>): Promise<void>;
}

export function createPluginMemory(deps: {
  readonly path: string;
  readonly storage: Storage;
  readonly logger: Logger;
}): PluginMemory {
  const { path, storage, logger } = deps;
  let loading: Promise<Map<string, Remembered>> | undefined;
  /** It cannot be read: nothing is overwritten, and nothing is known. */
  let broken = false;

  async function load(): Promise<Map<string, Remembered>> {
    const text = await storage.read(path);
    if (text === undefined) return new Map();
    try {
      return new Map(Object.entries(pluginsFile.parse(JSON.parse(text)).plugins));
    } catch (thrown) {
      broken = true;
      logger.error('plugins.json cannot be read and is left as it is', {
        reason: messageOf(thrown),
      });
      return new Map();
    }
  }
  const all = (): Promise<Map<string, Remembered>> => {
    loading ??= load();
    return loading;
  };

  return {
    async of(folder) {
      return (await all()).get(folder) ?? {};
    },
    async keep(folder, change) {
      const known = await all();
      known.set(folder, { ...known.get(folder), ...change });
      if (broken) return;
      const plugins = Object.fromEntries(known);
      const content = { version: PLUGINS_VERSION, plugins };
      await storage.write(path, `${JSON.stringify(content, null, 2)}\n`);
    },
  };
}
