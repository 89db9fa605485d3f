/** Which addresses are on the open internet: what a page on the web may never make us talk to is not. */
import { BlockList, isIP } from 'node:net';
import { type Sentence, say } from './say.ts';

const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(net, bits, 'ipv4');
}
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [net, bits] of [
  // Teredo, benchmarking, ORCHID and the like; then documentation; then 6to4, which hides an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed6.addSubnet(net, bits, 'ipv6');
}

/**
 * Anything else than a public unicast address is not: loopback, private, link-local, CGNAT, multicast,
 * reserved, and every IPv6 form that carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  switch (isIP(bare)) {
    case 4:
      return !closed.check(bare, 'ipv4');
    case 6:
      return open6.check(bare, 'ipv6') && !closed6.check(bare, 'ipv6');
    default:
      return false;
  }
}

/**
 * The address that a URL's host is written as, undefined for a name. `URL` has already turned decimal,
 * octal and hexadecimal spellings into the usual one.
 */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** The URL of a page that may be asked for, or why not, as a sentence. */
export function webUrl(
  text: string,
  isPublic: (address: string) => boolean,
): { readonly url: URL } | { readonly problem: Sentence } {
  if (!URL.canParse(text)) return { problem: say('web.noUrl', { text }) };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: say('web.onlyHttp', { protocol: url.protocol }) };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: say('web.withPassword') };
  }
  const literal = literalAddress(url.hostname);
  const isLocalName = /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(url.hostname);
  if ((literal !== undefined && !isPublic(literal)) || (isLocalName && !isPublic('127.0.0.1'))) {
    return { problem: say('web.notPublic', { host: url.hostname }) };
  }
  return { url };
}
