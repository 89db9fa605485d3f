/**
 * For programs that may change everything but a few places, in Linux's sandbox. The runtime's own list of
 * such places also takes in the folder that this process happens to stand in, and leaves placeholders
 * there: so they are put into its line.
 */
import { dirname } from 'node:path';
import { isInside } from '../../shared/paths.ts';
import type { Profile } from './profile.ts';

/** The first place that is hidden; what is hidden must come after what we show, or it would be shown again. */
const FIRST_HIDDEN = / --tmpfs | --ro-bind \/dev\/null | --dev \/dev /;

/** Every path exists and is real. Throws where the line is not as expected: then nothing may start. */
export function withReadOnlyPlaces(
  line: string,
  { denyWrite, fixed = { folders: [], open: [] } }: Pick<Profile, 'denyWrite' | 'fixed'>,
): string {
  const closed = new Set([...denyWrite, ...fixed.folders]);
  if (closed.size === 0) return line;
  const at = FIRST_HIDDEN.exec(line)?.index;
  if (at === undefined || !line.startsWith('bwrap ')) throw new Error(UNEXPECTED);
  const end = line.indexOf(' -- ');
  if ([...closed].some((path) => isShownAgain(path, line.slice(at, end)))) {
    throw new Error(UNEXPECTED);
  }
  // A folder above a closed one could be moved away with it: what is mounted cannot.
  const mounts = new Set([...closed, ...fixed.open, ...[...closed].flatMap(above)]);
  const args = [...mounts]
    // What lies in another one comes after it, and counts.
    .sort((a, b) => depthOf(a) - depthOf(b))
    .map((path) => [closed.has(path) ? '--ro-bind' : '--bind', quoted(path), quoted(path)]);
  return `${line.slice(0, at)} ${args.flat().join(' ')}${line.slice(at)}`;
}

const UNEXPECTED = 'The sandbox cannot keep places unchanged.';

/** Does a later mount put back what is above the path, as it can be written? */
function isShownAgain(path: string, later: string): boolean {
  const binds = later.matchAll(/ --bind ('[^']*'|\S+) ('[^']*'|\S+)/g);
  return [...binds].some(([, , to = '']) => isInside(to.replace(/^'|'$/g, ''), path));
}

/** The folders that a path lies in. */
function above(path: string): readonly string[] {
  const found: string[] = [];
  for (let at = dirname(path); at !== '/'; at = dirname(at)) found.push(at);
  return found;
}

const depthOf = (path: string): number => path.split('/').length;

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
