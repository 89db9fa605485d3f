/** Tool definitions without what only we need to know, by name; the same objects while nothing changes. */
import type { ToolSpec } from '../regions.ts';
import type { ToolDefinition } from '../shared/model.ts';

type Tools<T> = (found: readonly string[]) => readonly T[];

export function rememberTools(specsFor: Tools<ToolSpec>): Tools<ToolDefinition> {
  let known: readonly ToolSpec[] = [];
  let key = '';
  let held: readonly ToolDefinition[] = [];
  return (found) => {
    const specs = specsFor(found);
    // Of what did not change the very objects come again: no schema needs to be spelled out.
    if (specs.length === known.length && specs.every((spec, at) => spec === known[at])) return held;
    known = specs;
    const definitions = specs
      .map(({ name, description, parameters }) => ({ name, description, parameters }))
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const next = JSON.stringify(definitions);
    if (next !== key) {
      key = next;
      held = definitions;
    }
    return held;
  };
}
