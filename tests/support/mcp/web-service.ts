/** An MCP server at a URL that wants to know who asks: OAuth with PKCE, as the specification has it. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

export interface WebServiceOptions {
  /** The only client it knows; none can register. */
  readonly client?: { readonly id: string; readonly secret: string };
  /** Its tools want a right of their own. */
  readonly callScope?: string;
}

export async function startWebService({ client, callScope }: WebServiceOptions = {}) {
  /** What each token is good for. */
  const tokens = new Map<string, string>();
  const refreshes = new Set<string>();
  const codes = new Map<string, { readonly challenge: string; readonly scope: string }>();
  const seen = { authorized: 0, refreshed: 0, alone: 0 };
  const secretsSeen: string[] = [];
  let authority: string | undefined;

  const answers: Readonly<Record<string, (params: never) => object>> = {
    initialize: ({ protocolVersion }: { protocolVersion: string }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'service', version: '1' },
    }),
    'tools/list': () => ({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: 'from the service' }] }),
  };

  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    const url = new URL(request.url ?? '/', base);
    const json = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const body = await bodyOf(request);
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return json(200, { resource: `${base}/mcp`, authorization_servers: [authority ?? base] });
      case '/.well-known/oauth-authorization-server':
        return json(200, {
          issuer: base,
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          ...(client === undefined ? { registration_endpoint: `${base}/register` } : {}),
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: [
            client === undefined ? 'none' : 'client_secret_basic',
          ],
        });
      case '/register':
        return json(201, { ...JSON.parse(body), client_id: randomUUID() });
      case '/authorize': {
        const code = randomUUID();
        codes.set(code, {
          challenge: url.searchParams.get('code_challenge') ?? '',
          scope: url.searchParams.get('scope') ?? '',
        });
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', code);
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      case '/token': {
        const form = new URLSearchParams(body);
        const verifier = form.get('code_verifier') ?? '';
        const challenge = createHash('sha256').update(verifier).digest('base64url');
        const basic = request.headers.authorization?.replace('Basic ', '') ?? '';
        const sent = Buffer.from(basic, 'base64').toString('utf8');
        if (sent !== '') secretsSeen.push(sent);
        if (client !== undefined && sent !== `${client.id}:${client.secret}`) {
          return json(401, { error: 'invalid_client' });
        }
        const code = codes.get(form.get('code') ?? '');
        const isNew = code?.challenge === challenge;
        const isKnown = refreshes.has(form.get('refresh_token') ?? '');
        const isAlone = client !== undefined && form.get('grant_type') === 'client_credentials';
        if (!isNew && !isKnown && !isAlone) return json(400, { error: 'invalid_grant' });
        if (isAlone) seen.alone += 1;
        else if (isNew) seen.authorized += 1;
        else seen.refreshed += 1;
        const token = `token-${randomUUID()}`;
        const refresh = `refresh-${randomUUID()}`;
        const scope = code?.scope ?? '';
        tokens.set(token, scope);
        refreshes.add(refresh);
        return json(200, {
          access_token: token,
          token_type: 'Bearer',
          scope,
          ...(isAlone ? {} : { refresh_token: refresh }),
        });
      }
      case '/mcp': {
        const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
        if (!tokens.has(bearer)) {
          const metadata = `${base}/.well-known/oauth-protected-resource/mcp`;
          const challenge = `Bearer scope="read", resource_metadata="${metadata}"`;
          return json(401, {}, { 'www-authenticate': challenge });
        }
        if (request.method !== 'POST') return json(405, {});
        const { id, method, params } = JSON.parse(body);
        if (id === undefined) return void response.writeHead(202).end();
        if (method === 'tools/call' && callScope !== undefined) {
          const given = (tokens.get(bearer) ?? '').split(' ');
          const challenge = `Bearer error="insufficient_scope", scope="${callScope}"`;
          if (!given.includes(callScope)) return json(403, {}, { 'www-authenticate': challenge });
        }
        const answer = answers[method];
        return answer === undefined
          ? json(200, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } })
          : json(200, { jsonrpc: '2.0', id, result: answer(params as never) });
      }
      default:
        return json(404, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    /** Each `id:secret` that came to it. */
    secretsSeen,
    /** From now on it says that its owners sign in there. */
    nameAuthority(url: string) {
      authority = new URL(url).origin;
    },
    /** From now on the tokens so far count no more. */
    expire: () => tokens.clear(),
    /** Nor can they be renewed. */
    forget: () => refreshes.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
