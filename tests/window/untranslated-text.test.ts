import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createI18n, resolveLanguage, tables } from '../../src-renderer/i18n/tables.ts';

const keys = Object.keys(tables.en).sort();
const holes = (message: string): string[] => (message.match(/\{\w+\}/g) ?? []).sort();

const withoutCount = (message: string, key: string): string =>
  holes(message)
    .filter((hole) => hole !== '{count}' || !/\.(?:one|two)$/.test(key))
    .join();

describe.each(Object.entries(tables))('the table "%s"', (language, table) => {
  it('has every key, the forms its counts need, and no other', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counts = keys.flatMap((key) =>
      key.endsWith('.one') ? [key.slice(0, -'one'.length)] : [],
    );
    // Nothing is counted that is not there: "zero" is told in the general form.
    const needed = forms
      .filter((form) => form !== 'zero')
      .flatMap((form) => counts.map((key) => key + form));
    expect(Object.keys(table).sort()).toEqual([...new Set([...keys, ...needed])].sort());
  });

  it('has no empty text', () => {
    expect(Object.entries(table).filter(([, message]) => message.trim() === '')).toEqual([]);
  });

  it('fills the same places as the English one', () => {
    const differing = Object.entries(tables.en).filter(
      // "One message" may say the one in a word.
      ([key, message]) =>
        withoutCount(message, key) !== withoutCount(Reflect.get(table, key) as string, key),
    );
    expect(differing).toEqual([]);
  });

  it('has both forms of every count', () => {
    const ones = keys.filter((key) => key.endsWith('.one'));
    expect(
      ones.map((key) => key.replace(/one$/, 'other')).filter((key) => !keys.includes(key)),
    ).toEqual([]);
  });
});

describe('the parts of the English table', () => {
  it('do not overwrite each other’s keys', async () => {
    const folder = join(import.meta.dirname, '../../src-renderer/i18n/en');
    const parts = (await readdir(folder)).filter((name) => name !== 'index.ts');
    const seen: string[] = [];
    for (const part of parts) {
      const [table] = Object.values(await import(join(folder, part)));
      seen.push(...Object.keys(table as object));
    }
    expect(seen.sort()).toEqual(keys);
  });
});

describe('language', () => {
  it('follows the system down its list of languages', () => {
    expect(resolveLanguage('system', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  });

  it('falls back to English for one that has no table', () => {
    expect(resolveLanguage('fi', [])).toBe('en');
  });

  it('uses the form that the count needs', () => {
    const { tn } = createI18n('en');
    expect([tn('turn.tools', 1), tn('turn.tools', 2)]).toEqual(['1 tool', '2 tools']);
    const arabic = createI18n('ar');
    const counted = [1, 2, 3, 11, 100, 0].map((count) =>
      arabic.tn('turn.tools', count).replace(/[\u2066-\u2069]/g, ''),
    );
    expect(counted).toEqual(['أداة واحدة', 'أداتان', '3 أدوات', '11 أداة', '100 أداة', '0 أداة']);
  });

  it('keeps a Latin name in one piece inside Arabic, and its own digits', () => {
    const { t, duration, bytes } = createI18n('ar');
    expect(t('composer.removeFile', { name: 'a b.txt' })).toBe('إزالة \u2068a b.txt\u2069');
    // Whole, also beside a Latin name: else the figure goes to the name.
    expect(duration(2200)).toBe('\u20682.2 ث\u2069');
    expect(bytes(2048)).toBe('\u20682 kB\u2069');
  });
});
