/** What the brain says to its owner: every sentence in every language, with everything that fills it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPasted } from '../../brain/cerebellum/mcp/paste.ts';
import { agree } from '../../brain/cerebellum/plugins/agreement.ts';
import { asItems, permissionWords } from '../../brain/cerebellum/plugins/permissions.ts';
import { parseSkill } from '../../brain/cerebellum/skill-file.ts';
import { evaluateConfig } from '../../brain/settings/evaluate.ts';
import { applyEdits } from '../../brain/shared/edit-text.ts';
import { err, type Result } from '../../brain/shared/result.ts';
import { joined, type Sentence, say, sayCount, spoken, verbatim } from '../../brain/shared/say.ts';
import { sentenceOfThrown } from '../../brain/shared/told-error.ts';
import { StorageError } from '../../brain/storage/index.ts';
import { defaultConfig } from '../../protocol/index.ts';
import { sentences } from '../../protocol/sentences/index.ts';
import { shippedSentences } from '../../protocol/sentences/shipped.ts';
import { sentences as ar } from '../../src-renderer/i18n/ar/sentences/index.ts';
import { sentences as de } from '../../src-renderer/i18n/de/sentences/index.ts';
import { createI18n } from '../../src-renderer/i18n/tables.ts';

const root = join(import.meta.dirname, '../..');
const codes = Object.keys(sentences).sort();
const bases = codes.flatMap((code) => (code.endsWith('.one') ? [code.slice(0, -4)] : []));

/** "One message" may say the one in a word. */
const holes = (template: string, code: string): string =>
  (template.match(/\{\w+\}/g) ?? [])
    .filter((hole) => hole !== '{count}' || !/\.(?:one|two)$/.test(code))
    .sort()
    .join();

const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = { de, ar };

describe.each(Object.entries(tables))('the sentences in "%s"', (language, table) => {
  it('are all there, in the forms their counts need, and no other', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = bases.flatMap((base) =>
      forms.filter((form) => form !== 'zero').map((form) => `${base}.${form}`),
    );
    expect(Object.keys(table).sort()).toEqual([...new Set([...codes, ...counted])].sort());
  });

  it('lose nothing of what the brain fills in: a path, a rule, a number', () => {
    const english: Readonly<Record<string, string>> = sentences;
    const differing = Object.entries(table).filter(
      ([code, template]) =>
        holes(template, code) !==
        holes(english[code] ?? english[code.replace(/\.\w+$/, '.other')] ?? '', code),
    );
    expect(differing).toEqual([]);
  });

  it('are none of them English', () => {
    const english: ReadonlySet<string> = new Set(Object.values(sentences));
    const words = (template: string): boolean => /[a-z]{3}/i.test(template.replace(/\{\w+\}/g, ''));
    const same = Object.entries(table).filter(
      ([, template]) => english.has(template) && words(template),
    );
    expect(same).toEqual([]);
  });
});

it('the skills that come along say nothing that has no code', () => {
  const folder = join(root, 'workspace/cerebellum');
  const files = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name, 'SKILL.md'), 'utf8'),
  );
  const codes: ReadonlySet<string> = new Set(Object.values(shippedSentences));
  const spokenOf = (source: string): readonly string[] => {
    const skill = parseSkill(source);
    if (!skill.ok) throw new Error(skill.error.reason.text);
    return [skill.value.description, ...skill.value.patterns.map(({ reason }) => reason)];
  };
  const all = files.flatMap(spokenOf);
  expect(all.filter((text) => !codes.has(text))).toEqual([]);
  expect([...codes].filter((text) => !all.includes(text))).toEqual([]);
});

it('no sentence is translated that the brain does not say', () => {
  const source = readdirSync(join(root, 'brain'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'brain', name), 'utf8'))
    .join('\n');
  // The danger table names its sentences without what they have in common.
  const isSaid = (code: string): boolean =>
    source.includes(`'${code}'`) || source.includes(`'${code.replace(/^danger\./, '')}'`);
  // What the reader of JSON finds comes by the reader's own names.
  const isFound = (code: string): boolean =>
    /^(?:parse|config\.type)\./.test(code) && source.includes(code.replace(/\.\w+$/, '.$'));
  const unsaid = codes
    .map((code) => code.replace(/\.(?:one|other)$/, ''))
    .filter((code) => !isSaid(code) && !isFound(code) && !Object.hasOwn(shippedSentences, code));
  expect(unsaid).toEqual([]);
});

it('a refused setting is told in the owner’s language, down to what stands there instead', () => {
  const text = '{"limits": {"maxIterations": "many"}, "permisions": {}}';
  const { problems } = evaluateConfig(text, defaultConfig());
  const i18n = createI18n('de', de);
  expect(problems.map((problem) => i18n.told(problem, 'message'))).toEqual([
    'erwartet wird eine Zahl, da steht ein Text; der letzte gültige Wert bleibt',
    'unbekannter Schlüssel „permisions“ (meintest du „permissions“?)',
  ]);
  const torn = evaluateConfig('{"limits": }', defaultConfig()).problems[0];
  expect(torn && i18n.told(torn, 'message')).toBe(
    'config.json lässt sich nicht lesen: hier fehlt ein Wert',
  );
});

