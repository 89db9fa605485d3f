import { stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { z } from 'zod';
import type { ToolResult, ToolRun } from '../../regions.ts';
import { isInside } from '../../shared/paths.ts';
import { holdFolder, openForRead } from '../../shared/safe-open.ts';
import { say } from '../../shared/say.ts';
import { openFailed, type Reached, reach, showable } from '../reach.ts';
import { listingOptions, ripgrep } from '../ripgrep.ts';
import { defineTool, done, doneWith, failed, type ToolDeps } from '../tool.ts';

const DEFAULT_HEAD = 250;
/** Everything up to here is gathered and sorted, so that the same search gives the same answer. */
const MAX_RECORDS = 20_000;

const parameters = z.strictObject({
  pattern: z.string().min(1).describe('Regular expression (Rust syntax).'),
  path: z.string().optional().describe('File or folder; the working folder without it.'),
  glob: z.string().optional().describe('Only files that match, such as "*.ts".'),
  output_mode: z.enum(['content', 'files_with_matches', 'count']).optional(),
  case_insensitive: z.boolean().optional(),
  context: z.int().min(0).max(50).optional().describe('Lines around each match (content mode).'),
  head_limit: z.int().min(1).optional().describe('At most so many lines; 250 without it.'),
});
type GrepArgs = z.infer<typeof parameters>;

interface Hit {
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

export const grepTool = defineTool({
  spec: {
    name: 'Grep',
    description:
      'Searches the content of files with a regular expression (ripgrep). output_mode ' +
      '"files_with_matches" (default) lists files, "content" shows lines with numbers, "count" ' +
      'counts. What ignore files exclude is left out.',
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'files',
  },
  parameters,
  async run(args, run, deps) {
    const target = await reach(args.path ?? '.', 'read', run, deps);
    if (!target.ok) return target.error;
    const info = await stat(target.value.real).catch(() => undefined);
    if (info === undefined)
      return failed('not_found', say('open.none', { path: target.value.real }));
    return info.isDirectory()
      ? grepFolder(args, target.value, run, deps)
      : grepFile(args, target.value, run, deps);
  },
});

async function grepFolder(
  args: GrepArgs,
  target: Reached,
  run: ToolRun,
  deps: ToolDeps,
): Promise<ToolResult> {
  const folder = await holdFolder(target.real);
  if (!folder.ok) return openFailed(folder.error);
  try {
    const show = showable('Grep', target.real, target.places, deps.settings);
    // Not rg's own --glob: a positive one brings back files that ignore files exclude.
    const wanted = nameFilter(args.glob);
    const hits: Hit[] = [];
    let cut = false;
    const search = {
      args: [...options(args), ...listingOptions, `--regexp=${args.pattern}`, '.'],
      cwd: folder.value.path,
      signal: run.signal,
      onRecord(record: string): boolean {
        const hit = parseHit(record, args.output_mode);
        if (hit === undefined || !wanted(hit.name)) return true;
        const name = join(target.real, hit.name);
        if (!show(name)) return true;
        hits.push({ ...hit, name });
        cut = hits.length >= MAX_RECORDS;
        return !cut;
      },
    };
    const ran = await ripgrep(search, separatorOf(args));
    if (!ran.ok) return failed('validation', ran.error);
    return answer(hits, args, target, cut);
  } finally {
    await folder.value.close();
  }
}

function nameFilter(glob: string | undefined): (name: string) => boolean {
  if (glob === undefined) return () => true;
  const matches = picomatch(glob, { dot: true, basename: !glob.includes('/') });
  return (name) => matches(sep === '/' ? name : name.split(sep).join('/'));
}

/** One file is opened by us and given to ripgrep as its input: a link cannot be swapped in. */
async function grepFile(
  args: GrepArgs,
  target: Reached,
  run: ToolRun,
  deps: ToolDeps,
): Promise<ToolResult> {
  const show = showable('Grep', dirname(target.real), target.places, deps.settings);
  if (!show(target.real)) return failed('permission', say('grep.closed', { path: target.real }));
  const opened = await openForRead(target.real);
  if (!opened.ok) return openFailed(opened.error);
  try {
    const hits: Hit[] = [];
    const search = {
      args: [...options(args), `--regexp=${args.pattern}`, '-'],
      cwd: dirname(target.real),
      signal: run.signal,
      input: opened.value,
      onRecord(record: string): boolean {
        const hit = parseHit(record, args.output_mode);
        if (hit) hits.push({ ...hit, name: target.real });
        return hits.length < MAX_RECORDS;
      },
    };
    const ran = await ripgrep(search, separatorOf(args));
    if (!ran.ok) return failed('validation', ran.error);
    return answer(hits, args, target, hits.length >= MAX_RECORDS);
  } finally {
    await opened.value.close();
  }
}

function options(args: GrepArgs): readonly string[] {
  const common = [
    '--null',
    '--with-filename',
    '--no-heading',
    '--color=never',
    ...(args.case_insensitive === true ? ['--ignore-case'] : []),
    ...(/\n|\\n/.test(args.pattern) ? ['--multiline'] : []),
  ];
  switch (args.output_mode) {
    case 'content':
      return [
        ...common,
        '--line-number',
        '--max-columns=500',
        '--max-columns-preview',
        ...(args.context === undefined ? [] : [`--context=${args.context}`]),
      ];
    case 'count':
      return [...common, '--count'];
    default:
      return [...common, '--files-with-matches'];
  }
}

/** A name alone ends with NUL and not with a line. */
const separatorOf = ({ output_mode }: GrepArgs): string =>
  output_mode === 'content' || output_mode === 'count' ? '\n' : '\0';

const plainName = (name: string): string => name.replace(/^\.[/\\]/, '');

/** `name NUL rest`; a line of context has `-` where a match has `:`. */
function parseHit(record: string, mode: GrepArgs['output_mode']): Hit | undefined {
  if (mode !== 'content' && mode !== 'count') {
    return record === '' ? undefined : { name: plainName(record), line: 0, text: '' };
  }
  const at = record.indexOf('\0');
  if (at === -1) return undefined;
  const name = plainName(record.slice(0, at));
  const rest = record.slice(at + 1);
  if (mode !== 'content') return { name, line: 0, text: rest };
  const number = /^\d+/.exec(rest)?.[0] ?? '0';
  return { name, line: Number(number), text: rest };
}

function answer(hits: Hit[], args: GrepArgs, target: Reached, cut: boolean): ToolResult {
  if (hits.length === 0) return done(say('grep.none'));
  const { places } = target;
  const shownName = (path: string): string =>
    isInside(places.workingDir, path) ? relative(places.workingDir, path) : path;
  hits.sort((a, b) => (a.name === b.name ? a.line - b.line : a.name < b.name ? -1 : 1));
  const limit = args.head_limit ?? DEFAULT_HEAD;
  if (args.output_mode !== 'content') {
    const lines = hits.slice(0, limit).map(({ name, text }) => {
      const shown = shownName(name);
      return args.output_mode === 'count' ? `${shown}:${text}` : shown;
    });
    return limited(lines, hits.length, limit, cut);
  }
  const lines: string[] = [];
  let last: Hit | undefined;
  for (const hit of hits) {
    const gap = last !== undefined && (last.name !== hit.name || hit.line > last.line + 1);
    if (gap && (args.context ?? 0) > 0) lines.push('--');
    // Counted all, written out as many as are shown.
    lines.push(lines.length < limit ? `${shownName(hit.name)}:${hit.text}` : '');
    last = hit;
  }
  return limited(lines.slice(0, limit), lines.length, limit, cut);
}

function limited(lines: readonly string[], total: number, limit: number, cut: boolean): ToolResult {
  if (total <= limit && !cut) return done(lines.join('\n'));
  const all = cut ? say('grep.moreThan', { count: total }) : total;
  return doneWith(lines.join('\n'), say('grep.more', { shown: lines.length, all }));
}
