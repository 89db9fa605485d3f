/**
 * The way out for commands that may reach some hosts: the library's filtering proxies, one door for each
 * list of hosts. (Its manager has one list for the whole process, so that a host which was opened for one
 * command would be open to all that are running.) A door is known by a word that only its commands have.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Door {
  readonly ports: {
    readonly httpProxyPort: number;
    readonly socksProxyPort: number;
    readonly proxyAuthToken: string;
  };
  /** On Linux, where a command has no way to the ports of this machine. */
  readonly sockets?: { readonly httpSocketPath: string; readonly socksSocketPath: string };
}

export interface Network {
  /**
   * A door to exactly these hosts. `still` is asked at every connection: what was closed since is closed
   * to commands that are running, too; what was opened since is not open to them.
   */
  open(hosts: readonly string[], still?: () => readonly string[]): Promise<Door>;
  close(): Promise<void>;
}

interface OpenDoor extends Door {
  close(): Promise<void>;
}

export function createNetwork(): Network {
  const doors = new Map<string, Promise<OpenDoor>>();
  return {
    open(hosts, still = () => hosts) {
      const key = hosts.join('\n');
      const known = doors.get(key);
      if (known !== undefined) return known;
      const made = openDoor(hosts, still);
      doors.set(key, made);
      // Who asked hears why; the next one tries anew.
      made.catch(() => doors.delete(key));
      return made;
    },
    async close() {
      const all = [...doors.values()];
      doors.clear();
      await Promise.allSettled(all.map(async (door) => (await door).close()));
    },
  };
}

async function openDoor(
  hosts: readonly string[],
  still: () => readonly string[],
): Promise<OpenDoor> {
  const [http, socks, mux, { matchesDomainPatternWithPort }, guards, parents] = await Promise.all([
    import('@anthropic-ai/sandbox-runtime/dist/sandbox/http-proxy.js'),
    import('@anthropic-ai/sandbox-runtime/dist/sandbox/socks-proxy.js'),
    import('@anthropic-ai/sandbox-runtime/dist/sandbox/mux-proxy.js'),
    import('@anthropic-ai/sandbox-runtime/dist/sandbox/domain-pattern.js'),
    import('@anthropic-ai/sandbox-runtime/dist/sandbox/resolved-address-guard.js'),
    import('@anthropic-ai/sandbox-runtime/dist/sandbox/parent-proxy.js'),
  ]);
  const proxyAuthToken = randomBytes(24).toString('hex');
  const guard = guards.createResolvedAddressGuard({ allowedDomains: hosts });
  const filter = (port: number, host: string): boolean => {
    if (!parents.isValidHost(host)) return false;
    const name = parents.canonicalizeHost(host) ?? host;
    const names = (list: readonly string[]): boolean =>
      list.some((pattern) => matchesDomainPatternWithPort(name, port, pattern));
    return names(hosts) && names(still());
  };
  const parentProxy = parents.resolveParentProxy();
  const options = {
    filter,
    lookupFor: (port: number) => guard.lookupFor(port),
    proxyAuthToken,
    ...(parentProxy === undefined ? {} : { parentProxy }),
  };
  const httpServer = http.createHttpProxyServer(options);
  const socksServer = socks.createSocksProxyServer(options);
  const front = mux.createMuxProxyServer({
    httpServer,
    handleSocksConnection: (socket) => socksServer.handleConnection(socket),
  });
  // In a folder that only its owner can enter.
  const folder = await mkdtemp(join(tmpdir(), 'connectome-door-'));
  const socket = join(folder, 'socket');
  const close = async (): Promise<void> => {
    await socksServer.close();
    await front.close();
    httpServer.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await front.listenHttpBackend();
    if (process.platform === 'linux') front.server.listen(socket);
    else front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
  } catch (thrown) {
    await close().catch(() => {
      // What went wrong first is what is told.
    });
    throw thrown;
  }
  front.unref();
  const port = front.getPort() ?? 0;
  return {
    ports: { httpProxyPort: port, socksProxyPort: port, proxyAuthToken },
    ...(process.platform === 'linux'
      ? { sockets: { httpSocketPath: socket, socksSocketPath: socket } }
      : {}),
    close,
  };
}
