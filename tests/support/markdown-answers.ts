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

/** All that an answer can hold, of very different heights: what a list must guess before it is drawn. */
export function mixedAnswer(seed: number): string {
  const words = paragraphs(seed, 200 + ((seed * 733) % 2200));
  switch (seed % 5) {
    case 0:
      return `${words}\n\n\`\`\`ts\n${Array.from({ length: 10 + (seed % 60) }, (_, n) => `const line${n} = total(lines.slice(${n})); // ${n}`).join('\n')}\n\`\`\``;
    case 1:
      return `${words}\n\n${table}\n${Array.from({ length: seed % 40 }, (_, n) => `| day ${n} | ${n * 7} | rain |`).join('\n')}`;
    case 2:
      return `The sum is $\\sum_{i=1}^{${seed}} i$, that is:\n\n$$\n\\frac{${seed}(${seed}+1)}{2}\n$$\n\n${words}`;
    case 3:
      // Few different ones: drawing them is not what is measured.
      return `${words}\n\n\`\`\`mermaid\nflowchart TD\n  A[Message ${seed % 3}] --> B{Judged}\n  B -->|safe| C[Done]\n  B --> D[Asked]\n\`\`\``;
    default:
      return words;
  }
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
