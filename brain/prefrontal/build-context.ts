/** Puts one turn's context together: files, memory, skills, history, and the bill for each. */
import type {
  Context,
  ContextInput,
  Cortex,
  Fold,
  HistoryEntry,
  PreferenceDigest,
  Ras,
  Settings,
  SkillSummary,
} from '../regions.ts';
import type { MessagePart, ModelMessage, ModelTarget, ToolDefinition } from '../shared/model.ts';
import type { Redactor } from '../shared/redact.ts';
import { toolTokens } from '../shared/request-tokens.ts';
import type { Clock } from '../shared/time.ts';
import { type BudgetPlan, budgetOf, planBudget, raise } from './budget.ts';
import { foldToHalf, historyTokens } from './compaction.ts';
import { repairPairs, visibleChunks } from './history.ts';
import { fillMemory } from './memory.ts';
import { fillSkills } from './skills.ts';
import type { Source, SourceReader, Sources, Unreadable } from './sources.ts';
import {
  type Block,
  instructionBlock,
  skillIndex,
  sourceBlock,
  systemPrompt,
} from './system-prompt.ts';
import { volatileContext } from './volatile.ts';

export interface BuilderDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly ras: Ras;
  readonly searchMemory: Cortex['search'];
  /** Absent: notes are found by their words alone. */
  readonly near?: Cortex['near'];
  /** What the owner denied or corrected before today; absent: there is none. */
  readonly preferences?: () => Promise<PreferenceDigest | undefined>;
  readonly toolDefinitions: (found: readonly string[]) => readonly ToolDefinition[];
  readonly skills: () => readonly SkillSummary[];
  readonly sources: SourceReader;
  /** The rules of the project that a folder belongs to, where its owner trusts it. */
  readonly projectRules: (workingDir: string) => Promise<Sources>;
  /** True tokens per estimated token, as far as this model's reports have told. */
  readonly scaleOf: (target: ModelTarget) => number;
}

/** The index of skills may take this part of the skills' cap; the bodies need the rest. */
const INDEX_PART = 0.5;

