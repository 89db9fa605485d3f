/** Reaching the brain that already lives in a home. */
import { CallError, type Client, createClient, socketPipe } from './client.ts';
import { connectToSocket } from './socket.ts';
import { socketPaths } from './socket-path.ts';

/** A client of the live brain, or undefined when none answers. */
export async function attach(home: string): Promise<Client | undefined> {
  const answered = await connectToSocket(socketPaths(home));
  return answered === undefined ? undefined : createClient(socketPipe(answered.socket));
}

export type UrlAnswer =
  | { readonly kind: 'url'; readonly url: string }
  /** Nobody lives in this home, or it ended while we asked. */
  | { readonly kind: 'nobody' }
  /** The live brain serves a single command and has no gateway. */
  | { readonly kind: 'no_gateway' };

/** Asks the live brain for a URL that logs one browser in. */
export async function askForUrl(home: string): Promise<UrlAnswer> {
  const client = await attach(home);
  if (client === undefined) return { kind: 'nobody' };
  try {
    const { url } = await client.call('gateway.code', {});
    return { kind: 'url', url };
  } catch (thrown) {
    if (thrown instanceof CallError && thrown.code === 'unavailable') return { kind: 'no_gateway' };
    if (thrown instanceof CallError && thrown.code === 'disconnected') return { kind: 'nobody' };
    throw thrown;
  } finally {
    client.close();
  }
}
