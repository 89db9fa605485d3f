/** Would catch a fact that seems learned the day before, west of Greenwich. */
import { afterEach, expect, it } from 'vitest';
import { formatFor } from '../../src-renderer/i18n/format.ts';

const zone = process.env.TZ;

afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it.each(['America/Los_Angeles', 'Pacific/Auckland'])('a day of a file is that day in %s', (tz) => {
  process.env.TZ = tz;
  expect(formatFor('en').fileDay('2026-11-21')).toBe('Nov 21, 2026');
  expect(formatFor('de').fileDay('2026-11-21')).toBe('21.11.2026');
});

it('what is no day stays as its owner wrote it', () => {
  expect(formatFor('en').fileDay('last spring')).toBe('last spring');
});
