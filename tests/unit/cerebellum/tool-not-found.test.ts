/** Which tools are sent and which are found: a list that shifts costs the cache, a search that misses the tool. */
import { expect, it } from 'vitest';
import { toolIndex } from '../../../brain/cerebellum/tool-search/find.ts';
import {
  MAX_SENT,
  SEARCH,
  toolsetOf,
  toolsFor,
} from '../../../brain/cerebellum/tool-search/toolset.ts';
import type { ToolSpec } from '../../../brain/regions.ts';

const spec = (name: string, capability: string, description = ''): ToolSpec => ({
  name,
  capability,
  description,
  parameters: { type: 'object', properties: {} },
  kind: 'mcp',
  readOnly: false,
  idempotent: false,
});
const many = (capability: string, count: number): ToolSpec[] =>
  Array.from({ length: count }, (_, n) => spec(`mcp__${capability}__t${n}`, capability));
const own = [...many('own', 20), spec(SEARCH, 'tools', 'Finds.')];

it('all are sent as long as they are few, and then nothing is to be searched', () => {
  const { sent, hidden } = toolsetOf(own, many('a', 20));
  expect(sent).toHaveLength(MAX_SENT);
  expect(sent.some(({ name }) => name === SEARCH)).toBe(false);
  expect(hidden).toEqual([]);
});

it('whole servers in the order of the settings, never a part of one, and our own always', () => {
  const { sent, hidden } = toolsetOf(own, [...many('a', 10), ...many('b', 12), ...many('c', 9)]);
  expect(new Set(sent.map(({ capability }) => capability))).toEqual(
    new Set(['own', 'tools', 'a', 'c']),
  );
  expect(hidden).toEqual(many('b', 12));
  expect(toolsetOf(own, many('a', 2000)).sent).toHaveLength(21);
});

it('a hundred servers do not grow the prompt', () => {
  const size = (servers: number): number => {
    const others = Array.from({ length: servers }, (_, n) => many(`server-${n}`, 20)).flat();
    return JSON.stringify(toolsetOf(own, others).sent).length;
  };
  expect(size(100) - size(10)).toBeLessThan(600);
});

it('what was found is there, what is gone is not, and what is sent anyway is not twice', () => {
  const toolset = toolsetOf(own, [...many('a', 10), ...many('b', 30)]);
  const found = toolsFor(toolset, ['mcp__b__t3', 'mcp__b__gone', 'mcp__a__t1']);
  expect(found).toHaveLength(toolset.sent.length + 1);
  expect(found.at(-1)?.name).toBe('mcp__b__t3');
});

it('a tool is found by its words in any form, by its server, its triggers, its description, its name', () => {
  const tools = [
    spec('mcp__github__create_issue', 'github', 'Opens a new issue in a repository.'),
    spec('mcp__github__listPullRequests', 'github', 'Lists them.'),
    spec('mcp__linear__create_issue', 'linear', 'Creates an issue.'),
    spec('mcp__weather__now', 'weather', 'Temperature at a place.'),
    spec('roll', 'dice', 'Throws.'),
  ];
  const find = toolIndex(
    tools.map((one) => ({ spec: one, triggers: one.name === 'roll' ? ['gamble', 'würfeln'] : [] })),
  );
  const first = (query: string) => find(query, 5)[0]?.name;
  expect(first('creating issues on github')).toBe('mcp__github__create_issue');
  expect(first('linear issue')).toBe('mcp__linear__create_issue');
  expect(first('pull request')).toBe('mcp__github__listPullRequests');
  expect(first('temperatures')).toBe('mcp__weather__now');
  expect(first('gambling')).toBe('roll');
  expect(first('mcp__weather__now issue')).toBe('mcp__weather__now');
  expect(find('violin', 5)).toEqual([]);
  expect(find('issue', 1)).toHaveLength(1);
});
