/**
 * Secrets that stand in the settings themselves: values of MCP servers' environments and of headers,
 * and what an address carries. They belong elsewhere, but where they are they must not leak.
 */
import type { Config } from '../../protocol/index.ts';
import { bareSecret, looksSecret } from '../shared/secret-look.ts';

/** Pairs of a name to show instead, and the value. */
export function secretsInConfig(config: Config): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const look = (values: Readonly<Record<string, unknown>> | undefined): void => {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (typeof value === 'string' && looksSecret(name, value)) {
        found.push([name, bareSecret(value)]);
      }
    }
  };
  const lookAtUrl = (name: string, address: unknown): void => {
    if (typeof address !== 'string' || !URL.canParse(address)) return;
    const { password, searchParams } = new URL(address);
    if (password !== '') found.push([name, decodeURIComponent(password)], [name, password]);
    look(Object.fromEntries(searchParams));
  };
  for (const [name, provider] of Object.entries(config.providers)) {
    look(provider.headers);
    lookAtUrl(name, provider.baseUrl);
  }
  for (const [name, server] of Object.entries(config.mcpServers)) {
    const { env, headers, url, oauth } = server as Readonly<Record<string, unknown>>;
    look(asRecord(env));
    look(asRecord(headers));
    look({ clientSecret: asRecord(oauth)?.clientSecret });
    lookAtUrl(name, url);
  }
  return found;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}
