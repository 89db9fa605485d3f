import { expect, it } from 'vitest';
import { shortNames } from '../../src-renderer/conversation/short-names.ts';

it('a few changed files are named, and a long name keeps its beginning and its kind', () => {
  expect(shortNames(['/home/ada/a.md', 'C:\\ada\\b.md'])).toEqual(['a.md', 'b.md']);
  const [long = ''] = shortNames([`/x/${'invoice-totals-'.repeat(4)}rounding.test.ts`]) ?? [];
  expect([...long]).toHaveLength(32);
  expect(long).toMatch(/^invoice-totals-.*…unding\.test\.ts$/);
  expect(shortNames(['a', 'b', 'c', 'd'])).toBeUndefined();
});
