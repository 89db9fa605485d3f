/**
 * The folder a program starts in. Systems say of a missing one that the program is missing, which sends
 * its owner looking in the wrong place.
 */
import { existsSync } from 'node:fs';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import type { Launch } from './launch.ts';

/** The default working directory is made, as for a conversation: a server may come before the first one. */
export async function inItsFolder(
  launch: Launch,
  usual: string,
  makeFolder: (path: string) => Promise<void>,
): Promise<Result<Launch, Sentence>> {
  if (launch.kind !== 'stdio' || existsSync(launch.cwd)) return ok(launch);
  if (launch.cwd !== usual) return err(say('folder.missing', { path: launch.cwd }));
  await makeFolder(usual);
  return ok(launch);
}
