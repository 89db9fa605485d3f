/** A few thousand brackets are a small text, and walking them by recursion is a crash. */
import { expect, it } from 'vitest';
import { isDeeperThan } from '../../../brain/shared/json-depth.ts';
import { readArguments } from '../../../brain/wernicke/arguments.ts';

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

it('tells deep from shallow without running out of stack', () => {
  expect(isDeeperThan(JSON.parse(nested(100)))).toBe(false);
  expect(isDeeperThan(JSON.parse(nested(102)))).toBe(true);
  expect(isDeeperThan(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(true);
  expect(isDeeperThan(Array.from({ length: 200_000 }, (_, index) => ({ index })))).toBe(false);
  expect([undefined, null, 'x', 7].some((value) => isDeeperThan(value))).toBe(false);
});

it('a tool call with such arguments gets an error as its result; the turn goes on', () => {
  expect(readArguments(nested(20_000), undefined)).toMatchObject({ args: {} });
  expect(readArguments(nested(20_000), undefined).problem).toContain('nested too deeply');
  expect(readArguments('', JSON.parse(nested(20_000))).problem).toContain('nested too deeply');
});
