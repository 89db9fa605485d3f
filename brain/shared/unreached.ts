/** Why nothing came from a place on the network, where its code says so. */
import { type Sentence, say } from './say.ts';

export function whyUnreached(
  { host, hostname }: Pick<URL, 'host' | 'hostname'>,
  code: string | undefined,
): Sentence | undefined {
  switch (code) {
    case 'ECONNREFUSED':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return say('server.noAnswer', { host });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say('server.notFound', { host: hostname });
    case 'CERT_HAS_EXPIRED':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return say('server.notTrusted', { host });
    default:
      return undefined;
  }
}
