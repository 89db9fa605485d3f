/** A message must go where its owner's rules send it, and nowhere else. */
import { expect, it } from 'vitest';
import { routeOf } from '../../../brain/thalamus/routes.ts';

const routes = [
  { keywords: ['tax', 'Pull Request'], target: 'a' },
  { keywords: ['straße', '確定申告', ''], target: 'b' },
  { keywords: ['tax', 'code'], target: 'c' },
];

it.each([
  ['About my tax, please', 'tax', 'a'],
  ['TAX!', 'tax', 'a'],
  ['review the pull\nrequest', 'Pull Request', 'a'],
  ['pull the request', undefined, undefined],
  ['taxi and syntax', undefined, undefined],
  ['In der STRAẞE', 'straße', 'b'],
  ['Straßenbahn', undefined, undefined],
  ['In der Straße.', 'straße', 'b'],
  ['今年の確定申告について', '確定申告', 'b'],
  ['code and tax', 'tax', 'a'],
  ['some code', 'code', 'c'],
  ['', undefined, undefined],
])('%j goes by %s to %s', (text, keyword, target) => {
  expect(routeOf(text, routes)).toEqual(keyword === undefined ? undefined : { keyword, target });
});
