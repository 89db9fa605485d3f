import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differenceOf } from '../../src-renderer/mind/difference.ts';

/** Texts that have much in common, as two versions of a file have. */
const piece = fc.constantFrom('a', 'ab', '\n', '# Soul', '', 'ä', '🙂');
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

it('an editor that follows its file shows the file, whatever of it changed', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = differenceOf(before, after);
      const shown =
        change === undefined
          ? before
          : before.slice(0, change.from) + change.insert + before.slice(change.to);
      expect(shown).toBe(after);
    }),
  );
});
