/**
 * Who the owner is at a web service: OAuth with PKCE. Nothing opens by itself: a start uses what the
 * key store has (and renews it); the browser comes only when the owner asks for it, and its answer
 * comes back to a page on this machine that exists just for it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client';
import { parseJson } from '../../shared/json.ts';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';
import { type Sentence, say, verbatim } from '../../shared/say.ts';
import { type GivenClient, type Held, type HeldStore, oauthClient } from './oauth-client.ts';
import { oauthFetch, pageProblem } from './oauth-fetch.ts';
import { openAnswerPage } from './sign-in-page.ts';

const SCOPE_MS = 10_000;

export interface SignInDeps {
  /** Name of the secret that holds what the service gave. */
  readonly secret: string;
  get(name: string): Promise<string | undefined>;
  /** False: it is only kept until the program ends. */
  keep(name: string, value: string): Promise<boolean>;
  learnSecret(name: string, value: string): void;
}

/** Where somebody signs in: of a server's entry. */
export interface SignInPlace {
  readonly url: string;
  readonly client?: GivenClient;
}

/** What a service wants beyond what it has given. */
export interface WiderScope {
  readonly scope?: string | undefined;
  readonly resourceMetadataUrl?: URL | undefined;
}

export interface SignIn {
  /** For a connection: says who the owner is, as far as he has signed in. */
  provider(place: SignInPlace): AuthProvider;
  isSignedIn(): boolean;
  /** Reads what is kept, so that `isSignedIn` knows. */
  load(): Promise<void>;
  /** The address for the owner's browser; `done` when he is back, or has not come in time. */
  begin(
    place: SignInPlace,
    wider?: WiderScope,
  ): Promise<
    Result<{ readonly address: string; readonly done: Promise<Result<void, Sentence>> }, Sentence>
  >;
  close(): void;
}

export function createSignIn(deps: SignInDeps): SignIn {
  let held: Held | undefined;
  let waiting: HttpServer | undefined;

  async function load(): Promise<Held> {
    if (held !== undefined) return held;
    const text = await deps.get(deps.secret);
    held = text === undefined ? {} : parsed(text);
    learn(held);
    return held;
  }

  function learn({ tokens, client }: Held): void {
    const secrets = [tokens?.access_token, tokens?.refresh_token, tokens?.id_token];
    const own =
      client !== undefined && 'client_secret' in client ? client.client_secret : undefined;
    for (const value of [...secrets, own]) {
      if (typeof value === 'string') deps.learnSecret(deps.secret, value);
    }
  }

  async function save(next: Held): Promise<void> {
    held = next;
    learn(next);
    await deps.keep(deps.secret, JSON.stringify(next));
  }

  const kept: HeldStore = { get: () => held ?? {}, save };

  return {
    isSignedIn: () => held?.tokens !== undefined,
    async load() {
      await load();
    },
    provider({ url, client: given = {} }) {
      return {
        token: async () => (await load()).tokens?.access_token,
        async onUnauthorized({ response }) {
          const sdk = await import('@modelcontextprotocol/client');
          const { tokens, client } = await load();
          const isKnown = client !== undefined || given.clientId !== undefined;
          // Without these, asking would end with the owner's browser.
          const canRenew = tokens?.refresh_token !== undefined && isKnown;
          if (given.grant === undefined && !canRenew) {
            throw new sdk.UnauthorizedError('Its owner has to sign in.');
          }
          const wanted = challengeIn(response, sdk.extractWWWAuthenticateParams, given);
          const result = await authorize(oauthClient({ store: kept, given }), url, wanted);
          if (result !== 'AUTHORIZED') throw new sdk.UnauthorizedError('It has to be renewed.');
        },
      };
    },
    async begin({ url, client: given = {} }, wider) {
      if (given.grant !== undefined) return err(say('signIn.byItself'));
      const sdk = await import('@modelcontextprotocol/client');
      const before = await load();
      waiting?.close();
      let address: URL | undefined;
      // Registered for this page alone; what there was counts until he is back.
      let begun: Held = before.issuer === undefined ? {} : { issuer: before.issuer };
      const store: HeldStore = {
        get: () => begun,
        async save(next) {
          begun = next;
          learn(next);
        },
      };
      let page: Awaited<ReturnType<typeof openAnswerPage>> | undefined;
      try {
        page = await openAnswerPage(given.callbackPort ?? 0);
        const { server } = page;
        waiting = server;
        const state = randomBytes(24).toString('base64url');
        const onAddress = (found: URL): void => {
          address = found;
        };
        const provider = oauthClient({ store, given, redirectUrl: page.url, state, onAddress });
        const asked =
          wider === undefined ? await challengeOf(url, sdk.extractWWWAuthenticateParams) : wider;
        const scope = sdk.computeScopeUnion(
          given.scope ?? asked.scope,
          wider === undefined ? undefined : before.tokens?.scope,
          wider?.scope,
        );
        const wanted = { ...asked, ...(scope === undefined ? {} : { scope }) };
        const result = await authorize(provider, url, wanted);
        if (result === 'AUTHORIZED') {
          server.close();
          return err(say('signIn.notNeeded'));
        }
        const wrong = address === undefined ? say('signIn.noPage') : pageProblem(address, url);
        if (address === undefined || wrong !== undefined) {
          server.close();
          return err(wrong ?? say('signIn.noPage'));
        }
        const done = page.answer
          .then(async (params): Promise<Result<void, Sentence>> => {
            const back = params.get('state') ?? '';
            if (!isSame(back, state)) return err(say('signIn.notAskedFor'));
            const code = params.get('code');
            if (code === null) {
              return err(say('signIn.refused', { why: params.get('error') ?? '–' }));
            }
            const iss = params.get('iss');
            const end = await authorize(provider, url, {
              authorizationCode: code,
              ...wanted,
              ...(iss === null ? {} : { iss }),
            });
            if (end !== 'AUTHORIZED') return err(say('signIn.notAccepted'));
            await save(begun);
            return ok(undefined);
          })
          .catch((thrown: unknown) => err(verbatim(messageOf(thrown))))
          .finally(() => server.close());
        return ok({ address: address.href, done });
      } catch (thrown) {
        page?.server.close();
        return err(verbatim(messageOf(thrown)));
      }
    },
    close() {
      waiting?.close();
      waiting?.closeAllConnections();
    },
  };
}

