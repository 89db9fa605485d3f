/** Finds tools by what they are called, whose they are, what triggers them and what they say. Pure. */
import type { ToolSpec } from '../../regions.ts';
import { matchKeys } from '../../shared/words.ts';

export interface Searchable {
  readonly spec: ToolSpec;
  /** Words that the owner's message would have, of the skill that a tool belongs to. */
  readonly triggers: readonly string[];
}

interface Indexed {
  readonly spec: ToolSpec;
  readonly fields: readonly (readonly [weight: number, keys: ReadonlySet<string>])[];
}

export type FindTools = (query: string, limit: number) => readonly ToolSpec[];

/** An index of these tools; rarer words tell more. */
export function toolIndex(tools: readonly Searchable[]): FindTools {
  const indexed = tools.map(
    ({ spec, triggers }): Indexed => ({
      spec,
      fields: [
        [4, keysOf(spec.name.replace(/^mcp__.+?__/, ''))],
        [3, keysOf(spec.capability)],
        [3, keysOf(triggers.join(' '))],
        [1, keysOf(`${spec.description} ${parameterNames(spec).join(' ')}`)],
      ],
    }),
  );
  const counts = new Map<string, number>();
  for (const { fields } of indexed) {
    for (const key of new Set(fields.flatMap(([, keys]) => [...keys]))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const rarity = (key: string): number => Math.log(1 + indexed.length / (counts.get(key) ?? 1));

  return (query, limit) => {
    const wanted = [...keysOf(query)];
    const named = new Set(query.split(/[\s,]+/));
    return indexed
      .map(({ spec, fields }) => {
        const score = wanted.reduce((sum, key) => {
          const best = Math.max(...fields.map(([weight, keys]) => (keys.has(key) ? weight : 0)));
          return sum + best * rarity(key);
        }, 0);
        return { spec, score: named.has(spec.name) ? Number.POSITIVE_INFINITY : score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.spec.name < b.spec.name ? -1 : 1))
      .slice(0, limit)
      .map(({ spec }) => spec);
  };
}

/** `createIssue`, `create_issue` and `create-issue` are two words. */
function keysOf(text: string): ReadonlySet<string> {
  return matchKeys(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_./:-]+/g, ' '));
}

export function parameterNames(spec: ToolSpec): readonly string[] {
  const { properties } = spec.parameters;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
