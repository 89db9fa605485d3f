/** What a built-in tool is and what it is lent while it runs. */
import { z } from 'zod';
import type { JsonObject } from '../../protocol/index.ts';
import type {
  Cortex,
  Forgetting,
  Knowledge,
  Proposals,
  Recollection,
  Settings,
  SkillSummary,
  ToolFailureKind,
  ToolResult,
  ToolRun,
  ToolSpec,
  TurnRef,
} from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import { type Sentence, spoken } from '../shared/say.ts';
import type { Storage } from '../storage/index.ts';
import type { BackgroundCommands } from './background.ts';
import type { ProvenChange } from './checkpoints.ts';
import type { ReadRegistry } from './read-registry.ts';
import type { Sandbox } from './sandbox/index.ts';
import type { ProposedSkills } from './skills/proposed.ts';
import type { FindTools } from './tool-search/find.ts';

export interface ToolDeps {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly settings: Settings;
  readonly userHome: string;
  readonly recall: Cortex['recall'];
  readonly knowledge: Knowledge;
  readonly proposals: Proposals;
  readonly forgetting: Pick<Forgetting, 'forget'>;
  readonly recollection: Recollection;
  /** What each session has read, so that a file changed since then is noticed. */
  readonly reads: ReadRegistry;
  /** Where each session's shell stands. */
  readonly shellFolders: Map<string, string>;
  readonly background: BackgroundCommands;
  /** Is this address on the open internet? */
  isPublic(address: string): boolean;
  /** Keeps what a file holds before its first change in a turn. Throws where it cannot. */
  keepForUndo(turn: TurnRef, real: string, content: Uint8Array): Promise<void>;
  /** Vouches for a change that is about to be made; only such a one can be undone. Throws as above. */
  proveChange(turn: TurnRef, change: ProvenChange): Promise<void>;
  readonly sandbox: Sandbox;
  readonly proposedSkills: Pick<ProposedSkills, 'prepare'>;
  /** Those that are switched on. */
  skills(): readonly SkillSummary[];
  /** Among those that are not in every request. */
  findTools: FindTools;
  /** Replaces our own secrets; what a tool writes into a file passes through it. */
  redact(text: string): string;
}

export interface BuiltInTool {
  readonly spec: ToolSpec;
  /** What the schema cannot say; a sentence for the model. */
  check?(args: JsonObject): string | undefined;
  run(args: JsonObject, run: ToolRun, deps: ToolDeps): Promise<ToolResult>;
}

/** Makes a tool from a zod object; the model sees the JSON Schema derived from it. */
export function defineTool<T extends z.ZodObject>(tool: {
  readonly spec: Omit<ToolSpec, 'parameters'>;
  readonly parameters: T;
  readonly check?: (args: JsonObject) => string | undefined;
  readonly run: (args: z.infer<T>, run: ToolRun, deps: ToolDeps) => Promise<ToolResult>;
}): BuiltInTool {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.parameters, { io: 'input' });
  return {
    spec: { ...tool.spec, parameters: schema as JsonObject },
    ...(tool.check ? { check: tool.check } : {}),
    async run(args, run, deps) {
      const parsed = tool.parameters.safeParse(args);
      if (!parsed.success) return failed('validation', z.prettifyError(parsed.error));
      return tool.run(parsed.data, run, deps);
    },
  };
}

/** A sentence is told to the owner in his language; the model reads it in English. */
export function done(output: string | Sentence): ToolResult {
  return { ok: true, ...wordsOf(output), truncated: false };
}

/** What others wrote, and below it what the program says about it. */
export function doneWith(output: string, footer: Sentence | undefined): ToolResult {
  if (footer === undefined) return done(output);
  return { ...done(`${output}\n${footer.text}`), footer };
}

export function failed(failure: ToolFailureKind, output: string | Sentence): ToolResult {
  return { ok: false, failure, ...wordsOf(output), truncated: false };
}

const wordsOf = (output: string | Sentence): Pick<ToolResult, 'output' | 'said'> =>
  typeof output === 'string' ? { output } : spoken({ output });
