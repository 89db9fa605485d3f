import { expect, it } from 'vitest';
import { createI18n } from '../../src-renderer/i18n/tables.ts';
import { settingsSections } from '../../src-renderer/routes.ts';
import { findSettings } from '../../src-renderer/settings/settings-index.ts';

it.each(['en', 'de', 'ar'] as const)('every section is found by its name in "%s"', (language) => {
  const i18n = createI18n(language);
  const lost = settingsSections.filter(
    (section) =>
      !findSettings(i18n.t(`settings.${section}`), i18n).some((one) => one.section === section),
  );
  expect(lost).toEqual([]);
});

it('a setting is found by words of its explanation, after those that are called so', () => {
  const i18n = createI18n('en');
  expect(findSettings('dollars', i18n).map(({ name }) => name)).toEqual([
    'Spending limit for a day, in US dollars',
  ]);
  const names = findSettings('rule', i18n).map(({ name }) => name);
  expect(names[0]).toBe('Rules');
  expect(findSettings('   ', i18n)).toEqual([]);
  expect(findSettings('xyzzy', i18n)).toEqual([]);
});
