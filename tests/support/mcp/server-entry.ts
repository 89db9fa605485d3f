import { join } from 'node:path';

/** The settings' entry of a server that is hostile (or not) in this way; see hostile-server.mjs. */
export function hostile(way: string, memo = '') {
  const script = join(import.meta.dirname, 'hostile-server.mjs');
  return { command: process.execPath, args: [script, way, memo] };
}
