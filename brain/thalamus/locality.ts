/** Where a base URL leads: this machine, the private network, or the internet. */
import { BlockList, connect, isIP, isIPv6 } from 'node:net';

export type Reach = 'loopback' | 'private' | 'remote';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');
loopback.addAddress('0.0.0.0');

const privateNets = new BlockList();
privateNets.addSubnet('10.0.0.0', 8);
privateNets.addSubnet('172.16.0.0', 12);
privateNets.addSubnet('192.168.0.0', 16);
privateNets.addSubnet('169.254.0.0', 16);
privateNets.addSubnet('100.64.0.0', 10);
privateNets.addSubnet('fc00::', 7, 'ipv6');
privateNets.addSubnet('fe80::', 10, 'ipv6');

/** Names that never leave the local network: no dot at all, or one of the reserved endings. */
const privateName = /^[^.]+$|\.(?:local|lan|internal|intranet|home\.arpa)$/;

export function reachOf(baseUrl: string): Reach {
  if (!URL.canParse(baseUrl)) return 'remote';
  const host = new URL(baseUrl).hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  if (isIP(host) === 0) return privateName.test(host) ? 'private' : 'remote';
  const family = isIPv6(host) ? 'ipv6' : 'ipv4';
  if (loopback.check(host, family)) return 'loopback';
  return privateNets.check(host, family) ? 'private' : 'remote';
}

const PROBE_MS = 250;
/** How long an answer of the probe is believed; a server that was just started is seen soon. */
const BELIEVE_OPEN_MS = 3_000;
const BELIEVE_CLOSED_MS = 500;

export interface Probe {
  /** Does something accept TCP connections there? Never throws. */
  accepts(baseUrl: string): Promise<boolean>;
  /** A request was refused or answered: better knowledge than an older probe. */
  forget(baseUrl: string): void;
}

export function createProbe(): Probe {
  const known = new Map<string, { readonly at: number; readonly open: Promise<boolean> }>();
  return {
    async accepts(baseUrl) {
      const before = known.get(baseUrl);
      if (before !== undefined) {
        const open = await before.open;
        const age = performance.now() - before.at;
        if (age < (open ? BELIEVE_OPEN_MS : BELIEVE_CLOSED_MS)) return open;
      }
      const open = tryConnect(baseUrl);
      known.set(baseUrl, { at: performance.now(), open });
      return open;
    },
    forget: (baseUrl) => {
      known.delete(baseUrl);
    },
  };
}

function tryConnect(baseUrl: string): Promise<boolean> {
  if (!URL.canParse(baseUrl)) return Promise.resolve(false);
  const url = new URL(baseUrl);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port });
    const finish = (open: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(open);
    };
    // On a busy loop the time is over before the connection, long made, was looked at: one look more.
    const timer = setTimeout(() => setImmediate(() => finish(false)), PROBE_MS);
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

/** Ollama's own servers on the internet: they want a key, and nothing can be downloaded to them. */
export function isOllamaCloud(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && /^https:\/\/(?:www\.)?ollama\.com(?:\/|$)/.test(baseUrl);
}
