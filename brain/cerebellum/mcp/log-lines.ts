/** The last lines that a server said beside its messages; in memory only. */
import { cleaned } from './describe.ts';

const MAX_LINES = 300;
const MAX_LINE = 500;
/** A server that floods is not listened to line by line. */
const MAX_PIECE = 20_000;

export interface LogLines {
  add(text: string): void;
  all(): readonly string[];
  last(): string | undefined;
}

export function createLogLines(redact: (text: string) => string): LogLines {
  let lines: string[] = [];
  return {
    add(text) {
      const said = redact(text.slice(-MAX_PIECE))
        .split('\n')
        .map((line) => cleaned(line, MAX_LINE))
        .filter((line) => line !== '');
      lines = [...lines, ...said].slice(-MAX_LINES);
    },
    all: () => lines,
    last: () => lines.at(-1),
  };
}
