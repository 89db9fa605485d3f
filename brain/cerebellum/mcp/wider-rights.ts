/**
 * A web service that wants more rights than it has been given, in the middle of a call: its owner is
 * asked, signs in again with them, and the call is made once more. Several calls at once ask once.
 */
import type { InsufficientScopeError } from '@modelcontextprotocol/client';
import type { Question } from '../../../protocol/index.ts';
import type { Result } from '../../shared/result.ts';
import type { Sentence } from '../../shared/say.ts';
import type { Caller } from './caller.ts';
import { cleaned } from './describe.ts';
import type { Launch } from './launch.ts';
import type { SignIn, WiderScope } from './sign-in.ts';

export const SIGN_IN_AGAIN = 'Sign in again';
const NO = 'No';

export interface WiderRightsDeps {
  readonly server: string;
  readonly signIn: SignIn;
  readonly openLink: (url: string) => Promise<void>;
  resolve(): Promise<Result<Launch, Sentence>>;
}

export interface WiderRights {
  /** What was asked for last and not given yet. */
  wanted(): WiderScope | undefined;
  /** Undefined: this is no refusal for want of rights. */
  refusedIn(thrown: unknown): WiderScope | undefined;
  /** Resolves when there are more; the error is a sentence for the model. */
  ask(wider: WiderScope, caller: Caller, signal: AbortSignal): Promise<void>;
}

export function createWiderRights(deps: WiderRightsDeps): WiderRights {
  let wanted: WiderScope | undefined;
  let asking: Promise<void> | undefined;

  async function askOnce(wider: WiderScope, { askOwner }: Caller, signal: AbortSignal) {
    const scope = cleaned(wider.scope ?? '', 300);
    const what = `The server ${deps.server} wants more rights than it has been given (${scope})`;
    const answered = await askOwner([scopeQuestion(deps.server, scope)]);
    const agreed = answered.kind === 'answered' && answered.answers[0] === SIGN_IN_AGAIN;
    if (!agreed) throw new Error(`${what}, and its owner did not sign in again.`);
    const launch = await deps.resolve();
    if (!launch.ok) throw new Error(launch.error.text);
    if (launch.value.kind !== 'http') throw new Error(`${what}.`);
    const begun = await deps.signIn.begin(launch.value, wider);
    if (!begun.ok) throw new Error(`${what}. ${begun.error}`);
    const { address, done } = begun.value;
    await deps.openLink(address).catch(() => {
      throw new Error(`${what}. Its page could not be opened: sign in under Settings, Servers.`);
    });
    const signed = await Promise.race([done, aborted(signal)]);
    if (!signed.ok) throw new Error(`${what}. ${signed.error}`);
    wanted = undefined;
  }

  return {
    wanted: () => wanted,
    refusedIn(thrown) {
      if (!isInsufficient(thrown)) return undefined;
      wanted = { scope: thrown.requiredScope, resourceMetadataUrl: thrown.resourceMetadataUrl };
      return wanted;
    },
    ask(wider, caller, signal) {
      asking ??= askOnce(wider, caller, signal).finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}

function scopeQuestion(server: string, scope: string): Question {
  return {
    question: `${server} wants more rights before it goes on: ${scope === '' ? 'it does not say which' : scope}. Sign in again in your browser and give them?`,
    header: server.slice(0, 24),
    options: [{ label: SIGN_IN_AGAIN }, { label: NO }],
    about: { kind: 'mcp_scope', server, scope },
  };
}

function isInsufficient(thrown: unknown): thrown is InsufficientScopeError {
  return thrown instanceof Error && 'requiredScope' in thrown && 'resourceMetadataUrl' in thrown;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