type AuthOptions = Omit<
  Parameters<typeof import('@modelcontextprotocol/client').auth>[1],
  'serverUrl'
>;

/** One step of the flow, with requests that a service cannot lead astray. */
async function authorize(
  provider: OAuthClientProvider,
  serverUrl: string,
  wanted: AuthOptions,
): Promise<'AUTHORIZED' | 'REDIRECT'> {
  const sdk = await import('@modelcontextprotocol/client');
  const options = { ...wanted, serverUrl, fetchFn: oauthFetch(serverUrl) };
  try {
    return await sdk.auth(provider, options);
  } catch (thrown) {
    if (!(thrown instanceof sdk.IssuerMismatchError) || !isOlderService(thrown)) throw thrown;
    return sdk.auth(provider, { ...options, skipIssuerMetadataValidation: true });
  }
}

/**
 * Services of March 2025 have their metadata at the root of their host whatever their issuer is called.
 * Who can write there has the whole host.
 */
function isOlderService({
  kind,
  expected,
  received,
}: {
  readonly kind: string;
  readonly expected: string | undefined;
  readonly received: string | undefined;
}): boolean {
  if (kind !== 'metadata' || expected === undefined || received === undefined) return false;
  if (!URL.canParse(expected) || !URL.canParse(received)) return false;
  const at = new URL(expected);
  return at.pathname === '/' && at.origin === new URL(received).origin;
}

/** Where it cannot be read, signing in again makes it anew. */
const parsed = (text: string): Held => (parseJson(text) as Held | undefined) ?? {};

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

type ReadChallenge = (response: Response) => { resourceMetadataUrl?: URL; scope?: string };

function challengeIn(response: Response, read: ReadChallenge, given: GivenClient): WiderScope {
  const { resourceMetadataUrl, scope: asked } = read(response);
  const scope = given.scope ?? asked;
  return {
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** What the service says when somebody comes without a token. */
async function challengeOf(url: string, read: ReadChallenge): Promise<WiderScope> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
      signal: AbortSignal.timeout(SCOPE_MS),
    });
    await response.body?.cancel();
    return challengeIn(response, read, {});
  } catch {
    // Then where such things usually are.
    return {};
  }
}
