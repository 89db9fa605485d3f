/** Finding things in the text of `config.json`: lines for people, duplicates, readable rules. */
import { findNodeAtLocation, type JSONPath, type Node } from 'jsonc-parser';

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}

/** The line of the value at `path`, or of the nearest parent that exists. */
export function lineOf(text: string, root: Node | undefined, path: JSONPath): number | undefined {
  if (root === undefined) return undefined;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node === undefined) continue;
    const place = node.parent?.type === 'property' ? node.parent : node;
    return lineAt(text, place.offset);
  }
  return undefined;
}

interface Member {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node | undefined;
}

function membersOf(node: Node): readonly Member[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, value] = property.children ?? [];
    return typeof keyNode?.value === 'string' ? [{ key: keyNode.value, keyNode, value }] : [];
  });
}

/** Keys that stand twice in one object. JSON would silently take the last one. */
export function duplicateKeys(root: Node): readonly { path: JSONPath; offset: number }[] {
  const found: { path: JSONPath; offset: number }[] = [];
  function walk(node: Node, path: JSONPath): void {
    const seen = new Set<string>();
    for (const { key, keyNode, value } of membersOf(node)) {
      if (seen.has(key)) found.push({ path: [...path, key], offset: keyNode.offset });
      seen.add(key);
      if (value !== undefined) walk(value, [...path, key]);
    }
    if (node.type === 'array') {
      (node.children ?? []).forEach((child, index) => {
        walk(child, [...path, index]);
      });
    }
  }
  walk(root, []);
  return found;
}

/**
 * Every string that can still be read under `permissions.<list>`, also in a text that does not
 * parse as a whole and where a key stands twice.
 */
export function readableRules(root: Node | undefined, list: 'ask' | 'deny'): readonly string[] {
  if (root === undefined) return [];
  const rules: string[] = [];
  for (const top of membersOf(root)) {
    if (top.key !== 'permissions' || top.value === undefined) continue;
    for (const member of membersOf(top.value)) {
      if (member.key !== list || member.value?.type !== 'array') continue;
      for (const item of member.value.children ?? []) {
        if (typeof item.value === 'string') rules.push(item.value);
      }
    }
  }
  return rules;
}
