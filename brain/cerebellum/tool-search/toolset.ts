/**
 * Which tools go into a request: our own always, those of others as long as there is room, by whole
 * servers and plugins. The rest is found by `tool_search`, and what was found stays for the session.
 * Pure: the same tools and the same findings give the same list.
 */
import type { ToolSpec } from '../../regions.ts';
import { clip } from '../../shared/text.ts';

/** Models choose badly among more, and every one is paid for in each request. */
export const MAX_SENT = 40;
const NAMED = 400;

export interface Toolset {
  /** In every request of every session. */
  readonly sent: readonly ToolSpec[];
  /** To be searched; empty where all are sent. */
  readonly hidden: readonly ToolSpec[];
}

export function toolsetOf(own: readonly ToolSpec[], others: readonly ToolSpec[]): Toolset {
  const search = own.filter(({ name }) => name === SEARCH);
  const rest = own.filter(({ name }) => name !== SEARCH);
  if (rest.length + others.length <= MAX_SENT || search.length === 0) {
    return { sent: [...rest, ...others], hidden: [] };
  }
  const groups = new Map<string, ToolSpec[]>();
  for (const spec of others) {
    const group = groups.get(spec.capability);
    if (group === undefined) groups.set(spec.capability, [spec]);
    else group.push(spec);
  }
  const sent = [...rest];
  const hidden: ToolSpec[] = [];
  for (const group of groups.values()) {
    const fits = sent.length + 1 + group.length <= MAX_SENT;
    (fits ? sent : hidden).push(...group);
  }
  return { sent: [...sent, ...search.map((spec) => withNames(spec, hidden))], hidden };
}

/** Name of the tool that finds others. */
export const SEARCH = 'tool_search';

/** The model must know what it can look for. */
function withNames(search: ToolSpec, hidden: readonly ToolSpec[]): ToolSpec {
  const from = [...new Set(hidden.map(({ capability }) => capability))];
  const names = clip(from.join(', '), NAMED);
  return {
    ...search,
    description: `${search.description} There are ${hidden.length} more, of: ${names}.`,
  };
}

/** With what this session has found; what is there no more is left out. */
export function toolsFor({ sent, hidden }: Toolset, found: readonly string[]): readonly ToolSpec[] {
  if (found.length === 0 || hidden.length === 0) return sent;
  return [...sent, ...hidden.filter(({ name }) => found.includes(name))];
}
