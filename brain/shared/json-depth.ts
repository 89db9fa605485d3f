/**
 * How deep a JSON value is nested. Code that walks a value by calling itself runs out of stack on a
 * text of a few thousand brackets, so what comes from outside is measured first, without recursion.
 */
const MAX_JSON_DEPTH = 100;

export function isDeeperThan(value: unknown, limit: number = MAX_JSON_DEPTH): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null
        ? Object.values(one).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    );
  }
  return false;
}
