import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { CONFIG_VERSION } from '../../protocol/index.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { parses } from './edit-text.ts';

/** Takes the text of a `config.json` of version n and gives the text of version n + 1. */
export type Migration = (text: string) => string;

/** By the version they start from. Version 1 is the first one, so there is none yet. */
export const configMigrations: ReadonlyMap<number, Migration> = new Map();

/**
 * Brings an older text to the current version. It works on a copy: the caller writes the result as
 * a whole or not at all. `undefined`: nothing to do.
 */
export function migrateConfig(
  text: string,
  migrations: ReadonlyMap<number, Migration> = configMigrations,
): Result<string | undefined> {
  if (!parses(text)) return ok(undefined);
  const version = versionOf(text);
  if (version === undefined || version >= CONFIG_VERSION) return ok(undefined);
  if (!migrations.has(version)) return ok(undefined);
  let result = text;
  for (let from = version; from < CONFIG_VERSION; from += 1) {
    const step = migrations.get(from);
    if (step === undefined) return err(`config.json of version ${from} cannot be migrated`);
    result = step(result);
    if (!parses(result) || versionOf(result) !== from + 1) {
      return err(`config.json of version ${from} could not be migrated; it is left as it was`);
    }
  }
  return ok(result);
}

function versionOf(text: string): number | undefined {
  const root = parseTree(text);
  const value: unknown =
    root === undefined ? undefined : findNodeAtLocation(root, ['version'])?.value;
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}
