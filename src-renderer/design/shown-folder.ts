/** A folder as its owner would write it, always the same way: below their home it begins with `~`. */
export function shownFolder(folder: string, userHome: string): string {
  const rest =
    userHome !== '' && folder.startsWith(userHome) ? folder.slice(userHome.length) : undefined;
  return rest !== undefined && /^(?:$|[\\/])/.test(rest) ? `~${rest}` : folder;
}
