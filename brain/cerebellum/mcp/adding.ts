/** Servers that their owner pastes: shown to him before anything is written, then taken over as he saw them. */
import type { JsonObject } from '../../../protocol/index.ts';
import type { McpServers } from '../../regions.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Sentence } from '../../shared/say.ts';
import type { Confinement } from './confinement.ts';
import type { ServersDeps } from './deps.ts';
import { confinedOf } from './info.ts';
import { fingerprintOf, kindOf, shownLaunch } from './launch.ts';
import { type PastedServer, readPasted } from './paste.ts';
import type { Server } from './server.ts';

export interface AddingDeps extends Pick<ServersDeps, 'secrets' | 'redactor'> {
  readonly confinement: Confinement;
  serverOf(name: string): Server | undefined;
  /** Writes the entry into the settings; resolves when it is followed. */
  patch(name: string, entry: JsonObject | null): Promise<Result<void, Sentence>>;
  /** Its owner has just seen it: it must not be asked about in the moment it appears. */
  readonly unasked: { add(name: string): unknown; delete(name: string): unknown };
}

export function createAdding(deps: AddingDeps): Pick<McpServers, 'read' | 'add'> {
  const { confinement, serverOf, patch } = deps;

  async function storeSecrets(
    pasted: readonly PastedServer[],
    given: Readonly<Record<string, string>>,
    allowFile: boolean,
  ): Promise<Result<void, Sentence>> {
    for (const { name, value } of pasted.flatMap(({ secrets }) => secrets)) {
      const secret = given[name] ?? value;
      if (secret === undefined || secret === '') continue;
      deps.redactor.add(name, secret);
      const stored = await deps.secrets.set(name, secret, { allowFile });
      if (!stored.ok) return err(stored.error);
    }
    return ok(undefined);
  }

  async function writeEntries(wanted: readonly PastedServer[]): Promise<Result<void, Sentence>> {
    for (const { name, config } of wanted) {
      const done = await patch(name, null).then(() => patch(name, { ...config } as JsonObject));
      if (!done.ok) return done;
    }
    return ok(undefined);
  }

  return {
    async read(text) {
      const pasted = readPasted(text);
      if (!pasted.ok) return pasted;
      await Promise.all(pasted.value.map(({ config }) => confinement.look(config)));
      return ok(
        pasted.value.map(({ name, config, secrets }) => ({
          name,
          kind: kindOf(config) ?? 'stdio',
          shown: shownLaunch(config),
          launch: confinement.launchOf(config),
          ...confinedOf(config, confinement),
          exists: serverOf(name) !== undefined,
          secrets: secrets.map((one) => ({
            name: one.name,
            label: one.label,
            given: one.value !== undefined,
          })),
        })),
      );
    },
    async add({ text, names, secrets: given = {}, start, allowFile }) {
      const pasted = readPasted(text);
      if (!pasted.ok) return err({ kind: 'denied', message: pasted.error });
      const wanted = pasted.value.filter(({ name }) => names === undefined || names.includes(name));
      const stored = await storeSecrets(wanted, given, allowFile);
      if (!stored.ok) return err({ kind: 'unavailable', message: stored.error });
      await Promise.all(wanted.map(({ config }) => confinement.look(config)));
      for (const { name } of wanted) deps.unasked.add(name);
      const written = await writeEntries(wanted);
      for (const { name } of wanted) deps.unasked.delete(name);
      if (!written.ok) return err({ kind: 'denied', message: written.error });
      for (const { name, config } of wanted) {
        const server = serverOf(name);
        const same =
          server !== undefined && fingerprintOf(server.config()) === fingerprintOf(config);
        if (same && start) server.allow(true);
        else await server?.start();
      }
      return ok(wanted.map(({ name }) => name));
    },
  };
}
