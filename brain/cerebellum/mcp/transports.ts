/** How a server is reached: a child process, or a URL. */
import type { AuthProvider, Transport } from '@modelcontextprotocol/client';
import type { Result } from '../../shared/result.ts';
import type { Launch } from './launch.ts';
import { serverFetch } from './server-fetch.ts';
import type { SignInPlace } from './sign-in.ts';

/** The line for a shell that runs `command` in the sandbox; `release` when it has ended. */
export type Confine = (input: {
  readonly folder: string;
  readonly shell: string;
  readonly command: string;
}) => Promise<Result<{ readonly line: string; release(): void }>>;

export interface OpenTransport {
  /** `program`: what is started, before it is put into the sandbox. */
  environment(own: Readonly<Record<string, string>>, program: string): Record<string, string>;
  onLog(text: string): void;
  onNote(text: string): void;
  /** Present: a program starts in the sandbox, or not at all. */
  readonly confine?: Confine;
  /** Who the owner is at this server; absent: nobody signs in. */
  readonly authorize?: (place: SignInPlace) => AuthProvider;
}

export async function openTransport(
  launch: Launch,
  { environment, onLog, onNote, confine, authorize }: OpenTransport,
): Promise<{ readonly transport: Transport; readonly modern: boolean }> {
  if (launch.kind === 'stdio') {
    const { env, cwd } = launch;
    const program = await programOf(launch, confine);
    // With it comes the SDK: without servers nobody pays for it.
    const { StdioTransport } = await import('./stdio-transport.ts');
    const transport = new StdioTransport({
      ...program,
      cwd,
      env: environment(env, launch.command),
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
  const provider = signs ? undefined : authorize?.(launch);
  const options = {
    requestInit,
    fetch: serverFetch(),
    ...(provider === undefined ? {} : { authProvider: provider }),
  };
  return launch.sse
    ? { transport: new sdk.SSEClientTransport(url, options), modern: false }
    : { transport: new sdk.StreamableHTTPClientTransport(url, options), modern: true };
}

/** What is really started, and what is to be done when it has ended. Throws where it cannot be confined. */
async function programOf(
  { command, args, cwd }: Extract<Launch, { kind: 'stdio' }>,
  confine: Confine | undefined,
): Promise<{ command: string; args: readonly string[]; onEnd?: () => void }> {
  if (confine === undefined) return { command, args };
  const words = [command, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const confined = await confine({ folder: cwd, shell: 'sh', command: `exec ${words}` });
  if (!confined.ok) throw new Error(confined.error);
  const { line, release } = confined.value;
  return { command: '/bin/sh', args: ['-c', `exec ${line}`], onEnd: release };
}
