/** Who we are at an authorization server, in the words of the SDK: what is kept, and what the owner has given. */
import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';

/** Of a server's entry, filled in. */
export interface GivenClient {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** A document on the web that says who the client is; its address is then the client's id. */
  readonly clientMetadataUrl?: string | undefined;
  readonly scope?: string | undefined;
  /** Of the page on this machine, where the service knows it beforehand. */
  readonly callbackPort?: number | undefined;
  /** Signs in by itself, with id and secret, without its owner's browser. */
  readonly grant?: 'client_credentials' | undefined;
}

export interface Held {
  readonly tokens?: OAuthTokens;
  readonly client?: OAuthClientInformationMixed;
  /** Where a client that the owner gave was first accepted: its secret goes nowhere else. */
  readonly issuer?: string;
}

export interface HeldStore {
  get(): Held;
  save(next: Held): Promise<void>;
}

export interface OauthClientOptions {
  readonly store: HeldStore;
  readonly given: GivenClient;
  /** Undefined: nobody is there to sign in. */
  readonly redirectUrl?: string;
  readonly state?: string;
  onAddress?(address: URL): void;
}

export function oauthClient({
  store,
  given,
  redirectUrl,
  state = '',
  onAddress = () => {},
}: OauthClientOptions): OAuthClientProvider {
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  const alone = given.grant === 'client_credentials';
  const { clientId, clientSecret, clientMetadataUrl } = given;
  const own =
    clientId === undefined
      ? undefined
      : {
          client_id: clientId,
          ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        };

  return {
    redirectUrl: alone ? undefined : (redirectUrl ?? 'http://127.0.0.1/'),
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name: 'Connectome',
      redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
      grant_types: alone ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
      ...(alone ? {} : { response_types: ['code'] }),
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(given.scope === undefined ? {} : { scope: given.scope }),
    },
    state: () => state,
    clientInformation() {
      const { client, issuer } = store.get();
      return own === undefined ? client : { ...own, ...(issuer === undefined ? {} : { issuer }) };
    },
    // A client that was given is not replaced by one that registers itself elsewhere.
    ...(own === undefined
      ? {
          saveClientInformation: (client: OAuthClientInformationMixed) =>
            store.save({ ...store.get(), client }),
        }
      : {}),
    tokens: () => store.get().tokens,
    saveTokens: (tokens, context) =>
      store.save({
        ...store.get(),
        tokens,
        ...(own === undefined || context === undefined ? {} : { issuer: context.issuer }),
      }),
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
    ...(alone
      ? {
          prepareTokenRequest: (scope?: string) =>
            new URLSearchParams({
              grant_type: 'client_credentials',
              ...(scope === undefined ? {} : { scope }),
            }),
        }
      : {}),
    async invalidateCredentials(what) {
      const { client, issuer } = store.get();
      const bound = issuer === undefined ? {} : { issuer };
      if (what === 'all' || what === 'client') await store.save(bound);
      else if (what === 'tokens') await store.save({ ...(client && { client }), ...bound });
    },
  };
}
