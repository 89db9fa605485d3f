/** Homes with many notes: always the same words for the same size. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../../brain/shared/home.ts';

const SYLLABLES = ['ka', 'lo', 'mi', 'ren', 'sta', 'ver', 'tor', 'un', 'pel', 'dra', 'fi', 'gos'];

/** A small deterministic generator (mulberry32), so that two runs measure the same files. */
function randomizer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const VOCABULARY = Array.from({ length: 8000 }, (_, n) => {
  const random = randomizer(n + 1);
  const syllables = 2 + Math.floor(random() * 3);
  return Array.from(
    { length: syllables },
    () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
  ).join('');
});

/** Words with a natural (Zipf-like) spread: few common ones, many rare ones. */
function words(random: () => number, count: number): string {
  return Array.from(
    { length: count },
    () => VOCABULARY[Math.floor(VOCABULARY.length ** random()) - 1],
  ).join(' ');
}

export function questions(count: number): string[] {
  const random = randomizer(4242);
  return Array.from({ length: count }, (_, n) => words(random, n % 10 === 9 ? 120 : 4 + (n % 6)));
}

/** A home with `notes` markdown notes of about 120 words under three headings. Returns its path. */
export async function generateHome(notes: number): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), `connectome-bench-${notes}-`));
  const folder = join(homePaths(root).knowledge, 'notes');
  await mkdir(folder, { recursive: true });
  const random = randomizer(notes);
  for (let n = 0; n < notes; n += 1) {
    const sections = Array.from(
      { length: 3 },
      () => `## ${words(random, 3)}\n\n${words(random, 40)}.\n`,
    );
    await writeFile(
      join(folder, `note-${n}.md`),
      `# ${words(random, 4)}\n\n${sections.join('\n')}`,
    );
  }
  return root;
}
