/** Which paths a file of a skill may have. Pure. */
import { type Sentence, say } from '../../shared/say.ts';

const MAX_PATH = 200;
const MAX_DEPTH = 12;
/** Names that Windows keeps for itself, also with an ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A sentence on what is wrong with a relative path with `/`; undefined when it can be used. */
export function skillPathProblem(path: string): Sentence | undefined {
  if (path.length > MAX_PATH) return say('path.tooLongHere');
  if (/[\p{Cc}\\:*?"<>|]/u.test(path)) return say('path.characters');
  const parts = path.split('/');
  if (parts.length > MAX_DEPTH) return say('path.tooDeep');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return say('path.leadsOut');
  }
  if (parts.some((part) => /[. ]$/.test(part) || reserved.test(part))) {
    return say('path.reserved');
  }
  return undefined;
}
