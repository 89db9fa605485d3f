import { createTwoFilesPatch } from 'diff';
import { type DiffLine, parseDiff } from '../conversation/tool-words.ts';

/** From one text to another, with a little of what stayed around each change. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  return parseDiff(createTwoFilesPatch('', '', before, after, '', '', { context: 2 }));
}
