/** The names of a few files for one line: without their folders, and cut where they tell least. */
const most = 3;
const longest = 32;

/** Undefined where they are too many to be named. */
export function shortNames(paths: readonly string[]): readonly string[] | undefined {
  if (paths.length > most) return undefined;
  return paths.map((path) => cutInTheMiddle(path.split(/[\\/]/).at(-1) ?? path));
}

/** Its beginning says what it is about, its end what kind it is. */
function cutInTheMiddle(name: string): string {
  const letters = [...name];
  if (letters.length <= longest) return name;
  const end = 14;
  return `${letters.slice(0, longest - end - 1).join('')}…${letters.slice(-end).join('')}`;
}
