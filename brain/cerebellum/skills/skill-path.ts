/** Which paths a file of a skill may have. Pure. */

const MAX_PATH = 200;
const MAX_DEPTH = 12;
/** Names that Windows keeps for itself, also with an ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A sentence on what is wrong with a relative path with `/`; undefined when it can be used. */
export function skillPathProblem(path: string): string | undefined {
  if (path.length > MAX_PATH) return 'its path is too long';
  if (/[\p{Cc}\\:*?"<>|]/u.test(path)) return 'its path has characters that not every disk takes';
  const parts = path.split('/');
  if (parts.length > MAX_DEPTH) return 'it lies too deep';
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'its path leads out of its folder';
  }
  if (parts.some((part) => /[. ]$/.test(part) || reserved.test(part))) {
    return 'its name is not one that every disk takes';
  }
  return undefined;
}