export function createBuilder(deps: BuilderDeps): (input: ContextInput) => Promise<Context> {
  const identityBlock = rememberBlock();
  const instructionsBlock = rememberBlock();
  const skillsBlock = rememberBlock();

  return async (input) => {
    const now = deps.clock.now();
    const [near, identityFiles, ownRules, projectRules, preferences] = await Promise.all([
      deps.near?.(input.text),
      deps.sources.read('identity'),
      deps.sources.read('prefrontal'),
      deps.projectRules(input.workingDir),
      deps.preferences?.(),
    ]);
    const prefrontalFiles = {
      sources: [...ownRules.sources, ...projectRules.sources],
      unreadable: [...ownRules.unreadable, ...projectRules.unreadable],
    };
    const tools = deps.toolDefinitions(input.foundTools ?? []);
    const skills = deps.skills();
    const scale = deps.scaleOf(input.target);
    const plan = planBudget(input.target, toolTokens(tools), deps.settings.get().context);

    const identity = identityBlock([plan.identity.cap, ...textsOf(identityFiles.sources)], () =>
      sourceBlock('identity', 'identity', identityFiles.sources, plan.identity.cap),
    );
    const instructions = instructionsBlock(
      [plan.prefrontal.cap, ...textsOf(prefrontalFiles.sources)],
      () => instructionBlock(prefrontalFiles.sources, plan.prefrontal.cap),
    );
    const indexCap = Math.floor(plan.skills.cap * INDEX_PART);
    const index = skillsBlock([indexCap, ...indexOf(skills)], () => skillIndex(skills, indexCap));

    const { history, fold } = foldWhereNeeded(input, plan, scale);
    const visible = visibleChunks(history);
    const memoryAllowance = raise(
      plan.memory,
      plan.identity.cap - identity.tokens + (plan.prefrontal.cap - instructions.tokens),
    );
    const search: Cortex['search'] =
      near === undefined ? deps.searchMemory : (query) => deps.searchMemory({ ...query, near });
    const memory = fillMemory(search, deps.ras, {
      text: input.text,
      sessionId: input.turn.sessionId,
      visible,
      cap: memoryAllowance.cap,
      now,
      preferences,
    });
    const skillsAllowance = raise(plan.skills, memoryAllowance.cap - memory.used);
    const bodies = fillSkills(deps.ras, {
      skills,
      active: input.activeSkills ?? [],
      text: input.text,
      visible,
      cap: skillsAllowance.cap - index.tokens,
      now,
    });

    // A key of ours that someone wrote into a note or a message stays here.
    const { own } = deps.redactor;
    const volatile = own(
      volatileContext(memory.parts, bodies.parts, {
        now,
        workingDir: input.workingDir,
        mode: input.mode,
        notes: input.notes ?? [],
      }),
    );
    const userEntry = userEntryOf({ ...input, text: own(input.text) }, volatile, [
      ...memory.injected,
      ...bodies.injected,
    ]);
    return {
      system: own(systemPrompt([identity, instructions, index])),
      tools,
      messages: [...repairPairs(history.map((entry) => entry.message)), userEntry.message],
      userEntry,
      volatile,
      contextWindow: input.target.contextWindow,
      budget: budgetOf({
        identity: { allowance: plan.identity, used: identity.tokens },
        prefrontal: { allowance: plan.prefrontal, used: instructions.tokens },
        memory: { allowance: memoryAllowance, used: memory.used },
        skills: { allowance: skillsAllowance, used: index.tokens + bodies.used },
        history: { allowance: plan.history, used: Math.round(historyTokens(history) * scale) },
      }),
      included: [
        ...identity.included,
        ...instructions.included,
        ...memory.included,
        ...index.included,
        ...bodies.included,
      ],
      dropped: [
        ...unreadable('identity', identityFiles.unreadable),
        ...unreadable('prefrontal', prefrontalFiles.unreadable),
        ...identity.dropped,
        ...instructions.dropped,
        ...memory.dropped,
        ...index.dropped,
        ...bodies.dropped,
      ],
      ...(fold === undefined ? {} : { fold }),
    };
  };
}

/** At its cap the history is folded; when the provider calls it too long, also below. */
function foldWhereNeeded(
  input: ContextInput,
  plan: BudgetPlan,
  scale: number,
): { readonly history: readonly HistoryEntry[]; readonly fold?: Fold } {
  const cap = Math.floor(plan.history.cap / scale);
  const isFull = historyTokens(input.history) >= cap;
  const fold = isFull || input.foldHarder === true ? foldToHalf(input.history, cap) : undefined;
  return fold === undefined ? { history: input.history } : { history: fold.history, fold };
}

function userEntryOf(
  input: ContextInput,
  volatile: string,
  injected: HistoryEntry['injected'],
): HistoryEntry {
  // The owner's words last: what the model reads right before it answers.
  const parts: readonly MessagePart[] = [
    { type: 'text', text: volatile },
    ...input.attachments,
    { type: 'text', text: input.text },
  ];
  const message: ModelMessage = { role: 'user', parts };
  return { turnId: input.turn.turnId, message, injected };
}

function unreadable(
  category: 'identity' | 'prefrontal',
  files: readonly Unreadable[],
): Context['dropped'] {
  return files.map(({ path, reason }) => ({ path, category, score: 1, tokens: 0, reason }));
}

/**
 * Keeps the last block while its inputs stay the same. Compared one by one: of a file that did not
 * change the very same text comes again, which is seen without looking at its characters.
 */
function rememberBlock(): (inputs: readonly (string | number)[], make: () => Block) => Block {
  let known: readonly (string | number)[] = [];
  let held: Block | undefined;
  return (inputs, make) => {
    const isSame = inputs.length === known.length && inputs.every((one, at) => one === known[at]);
    if (held === undefined || !isSame) {
      held = make();
      known = inputs;
    }
    return held;
  };
}

function textsOf(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ path, text }) => [path, text]);
}

function indexOf(skills: readonly SkillSummary[]): readonly string[] {
  return skills.flatMap(({ name, description, path }) => [name, description, path]);
}
