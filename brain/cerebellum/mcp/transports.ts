/** How a server is reached: a child process, or a URL. */
import type { AuthProvider, Transport } from '@modelcontextprotocol/client';
import type { Launch } from './launch.ts';

export interface OpenTransport {
  environment(own: Readonly<Record<string, string>>): Record<string, string>;
  onLog(text: string): void;
  onNote(text: string): void;
  /** Who the owner is at this server; absent: nobody signs in. */
  readonly authorize?: (url: string) => AuthProvider;
}

export async function openTransport(
  launch: Launch,
  { environment, onLog, onNote, authorize }: OpenTransport,
): Promise<{ readonly transport: Transport; readonly modern: boolean }> {
  if (launch.kind === 'stdio') {
    const { command, args, env, cwd } = launch;
    // With it comes the SDK: without servers nobody pays for it.
    const { StdioTransport } = await import('./stdio-transport.ts');
    const transport = new StdioTransport({
      command,
      args,
      cwd,
      env: environment(env),
      onLog,
      onNote,
    });
    return { transport, modern: false };
  }
  const sdk = await import('@modelcontextprotocol/client');
  const url = new URL(launch.url);
  const requestInit = { headers: { ...launch.headers } };
  // A header of the owner's own is who he is; there is nothing to sign in to.
  const signs = Object.keys(launch.headers).some((name) => name.toLowerCase() === 'authorization');
  const provider = signs ? undefined : authorize?.(launch.url);
  const options = { requestInit, ...(provider === undefined ? {} : { authProvider: provider }) };
  return launch.sse
    ? { transport: new sdk.SSEClientTransport(url, options), modern: false }
    : { transport: new sdk.StreamableHTTPClientTransport(url, options), modern: true };
}
