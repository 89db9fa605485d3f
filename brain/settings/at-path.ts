/** Reading and changing a plain tree of values by path. */
export type Holder = Record<string, unknown>;
type Path = readonly (string | number)[];

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

export function lookUp(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (!isHolder(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

function holderOf(root: unknown, path: Path): { holder: Holder; key: string } | undefined {
  const key = path.at(-1);
  const holder = lookUp(root, path.slice(0, -1));
  return key === undefined || !isHolder(holder) ? undefined : { holder, key: String(key) };
}

export function replaceAt(root: unknown, path: Path, value: unknown): void {
  const place = holderOf(root, path);
  if (place === undefined) return;
  // defineProperty, because assigning to a key named `__proto__` would change the prototype.
  Object.defineProperty(place.holder, place.key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

export function remove(root: unknown, path: Path): void {
  const place = holderOf(root, path);
  if (place !== undefined) delete place.holder[place.key];
}
