/**
 * What a host (desktop, headless, command line) lends to the brain. The only door through which
 * the mind reaches the machine's comforts; everything else is plain Node.
 */
import type { Duplex, Readable } from 'node:stream';

export interface Host {
  readonly kind: 'electron' | 'headless' | 'cli';
  /** Is any network up? A quick local answer; no request is sent. */
  isOnline(): boolean;
  /** The program that Node children run on. */
  readonly runtime: string;
  /** Starts a Node child: `command` is `runtime` with its arguments, or a shell that limits and starts it. */
  forkNode(command: readonly [string, ...string[]], options: ForkOptions): NodeChild;
  /** An operating-system notification; does nothing where there is none. */
  notify(title: string, body: string): void;
  /** Opens an http(s) or mailto link in the owner's browser. */
  openLink(url: string): Promise<void>;
  /** An environment variable (the login shell's where the host knows it), for provider keys. */
  readEnvironment(name: string): string | undefined;
}

export interface ForkOptions {
  /** The whole environment; what the runtime itself needs is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface NodeChild {
  readonly pid: number | undefined;
  /** Descriptor 3 of the child, both ways. */
  readonly channel: Duplex;
  /** What it prints. Not reading it makes the child wait. */
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Called once, also where it could not be started (with null). */
  onExit(listener: (code: number | null) => void): void;
  /** Ends it, and what it has started, at once. */
  kill(): void;
}
