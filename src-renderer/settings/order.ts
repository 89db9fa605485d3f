/** `name` at `index` of the list, the others in their order; the same list when nothing changes. */
export function movedTo(list: readonly string[], name: string, index: number): readonly string[] {
  const from = list.indexOf(name);
  if (from === -1 || index === from || index < 0 || index >= list.length) return list;
  const others = list.filter((other) => other !== name);
  return [...others.slice(0, index), name, ...others.slice(index)];
}
