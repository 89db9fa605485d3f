import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import { isInside } from '../../shared/paths.ts';
import { holdFolder } from '../../shared/safe-open.ts';
import { say } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { characterPairs, contentWords, looseStem } from '../../shared/words.ts';
import { openFailed, reach, showable } from '../reach.ts';
import { listingOptions, ripgrep } from '../ripgrep.ts';
import { defineTool, done, failed } from '../tool.ts';

const MAX_TERMS = 12;
const MAX_LINES = 50_000;
const MAX_PASSAGES = 20;
const MAX_PER_FILE = 3;
/** Matches this close belong to one passage. */
const PASSAGE_LINES = 6;
const MAX_SHOWN_LINES = 5;

interface Line {
  readonly number: number;
  readonly text: string;
  readonly terms: ReadonlySet<number>;
}
interface Passage {
  readonly path: string;
  readonly lines: readonly Line[];
  readonly score: number;
}

export const searchTool = defineTool({
  spec: {
    name: 'Search',
    description:
      'Finds passages about something in the files of a folder, best first: give words, not a ' +
      'pattern. For exact text or patterns use Grep.',
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'files',
  },
  parameters: z.strictObject({
    query: z.string().min(1),
    path: z.string().optional().describe('Folder to search; the working folder without it.'),
  }),
  async run(args, run, deps) {
    const target = await reach(args.path ?? '.', 'read', run, deps);
    if (!target.ok) return target.error;
    const { real, places } = target.value;
    const terms = termsOf(args.query);
    if (terms.length === 0) return failed('validation', say('search.noWords'));
    const folder = await holdFolder(real);
    if (!folder.ok) {
      return folder.error.kind === 'not_found' || folder.error.kind === 'permission'
        ? openFailed(folder.error)
        : failed('validation', say('search.notFolder', { path: real }));
    }
    try {
      const show = showable('Search', real, places, deps.settings);
      const files = new Map<string, Line[]>();
      let lines = 0;
      const ran = await ripgrep({
        args: [
          ...['--null', '--with-filename', '--no-heading', '--color=never', '--line-number'],
          ...['--ignore-case', '--fixed-strings', '--max-columns=400', '--max-columns-preview'],
          ...['--max-count=500', '--max-filesize=4M'],
          ...listingOptions,
          ...terms.map((term) => `--regexp=${term}`),
          '.',
        ],
        cwd: folder.value.path,
        signal: run.signal,
        onRecord(record) {
          const hit = /^(?:\.[/\\])?([^\0]*)\0(\d+):(.*)$/s.exec(record);
          if (hit === null) return true;
          const path = join(real, hit[1] ?? '');
          if (!files.has(path) && !show(path)) return true;
          const text = hit[3] ?? '';
          const list = files.get(path) ?? [];
          list.push({ number: Number(hit[2]), text, terms: termsIn(text, terms) });
          files.set(path, list);
          lines += 1;
          return lines < MAX_LINES;
        },
      });
      if (!ran.ok) return failed('error', ran.error);
      const best = rank(files, terms);
      if (best.length === 0) return done(say('search.none'));
      const name = (path: string): string =>
        isInside(places.workingDir, path) ? relative(places.workingDir, path) : path;
      return done(best.map((passage) => passageText(passage, name(passage.path))).join('\n\n'));
    } finally {
      await folder.value.close();
    }
  },
});

/** Words without their endings, which match inside longer words; pairs for other scripts. */
function termsOf(query: string): readonly string[] {
  const stems = contentWords(query).map(looseStem);
  return [...new Set([...stems, ...characterPairs(query)])].slice(0, MAX_TERMS);
}

function termsIn(text: string, terms: readonly string[]): ReadonlySet<number> {
  const lower = text.toLowerCase();
  return new Set(terms.flatMap((term, index) => (lower.includes(term) ? [index] : [])));
}

/** Rare words count more; passages that have several of the words count most. */
function rank(
  files: ReadonlyMap<string, readonly Line[]>,
  terms: readonly string[],
): readonly Passage[] {
  const filesWith = terms.map(() => 0);
  for (const lines of files.values()) {
    const inFile = new Set(lines.flatMap((line) => [...line.terms]));
    for (const term of inFile) filesWith[term] = (filesWith[term] ?? 0) + 1;
  }
  const weight = filesWith.map((count) => Math.log(1 + files.size / Math.max(1, count)));
  const passages: Passage[] = [];
  for (const [path, lines] of files) {
    const inName = termsIn(basename(path), terms).size;
    const own = group(lines).map((part) => ({
      path,
      lines: part,
      score: scoreOf(part, weight) + inName * 0.5,
    }));
    own.sort((a, b) => b.score - a.score);
    passages.push(...own.slice(0, MAX_PER_FILE));
  }
  passages.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return passages.slice(0, MAX_PASSAGES);
}

function group(lines: readonly Line[]): readonly (readonly Line[])[] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last && first && line.number - first.number < PASSAGE_LINES) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function scoreOf(lines: readonly Line[], weight: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    for (const term of line.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  let score = 0;
  for (const [term, count] of counts) score += (weight[term] ?? 0) * (count / (count + 1)) * 2;
  const heading = lines.some(({ text }) => /^\s*#{1,6}\s/.test(text)) ? 1.2 : 1;
  return score * (1 + (counts.size - 1) * 0.5) * heading;
}

function passageText(passage: Passage, name: string): string {
  const first = passage.lines[0]?.number ?? 1;
  const shown = passage.lines
    .slice(0, MAX_SHOWN_LINES)
    .map(({ number, text }) => `  ${number}: ${clip(text, 200)}`);
  return [`${name}:${first} (score ${passage.score.toFixed(2)})`, ...shown].join('\n');
}
