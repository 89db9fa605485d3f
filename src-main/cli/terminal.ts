/** What is printed for people, and what they are asked. */
import { createInterface } from 'node:readline/promises';

/** Takes out what could move the cursor or recolour the terminal: text from models and tools is data. */
export function printable(text: string): string {
  // Everything in the control range except tab and newline.
  return text.replace(/[^\P{Cc}\t\n]/gu, '').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Can a person be asked here? Answers are read from stdin, questions shown on stderr. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

const hasColour = (): boolean => process.stderr.isTTY === true && !process.env.NO_COLOR;

export function dim(text: string): string {
  return hasColour() ? `\u001b[2m${text}\u001b[22m` : text;
}

export function bold(text: string): string {
  return hasColour() ? `\u001b[1m${text}\u001b[22m` : text;
}

/** A line for people, beside the answer on stdout. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Asks one question; undefined when `signal` aborts or the input ends. */
export async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // readline takes Ctrl+C away from the process while it reads.
  lines.on('SIGINT', () => process.emit('SIGINT'));
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  try {
    return await lines.question(question, { signal: AbortSignal.any([signal, ended.signal]) });
  } catch (thrown) {
    if (signal.aborted || ended.signal.aborted) return undefined;
    throw thrown;
  } finally {
    lines.close();
  }
}

/** Everything on stdin as text. */
export async function readStdin(): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of process.stdin as AsyncIterable<Uint8Array>) parts.push(part);
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}
