import { realpath } from 'node:fs/promises';
import { readRegularFile } from '../shared/regular-file.ts';
import { codeOf, err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';

/**
 * The whole text of a file, without a byte order mark. `undefined`: there is no such file. Bytes
 * that are not UTF-8 are an error: replacing them silently would change what the owner wrote.
 */
export async function readStrictText(path: string): Promise<Result<string | undefined, Sentence>> {
  try {
    const bytes = await readRegularFile(path);
    try {
      return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      return err(say('config.notUtf8'));
    }
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return ok(undefined);
    if (codeOf(thrown) === 'EISDIR') return err(say('config.isFolder'));
    return err(say('config.unreadable', { why: messageOf(thrown) }));
  }
}

/** Where writing must go when the file is a link, so that the link stays. */
export async function realFile(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
