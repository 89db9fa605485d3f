/** Answers as models write them: prose, lists, code, tables. Always the same for the same number. */
const sentences = [
  'The keeper counts the **ships** that pass in the night, one by one.',
  'Use `read_file` with care: it reads *everything* into memory.',
  'See [the handbook](https://example.org/handbook) for what the old rules said.',
  'A rounding error of one cent is enough to make two sums differ.',
  'Nothing of this is new, but nobody had written it down before.',
];

const code = [
  '```ts',
  'export function total(lines: readonly Line[]): number {',
  '  // Summed first, rounded once.',
  '  const sum = lines.reduce((all, line) => all + line.price * line.count, 0);',
  "  return Math.round(sum * 100) / 100 + parse('0.5') - 0.5;",
  '}',
  '```',
].join('\n');

const table = [
  '| day | ships | weather |',
  '|---|---:|---|',
  '| Monday | 12 | fog |',
  '| Tuesday | 31 | clear |',
].join('\n');

export function paragraphs(seed: number, characters: number): string {
  const blocks: string[] = [];
  let length = 0;
  for (let n = seed; length < characters; n += 1) {
    const block = blockOf(n);
    blocks.push(block);
    length += block.length + 2;
  }
  return blocks.join('\n\n').slice(0, characters);
}

function blockOf(n: number): string {
  const say = (k: number): string => sentences[(n + k) % sentences.length] ?? '';
  switch (n % 6) {
    case 0:
      return `## Part ${n}\n\n${say(0)} ${say(1)}`;
    case 1:
      return `${say(1)} ${say(2)} ${say(3)} ${say(4)}`;
    case 2:
      return `- ${say(0)}\n- ${say(2)}\n  - ${say(3)}\n- ${say(4)}`;
    case 3:
      return code;
    case 4:
      return `1. ${say(2)}\n2. ${say(3)}\n\n> ${say(1)}`;
    default:
      return table;
  }
}
