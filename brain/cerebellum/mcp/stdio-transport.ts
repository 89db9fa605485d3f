/**
 * A server that runs as a child process: one JSON message per line. Its whole process tree ends with
 * it; a message that does not end, or is larger than `MAX_MESSAGE`, ends the connection.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { CALL_MARK, endTree } from '../process-tree.ts';
import { MAX_MESSAGE } from './limits.ts';

/** Between closing its input and ending it. */
const LEAVE_MS = 500;

export interface StdioOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What it says on its error output. */
  onLog(text: string): void;
  /** What is to be said about it. */
  onNote(text: string): void;
  /** It has ended, or never began. */
  readonly onEnd?: () => void;
  /** Of one message, in bytes. Tests pass a smaller one. */
  readonly maxMessage?: number;
}

export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #options: StdioOptions;
  readonly #mark = randomUUID();
  #isOver = false;
  #child: ChildProcess | undefined;
  #pieces: Buffer[] = [];
  #size = 0;
  #ending: Promise<void> | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): Promise<void> {
    const { command, args, env, cwd, onLog, onNote } = this.#options;
    const child = spawn(command, [...args], {
      cwd,
      env: { ...env, [CALL_MARK]: this.#mark },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that all it starts can be ended.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    child.stderr?.on('data', (chunk: Buffer) => onLog(chunk.toString('utf8')));
    // Writing to a server that is gone: its end is told by `exit`.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on('error', () => {});
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        reject(error);
        this.#gone();
      });
      child.once('exit', (code, signal) => {
        onNote(`It ended (${signal ?? `code ${code ?? 'unknown'}`}).`);
        // What it left behind must not go on without it.
        void this.close();
      });
    });
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (;;) {
      const end = rest.indexOf(10);
      if (end === -1) break;
      const line = Buffer.concat([...this.#pieces, rest.subarray(0, end)]);
      this.#pieces = [];
      this.#size = 0;
      rest = rest.subarray(end + 1);
      this.#read(line);
    }
    if (rest.length === 0) return;
    this.#pieces.push(rest);
    this.#size += rest.length;
    const { maxMessage = MAX_MESSAGE } = this.#options;
    if (this.#size <= maxMessage) return;
    this.#pieces = [];
    this.#size = 0;
    this.#options.onNote(`It sent a message of more than ${maxMessage} bytes and was ended.`);
    void this.close();
  }

  #read(line: Buffer): void {
    if (this.#ending !== undefined) return;
    const text = line.toString('utf8').trim();
    if (text === '') return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(text);
    } catch {
      // Programs print; its owner sees it in the log.
      this.#options.onNote(`Not a message: ${text.slice(0, 300)}`);
      return;
    }
    this.onmessage?.(message);
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === null || stdin === undefined || !stdin.writable || this.#ending !== undefined) {
      return Promise.reject(new Error('The server is not running.'));
    }
    return new Promise((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child?.pid !== undefined) {
      const { pid } = child;
      const left = new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve();
        else child.once('exit', () => resolve());
      });
      child.stdin?.end();
      await Promise.race([left, delay(LEAVE_MS, undefined, { ref: false })]);
      await endTree(pid, this.#mark);
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    }
    this.#gone();
  }

  #gone(): void {
    if (!this.#isOver) this.#options.onEnd?.();
    this.#isOver = true;
    const tell = this.onclose;
    this.onclose = undefined;
    tell?.();
  }
}
