/**
 * The window reads from right to left in some languages. A rule that says "left" where it means
 * "before" puts things on the wrong side there, and nobody who reads from left to right sees it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../src-renderer');

/** Each with what to write instead. */
const physical: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[^\w-])(?:left|right)\s*:/m, 'inset-inline-start/-end'],
  [/\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/, '…-inline-…'],
  [/\bborder-(?:top|bottom)-(?:left|right)-radius\b/, 'border-start-start-radius …'],
  [/\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/, 'start/end'],
  [/\btranslateX?\((?![^;]*var\(--dir\))(?!0)/, 'calc(… * var(--dir))'],
];

/** `12px 4px 12px 8px`: the second and the fourth are sides, and differ. */
const fourSides = /\b(?:margin|padding|inset|border-width)\s*:\s*([^;{}]+);/g;

function parts(value: string): readonly string[] {
  return value.trim().match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];
}

function faults(text: string): readonly string[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = physical.flatMap(([pattern, instead]) => {
    const hit = pattern.exec(plain)?.[0].trim();
    return hit === undefined ? [] : [`"${hit}": write ${instead}`];
  });
  for (const [rule, value = ''] of plain.matchAll(fourSides)) {
    const [, right, , left] = parts(value);
    if (left !== undefined && left !== right) found.push(`"${rule}": write …-block and …-inline`);
  }
  return found;
}

it('knows a side when it sees one', () => {
  for (const rule of [
    '.a { left: 0; }',
    '.a { margin-left: 4px; }',
    '.a { padding: 1px 2px 3px var(--space-4); }',
    '.a { text-align: right; }',
    '.a { transform: translateX(4px); }',
  ]) {
    expect([rule, faults(rule).length]).toEqual([rule, 1]);
  }
  expect(faults('.a { padding: 1px 2px 3px 2px; inset-inline-start: 0; top: 0; }')).toEqual([]);
});

it('no style of the window names a side', async () => {
  const names = await readdir(renderer, { recursive: true });
  const all: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.css'))) {
    const text = await readFile(join(renderer, name), 'utf8');
    all.push(...faults(text).map((fault) => `${name}: ${fault}`));
  }
  expect(all).toEqual([]);
});
