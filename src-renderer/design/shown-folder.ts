const longest = 30;

/** For a narrow place: of a long path its end, which tells it from others. */
export function endOfFolder(folder: string): string {
  if (folder.length <= longest) return folder;
  const end = /[\\/][^\\/]+[\\/][^\\/]+$/.exec(folder)?.[0];
  return end === undefined || end.length + 1 >= folder.length ? folder : `…${end}`;
}

/** The folder's own name; of a root, which has none, all there is. */
export function lastOfFolder(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder;
}

/** A folder as its owner would write it, always the same way: below their home it begins with `~`. */
export function shownFolder(folder: string, userHome: string): string {
  const rest =
    userHome !== '' && folder.startsWith(userHome) ? folder.slice(userHome.length) : undefined;
  return rest !== undefined && /^(?:$|[\\/])/.test(rest) ? `~${rest}` : folder;
}
