/**
 * Which tools there are right now: the built-in ones, those of plugins and those of servers; which of
 * them stand in each request, and the index in which the rest is found. Lists stay the same objects
 * until something changes, so that nothing is built twice.
 */
import type { ToolSpec } from '../regions.ts';
import type { ServerTool } from './mcp/tools.ts';
import type { BuiltInTool } from './tool.ts';
import { type FindTools, toolIndex } from './tool-search/find.ts';
import { type Toolset, toolsetOf } from './tool-search/toolset.ts';
import { builtInTools } from './tools/index.ts';

export interface OfferDeps {
  disabled(): readonly string[];
  pluginTools(): readonly BuiltInTool[];
  serverTools(): readonly ServerTool[];
  /** Words by which skills are found, by the skill's name. */
  triggers(): ReadonlyMap<string, readonly string[]>;
}

export interface Offer {
  /** Every one, in each request or not. */
  all(): readonly ToolSpec[];
  toolset(): Toolset;
  readonly findTools: FindTools;
  /** A built-in tool or a plugin's, where it is switched on. */
  ownTool(name: string): BuiltInTool | undefined;
  serverTool(name: string): ServerTool | undefined;
}

export function createOffer(deps: OfferDeps): Offer {
  const own = (): readonly BuiltInTool[] =>
    builtInTools.filter(({ spec }) => !deps.disabled().includes(spec.capability));
  /** Those that may be too many for each request. */
  const others = (): readonly ToolSpec[] =>
    [...deps.pluginTools(), ...deps.serverTools()].map(({ spec }) => spec);
  const all = (): readonly ToolSpec[] => [...own().map(({ spec }) => spec), ...others()];

  let toolset: { readonly of: readonly unknown[]; readonly value: Toolset } | undefined;
  function currentToolset(): Toolset {
    const specs = all();
    const same = toolset?.of.length === specs.length;
    if (toolset === undefined || !same || specs.some((spec, at) => spec !== toolset?.of[at])) {
      const ours = own().map(({ spec }) => spec);
      toolset = { of: specs, value: toolsetOf(ours, others()) };
    }
    return toolset.value;
  }

  let index: { readonly of: readonly ToolSpec[]; readonly find: FindTools } | undefined;
  function currentIndex(): FindTools {
    const { hidden } = currentToolset();
    if (index?.of !== hidden) {
      const triggers = deps.triggers();
      const searchable = hidden.map((spec) => ({
        spec,
        triggers: triggers.get(spec.capability) ?? [],
      }));
      index = { of: hidden, find: toolIndex(searchable) };
    }
    return index.find;
  }

  return {
    all,
    toolset: currentToolset,
    findTools: (query, limit) => currentIndex()(query, limit),
    ownTool: (name) => [...own(), ...deps.pluginTools()].find(({ spec }) => spec.name === name),
    serverTool: (name) => deps.serverTools().find(({ spec }) => spec.name === name),
  };
}
