import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createI18n, resolveLanguage, tables } from '../../src-renderer/i18n/tables.ts';

const keys = Object.keys(tables.en).sort();
const holes = (message: string): string[] => (message.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.entries(tables))('the table "%s"', (_language, table) => {
  it('has every key and no other', () => {
    expect(Object.keys(table).sort()).toEqual(keys);
  });

  it('has no empty text', () => {
    expect(Object.entries(table).filter(([, message]) => message.trim() === '')).toEqual([]);
  });

  it('fills the same places as the English one', () => {
    const differing = Object.entries(tables.en).filter(
      ([key, message]) => holes(message).join() !== holes(Reflect.get(table, key) as string).join(),
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
  });
});
