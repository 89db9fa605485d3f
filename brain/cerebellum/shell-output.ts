/**
 * Gathers the output of a command: all of it while it is short, its beginning and end and a file with
 * the whole once it is long, so that a command that prints gigabytes does not fill the memory.
 */
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { messageOf } from '../shared/result.ts';
import type { Storage } from '../storage/index.ts';
import { cutMiddle, isTooLong } from './output-limit.ts';

const KEPT_CHARS = 256 * 1024;
const MAX_FILE_CHARS = 256 * 1024 * 1024;
/** A line without end is broken here. */
const MAX_LINE = 1024 * 1024;
const LAST_CHARS = 8 * 1024;

export class ShellOutput {
  readonly #storage: Storage;
  readonly #path: string;
  readonly #redact: (text: string) => string;
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  #head = '';
  #tail = '';
  #total = 0;
  /** What waits for its line to be complete before it goes to the file. */
  #line = '';
  #spilling = false;
  #written = 0;
  #problem: string | undefined;

  constructor(storage: Storage, path: string, redact: (text: string) => string) {
    this.#storage = storage;
    this.#path = path;
    this.#redact = redact;
  }

  /** Returns the text of a chunk, characters cut by the chunk's end left for the next one. */
  decode(stream: 'stdout' | 'stderr', chunk: Buffer): string {
    return this.#decoders[stream].write(chunk);
  }

  async prepare(): Promise<void> {
    await this.#storage.makeFolder(dirname(this.#path));
    // What an earlier try left there would be mixed with this one.
    await this.#storage.remove(this.#path);
  }

  /** Everything goes to the file from here on, whether it is long or not. */
  toFile(first: string): void {
    this.#spilling = true;
    this.add(first);
  }

  add(text: string): void {
    if (text === '') return;
    this.#total += text.length;
    if (this.#spilling) {
      this.#tail = (this.#tail + text).slice(-KEPT_CHARS);
      this.#spill(text);
      return;
    }
    this.#head += text;
    if (this.#head.length <= KEPT_CHARS) return;
    this.#spilling = true;
    this.#spill(this.#head);
    this.#tail = this.#head.slice(-KEPT_CHARS);
    this.#head = this.#head.slice(0, KEPT_CHARS);
  }

  /** Whether what came last says so. */
  endsWith(pattern: RegExp): boolean {
    return pattern.test((this.#spilling ? this.#tail : this.#head).slice(-LAST_CHARS));
  }

  #spill(text: string): void {
    this.#line += text;
    const end = this.#line.lastIndexOf('\n') + 1;
    if (end > 0) {
      this.#append(this.#line.slice(0, end));
      this.#line = this.#line.slice(end);
    } else if (this.#line.length > MAX_LINE) {
      this.#append(`${this.#line}\n`);
      this.#line = '';
    }
  }

  #append(text: string): void {
    if (this.#problem !== undefined || this.#written > MAX_FILE_CHARS) return;
    try {
      this.#storage.append(this.#path, this.#redact(text));
      this.#written += text.length;
    } catch (thrown) {
      this.#problem = messageOf(thrown);
    }
  }

  /** The text for the conversation, `note` last, and where the whole is. */
  async finish(note: string): Promise<{
    readonly output: string;
    readonly truncated: boolean;
    readonly fullOutputPath?: string;
  }> {
    this.add(this.#decoders.stdout.end() + this.#decoders.stderr.end());
    if (!this.#spilling) {
      const text = this.#redact(this.#head);
      const whole = text === '' ? note : `${text}${text.endsWith('\n') ? '' : '\n'}${note}`;
      if (!isTooLong(whole)) return { output: whole, truncated: false };
      const kept = await this.#keep(text);
      return {
        output: cutMiddle(whole, kept ? this.#path : undefined),
        truncated: true,
        ...(kept ? { fullOutputPath: this.#path } : {}),
      };
    }
    if (this.#line !== '') this.#append(`${this.#line}\n`);
    const kept = this.#problem === undefined;
    const lost = this.#total - this.#head.length - this.#tail.length;
    const gap = lost > 0 ? `\n[... ${lost} characters ...]\n` : '';
    const tail = this.#tail.slice(Math.max(0, -lost));
    const text = this.#redact(`${this.#head}${gap}${tail}`);
    const whole = `${text}${text.endsWith('\n') ? '' : '\n'}${note}`;
    return {
      output: cutMiddle(whole, kept ? this.#path : undefined),
      truncated: true,
      ...(kept ? { fullOutputPath: this.#path } : {}),
    };
  }

  async #keep(text: string): Promise<boolean> {
    try {
      await this.#storage.write(this.#path, text);
      return true;
    } catch {
      // The mark in the text says that the whole could not be kept; the result itself is not lost.
      return false;
    }
  }
}
