/**
 * What a host (desktop, headless, command line) lends to the brain. The only door through which
 * the mind reaches the machine's comforts; everything else is plain Node.
 */
export interface Host {
  readonly kind: 'electron' | 'headless' | 'cli';
  /** Is any network up? A quick local answer; no request is sent. */
  isOnline(): boolean;
  /** Runs a Node program in a child process with the same runtime; messages are structured clones. */
  forkNode(modulePath: string, options: ForkOptions): NodeChild;
  /** An operating-system notification; does nothing where there is none. */
  notify(title: string, body: string): void;
  /** Opens an http(s) or mailto link in the owner's browser. */
  openLink(url: string): Promise<void>;
  /** An environment variable (the login shell's where the host knows it), for provider keys. */
  readEnvironment(name: string): string | undefined;
}

export interface ForkOptions {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface NodeChild {
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}
