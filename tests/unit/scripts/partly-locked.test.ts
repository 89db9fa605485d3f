import { expect, it } from 'vitest';
import { unlockedOptionals } from '../../../scripts/lock.mjs';

it('a build for another platform that was never locked is noticed', () => {
  const packages = {
    '': {},
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0' } },
    'node_modules/tool-linux': {},
  };
  expect(unlockedOptionals({ packages })).toEqual(['tool-mac']);
});

it('what is locked beside, inside or above the package that asks for it is locked', () => {
  const packages = {
    '': { optionalDependencies: { a: '1' } },
    'node_modules/a': { optionalDependencies: { b: '1' } },
    'node_modules/a/node_modules/b': { optionalDependencies: { c: '1', d: '1' } },
    'node_modules/a/node_modules/c': {},
    'node_modules/d': {},
  };
  expect(unlockedOptionals({ packages })).toEqual([]);
});
