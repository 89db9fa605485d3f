/**
 * Who the owner is at a web service: OAuth with PKCE. Nothing opens by itself: a start uses what the
 * key store has (and renews it); the browser comes only when the owner asks for it, and its answer
 * comes back to a page on this machine that exists just for it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  AuthProvider,
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import { err, messageOf, ok, type Result } from '../../shared/result.ts';

/** The owner may have to look for his password. */
const PATIENCE_MS = 10 * 60_000;
const SCOPE_MS = 10_000;

export interface SignInDeps {
  /** Name of the secret that holds what the service gave. */
  readonly secret: string;
  get(name: string): Promise<string | undefined>;
  /** False: it is only kept until the program ends. */
  keep(name: string, value: string): Promise<boolean>;
  learnSecret(name: string, value: string): void;
}

interface Held {
  readonly tokens?: OAuthTokens;
  readonly client?: OAuthClientInformationMixed;
}

export interface SignIn {
  /** For a connection: says who the owner is, as far as he has signed in. */
  provider(url: string): AuthProvider;
  isSignedIn(): boolean;
  /** Reads what is kept, so that `isSignedIn` knows. */
  load(): Promise<void>;
  /** The address for the owner's browser; `done` when he is back, or has not come in time. */
  begin(
    url: string,
  ): Promise<Result<{ readonly address: string; readonly done: Promise<Result<void>> }>>;
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

  /** `redirectUrl` undefined: nobody is there to sign in. */
  function clientProvider(
    redirectUrl: string | undefined,
    state: string,
    onAddress: (address: URL) => void,
  ): OAuthClientProvider {
    let verifier = '';
    let discovered: OAuthDiscoveryState | undefined;
    return {
      redirectUrl: redirectUrl ?? 'http://127.0.0.1/',
      clientMetadata: {
        client_name: 'Connectome',
        redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      state: () => state,
      clientInformation: () => held?.client,
      saveClientInformation: (client) => save({ ...held, client }),
      tokens: () => held?.tokens,
      saveTokens: (tokens) => save({ ...held, tokens }),
      redirectToAuthorization: onAddress,
      saveCodeVerifier(code) {
        verifier = code;
      },
      codeVerifier: () => verifier,
      // The answer must come from where the owner was sent to.
      saveDiscoveryState(found) {
        discovered = found;
      },
      discoveryState: () => discovered,
      async invalidateCredentials(scope) {
        if (scope === 'all' || scope === 'client') await save({});
        else if (scope === 'tokens') await save({ ...(held?.client && { client: held.client }) });
      },
    };
  }

  return {
    isSignedIn: () => held?.tokens !== undefined,
    async load() {
      await load();
    },
    provider(url) {
      return {
        token: async () => (await load()).tokens?.access_token,
        async onUnauthorized() {
          const sdk = await import('@modelcontextprotocol/client');
          const { tokens, client } = await load();
          // Without these, asking would end with the owner's browser.
          if (tokens?.refresh_token === undefined || client === undefined) {
            throw new sdk.UnauthorizedError('Its owner has to sign in.');
          }
          const provider = clientProvider(undefined, '', () => {});
          const result = await sdk.auth(provider, { serverUrl: url });
          if (result !== 'AUTHORIZED') throw new sdk.UnauthorizedError('It has to be renewed.');
        },
      };
    },
    async begin(url) {
      const sdk = await import('@modelcontextprotocol/client');
      const before = await load();
      waiting?.close();
      const page = await openPage();
      waiting = page.server;
      const state = randomBytes(24).toString('base64url');
      let address: URL | undefined;
      const provider = clientProvider(page.url, state, (found) => {
        address = found;
      });
      try {
        // Registered for this page alone; what there was counts until he is back.
        held = {};
        const wanted = await challengeOf(url, sdk.extractWWWAuthenticateParams);
        const result = await sdk.auth(provider, { serverUrl: url, ...wanted });
        if (result === 'AUTHORIZED') {
          page.server.close();
          return err('It needs no sign-in.');
        }
        if (address === undefined || !/^https?:$/.test(address.protocol)) {
          page.server.close();
          return err('It names no page to sign in at.');
        }
        const done = page.answer
          .then(async (params): Promise<Result<void>> => {
            const back = params.get('state') ?? '';
            if (!isSame(back, state)) return err('An answer came that was not asked for.');
            const code = params.get('code');
            if (code === null) return err(`It was refused: ${params.get('error') ?? 'no reason'}.`);
            const iss = params.get('iss');
            const end = await sdk.auth(provider, {
              serverUrl: url,
              authorizationCode: code,
              ...wanted,
              ...(iss === null ? {} : { iss }),
            });
            return end === 'AUTHORIZED' ? ok(undefined) : err('It was not accepted.');
          })
          .catch((thrown: unknown) => err(messageOf(thrown)))
          .then((end) => {
            if (!end.ok) held = before;
            return end;
          })
          .finally(() => page.server.close());
        return ok({ address: address.href, done });
      } catch (thrown) {
        held = before;
        page.server.close();
        return err(messageOf(thrown));
      }
    },
    close() {
      waiting?.close();
      waiting?.closeAllConnections();
    },
  };
}

function parsed(text: string): Held {
  try {
    return JSON.parse(text) as Held;
  } catch {
    // Signing in again makes it anew.
    return {};
  }
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What the service says when somebody comes without a token. */
async function challengeOf(
  url: string,
  read: (response: Response) => { resourceMetadataUrl?: URL; scope?: string },
): Promise<{ resourceMetadataUrl?: URL; scope?: string }> {
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
    const { resourceMetadataUrl, scope } = read(response);
    return {
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    };
  } catch {
    // Then where such things usually are.
    return {};
  }
}

/** A page on this machine, at a port of its own, that takes one answer. */
async function openPage() {
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const fits = request.method === 'GET' && url.pathname === '/callback';
    response.writeHead(fits ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(
      fits ? 'Done. You can close this page.\nFertig. Du kannst die Seite schließen.' : '',
    );
    if (fits) resolve(url.searchParams);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const timer = setTimeout(() => reject(new Error('Nobody came back in time.')), PATIENCE_MS);
  timer.unref();
  server.once('close', () => {
    clearTimeout(timer);
    reject(new Error('It was stopped.'));
  });
  // Nobody may be listening yet when it is stopped.
  promise.catch(() => {});
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/callback`, answer: promise };
}
