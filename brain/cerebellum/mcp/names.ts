/**
 * Names of servers' tools: `mcp__<server>__<tool>` on the wire, at most 64 characters. Pure.
 *
 * Must always hold: the first `__` behind `mcp__` ends the server, so that no server can name a tool
 * that reads as another server's; a mapped name says the same in every run.
 */
import { hashOf } from '../../shared/ids.ts';

const MAX_WIRE = 64;
const MAX_SERVER = 24;

/** How a server is called in tool names and in rules. A plain name stays as it is. */
export function serverKey(name: string): string {
  const plain = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_|$))*$/;
  if (plain.test(name) && name.length <= MAX_SERVER) return name;
  return mapped(name, MAX_SERVER);
}

/** The name of a tool for models, rules and people. A plain name stays as it is. */
export function wireName(key: string, tool: string): string {
  const before = `mcp__${key}__`;
  const room = MAX_WIRE - before.length;
  const plain = /^[A-Za-z0-9_-]+$/.test(tool) && tool.length <= room;
  return before + (plain ? tool : mapped(tool, room));
}

/** What can be kept of the name, and what tells it from others that look the same then. */
function mapped(name: string, room: number): string {
  const tail = `-${hashOf(name).slice(0, 8)}`;
  const head = name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, room - tail.length)
    .replace(/^-+|-+$/g, '');
  return `${head === '' ? 'x' : head}${tail}`;
}

/** Each name once: an exact name goes before one that was mapped to the same. */
export function distinct<T extends { readonly name: string }>(
  key: string,
  tools: readonly T[],
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  const exact = (tool: T): boolean => wireName(key, tool.name) === `mcp__${key}__${tool.name}`;
  for (const tool of [...tools.filter(exact), ...tools.filter((tool) => !exact(tool))]) {
    const wire = wireName(key, tool.name);
    if (!found.has(wire)) found.set(wire, tool);
  }
  return found;
}
