/**
 * `gateway.token`: the one secret behind the gateway. It is read anew for every login, so that
 * replacing or deleting the file ends every access at once.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, statSync, unwatchFile, watchFile } from 'node:fs';
import type { Logger } from '../../brain/shared/log.ts';
import { readRegularFileSync } from '../../brain/shared/regular-file.ts';
import { codeOf } from '../../brain/shared/result.ts';
import { createStorage, PRIVATE_FILE } from '../../brain/storage/index.ts';

const TOKEN_BYTES = 32;
/** Also what a WebSocket subprotocol and a header can carry. */
const tokenShape = /^[A-Za-z0-9_-]{32,256}$/;
const WATCH_INTERVAL_MS = 1000;

export interface GatewayToken {
  /** The token as the file has it now; undefined (nobody gets in) when it is missing or unusable. */
  current(): string | undefined;
  /** Called when the file's content has changed or gone. Returns the unsubscribe function. */
  onReplaced(listener: () => void): () => void;
  close(): void;
}

/** Opens the token file, making one (0600) when there is none. */
export async function openGatewayToken(path: string, logger: Logger): Promise<GatewayToken> {
  if (readToken(path) === undefined) {
    await createStorage().write(path, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`);
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    logger.warn('gateway.token could be read by others; its mode is set back to 0600');
    chmodSync(path, PRIVATE_FILE);
  }

  const listeners = new Set<() => void>();
  let known = usable(readToken(path));
  let warned = false;

  function usable(token: string | undefined): string | undefined {
    if (token === undefined || tokenShape.test(token)) return token;
    if (!warned) {
      warned = true;
      logger.error('gateway.token is not usable (32 or more of A-Z a-z 0-9 _ -); nobody gets in', {
        path,
      });
    }
    return undefined;
  }

  const check = (): void => {
    const token = usable(readToken(path));
    if (token === known) return;
    known = token;
    for (const listener of listeners) listener();
  };
  watchFile(path, { interval: WATCH_INTERVAL_MS, persistent: false }, check);

  return {
    current() {
      check();
      return known;
    },
    onReplaced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => unwatchFile(path, check),
  };
}

function readToken(path: string): string | undefined {
  try {
    return readRegularFileSync(path).toString('utf8').trim();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