it('what is wrong with a skill is told in the owner’s language: its file, its plugin, its permissions', () => {
  const i18n = createI18n('de', de);
  const told = (reason: Sentence): string => i18n.told(spoken({ reason }), 'reason');
  const wrong = (front: string): string => {
    const skill = parseSkill(`---\n${front}\n---\n`);
    return skill.ok ? '' : told(skill.error.reason);
  };
  expect(wrong('name: 5\ndescription: y')).toBe('name: erwartet wird ein Text, da steht eine Zahl');
  expect(wrong('name: x\ndescription: y\ndanger_patterns: [".*"]')).toBe(
    'danger_patterns[0]: „.*“ passt auf alles',
  );
  const listed = [{ name: 'sum', description: '', readOnly: true, idempotent: false }];
  expect(agree(listed, []).refused.map(told)).toEqual(['sum ist in SKILL.md und nicht im Plugin.']);
  const wants = permissionWords({ read: ['.'], write: [], hosts: ['a.example'], commands: [] });
  expect(told(joined(asItems(wants), '\n'))).toBe(
    '- lesen: der Arbeitsordner\n- Daten austauschen mit: a.example',
  );
});

it('why something of others is not taken is told in the owner’s language, down to the cause', () => {
  const i18n = createI18n('de', de);
  const told = (result: Result<unknown, Sentence>): string | undefined =>
    result.ok ? undefined : i18n.told(spoken({ why: result.error }), 'why');
  const entry = { command: 'x', env: { KEY: {} } };
  expect(told(readPasted(JSON.stringify({ mcpServers: { shop: entry } })))).toBe(
    'shop: „KEY“ muss ein Text sein.',
  );
  expect(told(readPasted('{ "a": '))).toBe('Das ist kein JSON (Zeile 1).');
  const edit = { oldString: 'two', newString: '2', replaceAll: false };
  const other = { ...edit, oldString: 'nine' };
  expect(told(applyEdits('one\ntwo\n', [edit, other], '\n'))).toBe(
    'edits[1]: old_string wurde nicht gefunden. Lies die Datei noch einmal und übernimm den Text genau. Keine der Änderungen wurde gemacht.',
  );
  const full = new StorageError('/home/me/a.md', Object.assign(new Error('x'), { code: 'ENOSPC' }));
  const archive = say('archive.unusable', { why: sentenceOfThrown(full) });
  expect(told(err(archive))).toContain(
    'Das Archiv lässt sich nicht verwenden: Der Datenträger ist voll: /home/me/a.md',
  );
});

describe('a sentence', () => {
  const outside = spoken({ reason: say('safety.outside', { path: '/etc/hosts' }) });
  const german = createI18n('de', de);
  const arabic = createI18n('ar', ar);

  it('is English for logs and models, and in the window’s language for its owner', () => {
    expect(outside.reason).toBe('/etc/hosts is outside the working folder.');
    expect(german.told(outside, 'reason')).toBe('/etc/hosts liegt außerhalb des Arbeitsordners.');
    expect(arabic.told(outside, 'reason')).toContain('\u2068/etc/hosts\u2069');
    expect(createI18n('en').told(outside, 'reason')).toBe(outside.reason);
  });

  it('counts as each language does, also inside another one', () => {
    const names = (count: number) => sayCount('origin.andOthers', count, { first: 'a.example' });
    const tainted = (count: number) =>
      spoken({ reason: say('taint.command', { names: names(count) }) });
    expect(tainted(1).reason).toContain('a.example and 1 other.');
    expect(german.told(tainted(1), 'reason')).toContain('a.example und 1 weiteren Stelle');
    expect(german.told(tainted(3), 'reason')).toContain('a.example und 3 weiteren Stellen');
    expect(arabic.told(tainted(2), 'reason')).toContain('ومصدرين آخرين');
  });

  it('keeps the words of others, and all of it where a code is not known', () => {
    const skill = spoken({ reason: verbatim('Never on Fridays.') });
    expect(german.told(skill, 'reason')).toBe('Never on Fridays.');
    const both = spoken({
      risk: joined([say('danger.publishes_commits'), say('ask.unconfined')]),
    });
    expect(german.told(both, 'risk')).toBe(
      'Das veröffentlicht Commits. Befehle laufen mit allen deinen Rechten und ohne Sandbox.',
    );
    const newer = { risk: both.risk, said: { risk: [...both.said.risk, { code: 'not.yet' }] } };
    expect(german.told(newer, 'risk')).toBe(both.risk);
    expect(german.told({ risk: 'From before there were codes.' }, 'risk')).toBe(
      'From before there were codes.',
    );
  });
});
