/** Catches a memory that is filled for "Hello there", with whatever note happens to say hello. */
import { describe, expect, it } from 'vitest';
import { searchMemoryFor } from '../../../brain/prefrontal/memory.ts';

const asked = (text: string): boolean => {
  let searched = false;
  searchMemoryFor(
    () => {
      searched = true;
      return [];
    },
    text,
    undefined,
  );
  return searched;
};

describe('the memory', () => {
  it.each([
    'Hello there',
    'Good morning!',
    'Thanks a lot, that was great',
    'yes please, go ahead',
    'Guten Morgen',
    'Vielen Dank für die Hilfe',
    '👍',
  ])('is not asked for what asks for nothing: %s', (text) => expect(asked(text)).toBe(false));

  it.each([
    'What do you know about me?',
    'Was weißt du über mich?',
    'who am I',
    'my dog',
    'Good morning, what is on my list?',
    'Hello Rex',
    'AI',
    '東京',
  ])('is asked for %s', (text) => expect(asked(text)).toBe(true));
});
