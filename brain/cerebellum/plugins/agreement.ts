/** Which tools of a plugin are offered: those that its SKILL.md does not say otherwise about. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../protocol/index.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { schemaProblem } from '../arguments.ts';
import { type SkillTool, schemaOf } from '../skill-file.ts';
import { harmlessSchema } from './harmless-schema.ts';
import type { PluginTool } from './messages.ts';

export interface AgreedTool extends SkillTool {
  readonly parameters: JsonObject;
}

export interface Agreement {
  readonly tools: readonly AgreedTool[];
  /** A sentence for each tool that is refused. */
  readonly refused: readonly Sentence[];
}

/**
 * A SKILL.md that lists no tools leaves it to the plugin. One that lists some must list all, and
 * where it says parameters they must be the plugin's. Hints (`readOnly`, `idempotent`) count only there.
 */
export function agree(listed: readonly SkillTool[], exported: readonly PluginTool[]): Agreement {
  const tools: AgreedTool[] = [];
  const refused: Sentence[] = [];
  const seen = new Set<string>();
  for (const { name, description, parameters } of exported) {
    const said = listed.find((tool) => tool.name === name);
    const schema = schemaOf(parameters);
    if (seen.has(name)) refused.push(say('plugin.exportsTwice', { name }));
    else if (!schema.ok) refused.push(say('plugin.badParameters', { name, why: schema.error }));
    else if (listed.length > 0 && said === undefined) {
      refused.push(say('plugin.notListed', { name }));
    } else if (said?.parameters !== undefined && !sameParameters(said.parameters, schema.value)) {
      refused.push(say('plugin.otherParameters', { name }));
    } else {
      const parameters = harmlessSchema(said?.parameters ?? schema.value);
      const problem = schemaProblem(parameters);
      seen.add(name);
      if (problem !== undefined) {
        refused.push(say('plugin.badSchema', { name, why: problem }));
        continue;
      }
      const base = said ?? { name, description: '', readOnly: false, idempotent: false };
      tools.push({
        ...base,
        description: base.description || description,
        parameters,
      });
    }
    seen.add(name);
  }
  for (const { name } of listed) {
    if (!seen.has(name)) refused.push(say('plugin.notExported', { name }));
  }
  return { tools, refused };
}

/** By names, types and what is required; descriptions may differ. */
function sameParameters(a: JsonObject, b: JsonObject): boolean {
  return isDeepStrictEqual(outline(a), outline(b));
}

function outline({ properties, required }: JsonObject): unknown {
  const map = typeof properties === 'object' && properties !== null ? properties : {};
  const types = Object.entries(map).map(([name, schema]): readonly [string, unknown] => {
    const type =
      typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : '';
    return [name, type];
  });
  const needed = Array.isArray(required) ? required.map(String).sort() : [];
  return { types: Object.fromEntries(types), needed };
}
