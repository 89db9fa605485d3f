/** What a plugin's process may take. Tests pass smaller ones. */
export interface PluginLimits {
  /** To load and initialise. Milliseconds, as all times here. */
  readonly loadMs: number;
  /** For `destroy`, and to give back a call that was stopped. */
  readonly graceMs: number;
  /** After so long without a call the process ends; the next call starts it again. */
  readonly idleMs: number;
  /** Of JavaScript's own memory, in MB. */
  readonly heapMb: number;
  /** Of all memory that it may write to, in MB (Linux and macOS). V8 alone reserves over 500. */
  readonly memoryMb: number;
  /** Of one file that it writes, in MB, or twice as much (Linux and macOS). */
  readonly fileMb: number;
  /** Of all files in its temporary folder, in MB. */
  readonly tempMb: number;
  readonly tempFiles: number;
  /** What it must leave on a disk that it writes to, in MB. */
  readonly freeMb: number;
  /** Between two looks at the disk. */
  readonly lookMs: number;
  /** Of processes and threads together (in Linux's sandbox, from kernel 5.14). */
  readonly processes: number;
  /** Of one message. */
  readonly messageBytes: number;
  /** Of all messages from one call to the next. */
  readonly spokenBytes: number;
  /** Of what it prints, from one call to the next. */
  readonly printedBytes: number;
  /** Starts that fail one after the other before nobody tries again. */
  readonly failedStarts: number;
}

export const pluginLimits: PluginLimits = {
  loadMs: 15_000,
  graceMs: 1_000,
  idleMs: 5 * 60_000,
  heapMb: 256,
  memoryMb: 1_280,
  fileMb: 1_024,
  tempMb: 256,
  tempFiles: 20_000,
  freeMb: 512,
  lookMs: 1_000,
  processes: 128,
  messageBytes: 8 * 1024 * 1024,
  spokenBytes: 32 * 1024 * 1024,
  printedBytes: 1024 * 1024,
  failedStarts: 3,
};
