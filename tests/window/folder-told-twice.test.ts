import { expect, it } from 'vitest';
import { endOfFolder, shownFolder } from '../../src-renderer/design/shown-folder.ts';

it('a folder looks the same before and after the first message, and a neighbour of the home is not in it', () => {
  expect(shownFolder('/home/ada/Connectome', '/home/ada')).toBe('~/Connectome');
  expect(shownFolder('~/Connectome', '/home/ada')).toBe('~/Connectome');
  expect(shownFolder('/home/ada', '/home/ada')).toBe('~');
  expect(shownFolder('/home/adam/work', '/home/ada')).toBe('/home/adam/work');
  expect(shownFolder('C:\\Users\\Ada\\work', 'C:\\Users\\Ada')).toBe('~\\work');
  expect(shownFolder('/srv/work', '')).toBe('/srv/work');
});

it('of a long folder the end is shown, which tells two clones of one project apart', () => {
  expect(endOfFolder('~/code/invoices')).toBe('~/code/invoices');
  expect(endOfFolder('/srv/projects/of/the/shop/second/invoices')).toBe('…/second/invoices');
  expect(endOfFolder('D:\\projects\\of\\the\\shop\\second\\invoices')).toBe('…\\second\\invoices');
  expect(endOfFolder(`/${'x'.repeat(40)}`)).toBe(`/${'x'.repeat(40)}`);
});
