/** Cuts long code between lines, always at the same places while code is only appended. */
export interface CodeChunk {
  readonly start: number;
  readonly text: string;
}

const linesPerChunk = 40;
/** One endless line is cut as well: minified code must not hold up the window. */
const longestChunk = 6_000;

export function chunksOf(code: string): readonly CodeChunk[] {
  const chunks: CodeChunk[] = [];
  let start = 0;
  while (start < code.length) {
    const end = endOfChunk(code, start);
    chunks.push({ start, text: code.slice(start, end) });
    start = end;
  }
  return chunks;
}

function endOfChunk(code: string, start: number): number {
  let end = start;
  for (let lines = 0; lines < linesPerChunk; lines += 1) {
    const next = code.indexOf('\n', end);
    if (next < 0) return Math.min(code.length, start + longestChunk);
    if (next - start >= longestChunk) return Math.max(end, start + longestChunk);
    end = next + 1;
  }
  return end;
}
