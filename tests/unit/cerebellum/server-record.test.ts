/** What is kept of a server: a format that drifts would start programs nobody allowed, or ask for nothing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  emptyRecord,
  formatRecord,
  parseRecord,
  withAccepted,
  withManifest,
} from '../../../brain/cerebellum/mcp/record.ts';

const golden = join(import.meta.dirname, '..', '..', 'golden', 'mcp-server.json');

it('the file of today is read and written as it is', async () => {
  const text = await readFile(golden, 'utf8');
  const record = parseRecord(text);
  expect(record && formatRecord(record)).toBe(text);
});

it('a file of another time or a broken one allows nothing', async () => {
  const text = await readFile(golden, 'utf8');
  expect(parseRecord(text.replace('"version": 1', '"version": 2'))).toBeUndefined();
  expect(parseRecord(text.slice(0, 200))).toBeUndefined();
});

it('an acceptance counts for the words that were shown, and for no others', async () => {
  const record = parseRecord(await readFile(golden, 'utf8')) ?? emptyRecord('none');
  expect(withAccepted(record, 'read_graph', '0d1c2b3a')).toBeUndefined();
  expect(withAccepted(record, 'other', '4e5f6071')).toBeUndefined();
  const accepted = withAccepted(record, 'read_graph', '4e5f6071');
  expect(accepted?.offered?.tools).toEqual([
    {
      name: 'read_graph',
      description: 'Reads the whole graph and sends it.',
      parameters: { type: 'object', properties: {} },
      hash: '4e5f6071',
      accepted: true,
    },
  ]);
});

it('a tool that comes later is not accepted by being listed twice', () => {
  const manifest = (...names: string[]) => ({
    ...{ server: 's', version: '1', protocol: 'p', resources: [], prompts: [], problems: [] },
    tools: names.map((name) => ({ name })),
  });
  const first = withManifest(emptyRecord('s'), manifest('a'));
  const second = withManifest(first, manifest('a', 'b'));
  const third = withManifest(second, manifest('b', 'a', 'b'));
  expect(third.offered?.tools.map(({ name, accepted }) => [name, accepted])).toEqual([
    ['b', false],
    ['a', true],
  ]);
});
