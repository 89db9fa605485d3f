/** Why a server does not work, in words for its owner. */
import { codeOf, messageOf } from '../../shared/result.ts';
import { joined, type Sentence, say, verbatim } from '../../shared/say.ts';
import { whyUnreached } from '../../shared/unreached.ts';
import { HANDSHAKE_MS } from './connection.ts';
import { EndedAtOnce } from './contact.ts';

/** `place`: the URL it is asked at; undefined for a program. `redact` masks our own secrets. */
export function whyNot(
  thrown: unknown,
  place: string | undefined,
  redact: (text: string) => string,
): Sentence {
  if (thrown instanceof EndedAtOnce) return say('server.endedAtOnce');
  const message = messageOf(thrown);
  const isSilent = /^Request timed out$/.test(message);
  if (place === undefined) {
    if (isSilent) return say('server.silent', { seconds: HANDSHAKE_MS / 1000 });
    return /^Connection closed\.?$/.test(message) ? say('server.ended') : verbatim(redact(message));
  }
  const url = new URL(place);
  const known = whyUnreached(url, deepestCode(thrown));
  if (known !== undefined) return known;
  if (isSilent || message.endsWith('fetch failed')) {
    return say('server.noAnswer', { host: url.host });
  }
  return verbatim(redact(message.replace(/^Version negotiation probe failed: /, '')));
}

/** The reason, and what a program said last before it ended. */
export function withLastWords(reason: Sentence, words: string | undefined): Sentence {
  const sentence = /[.!?]$/.test(reason.text) ? reason : joined([reason, verbatim('.')], '');
  return words === undefined ? sentence : joined([sentence, say('server.lastWords', { words })]);
}

/** Its owner has to sign in first. */
export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'UnauthorizedError';
}

/** The error beneath an error beneath an error says what happened. */
function deepestCode(thrown: unknown): string | undefined {
  let code: string | undefined;
  let at: unknown = thrown;
  for (let depth = 0; depth < 8 && at instanceof Error; depth += 1) {
    code = codeOf(at) ?? code;
    const { cause, data } = at as { cause?: unknown; data?: { cause?: unknown } };
    at = cause ?? data?.cause;
  }
  return code;
}
