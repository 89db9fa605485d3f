/** Tool definitions without what only we need to know, by name; the same objects while nothing changes. */
import type { ToolSpec } from '../regions.ts';
import type { ToolDefinition } from '../shared/model.ts';

type Tools<T> = (found: readonly string[]) => readonly T[];

export function rememberTools(specsFor: Tools<ToolSpec>): Tools<ToolDefinition> {
  let key = '';
  let held: readonly ToolDefinition[] = [];
  return (found) => {
    const definitions = specsFor(found)
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
