/**
 * Amygdala: is this call safe, does its owner have to say yes, or does it not run at all?
 *
 * Takes a tool call with its session's mode and folder, the settings' rules and the skills'
 * patterns. Gives a verdict with the rule that decided, what to show the owner, and a fingerprint of
 * what was judged. Must always hold: deny wins; nothing that cannot be judged runs; the paths in a
 * verdict are real paths; no mode and no rule lifts a hard block.
 */
import type { PermissionsConfig } from '../../protocol/index.ts';
import type {
  Amygdala,
  SafetyContext,
  SandboxOpening,
  SandboxState,
  Settings,
  SkillPattern,
  Verdict,
} from '../regions.ts';
import { isPublicAddress } from '../shared/addresses.ts';
import type { HomePaths } from '../shared/home.ts';
import { hashOf } from '../shared/ids.ts';
import type { ToolCall } from '../shared/model.ts';
import { rulesFor } from '../shared/project-rules.ts';
import { noRules, type Rules, readRules, together } from '../shared/rule-index.ts';
import { type Sentence, say, sentenceOf, spoken } from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';
import { createApprovals } from './approvals.ts';
import { askFor } from './ask.ts';
import { allowRules, confinementOf } from './command-order.ts';
import type { Decided, RuleSet } from './decided.ts';
import { fingerprintOf } from './fingerprint.ts';
import { refusedBySkill } from './only-allowed.ts';
import { type Opening, openingOf } from './opening.ts';
import { decide } from './order.ts';
import { outsideOrNot } from './outside.ts';
import { createPatternMatcher } from './patterns.ts';
import { type Subject, type SubjectSources, subjectOf } from './subject.ts';
import { readsElsewhere } from './taint.ts';

export { ruleProblem } from '../shared/permission-rules.ts';
export { createFolderTrust } from './folder-trust.ts';

export interface AmygdalaDeps {
  readonly paths: HomePaths;
  readonly settings: Settings;
  readonly userHome: string;
  readonly clock: Clock;
  readonly patterns: () => readonly SkillPattern[];
  /** Whose task logs may be read unasked. Absent: those of turns judged since the start. */
  readonly isTurnOf?: SubjectSources['isTurnOf'];
  /** Is an address on the open internet? Only tests pass another answer. */
  readonly isPublic?: SubjectSources['isPublic'];
  /** Where the session's shell stands (cerebellum knows). Absent: the working directory. */
  readonly shellFolder?: SubjectSources['shellFolder'];
  /** Can commands be confined (cerebellum knows)? Absent: they cannot. */
  readonly sandbox?: () => Promise<SandboxState>;
  /** What a call that always asks would do, in words. Absent: its arguments are shown. */
  readonly preview?: SubjectSources['preview'];
}

export function createAmygdala(deps: AmygdalaDeps): Amygdala {
  const approvals = createApprovals(deps);
  const seenTurns = new Map<string, string>();
  const matcherOf = createPatternMatcher();
  const sources: SubjectSources = {
    paths: deps.paths,
    userHome: deps.userHome,
    isTurnOf: (sessionId, turnId) =>
      seenTurns.get(turnId) === sessionId || (deps.isTurnOf?.(sessionId, turnId) ?? false),
    isPublic: deps.isPublic ?? isPublicAddress,
    shellFolder: (sessionId, workingDir) => deps.shellFolder?.(sessionId, workingDir),
    preview: async (call) => deps.preview?.(call),
    async sandbox() {
      const switchedOff = !deps.settings.get().sandbox.enabled;
      if (switchedOff) return { confined: false, switchedOff, words: say('sandbox.off') };
      const state = await deps.sandbox?.();
      return {
        confined: state?.available === true,
        switchedOff,
        words: state === undefined ? say('safety.noSandbox') : sentenceOf(state, 'message'),
      };
    },
  };

  function rulesOf({ turn, permissions, workingDir }: SafetyContext): {
    rules: RuleSet;
    malformed: boolean;
  } {
    const { allow, ask, deny } = tightened(
      rulesFor(deps.settings.get(), workingDir, deps.userHome),
      permissions,
    );
    const lists = { allow: readRules(allow), ask: readRules(ask), deny: readRules(deny) };
    // The settings refuse malformed rules before they get here; if one does, nothing is loosened.
    const malformed = Object.values(lists).some((list) => list.malformed);
    return {
      malformed,
      rules: {
        allow: malformed ? noRules : lists.allow.rules,
        session: malformed ? noRules : readRules(approvals.rulesOf(turn.sessionId)).rules,
        ask: lists.ask.rules,
        deny: lists.deny.rules,
      },
    };
  }

  /** `run` only where both the settings of now and those of the turn's beginning say so. */
  function sandboxedIn({ permissions }: SafetyContext): PermissionsConfig['sandboxed'] {
    const now = deps.settings.get().permissions.sandboxed;
    return permissions?.sandboxed === 'ask' ? 'ask' : now;
  }

  async function classify(call: ToolCall, context: SafetyContext): Promise<Verdict> {
    seenTurns.set(context.turn.turnId, context.turn.sessionId);
    if (context.spec === undefined) {
      return blocked(call, 'tool_not_available', say('safety.noTool', { name: call.name }));
    }
    const found = await subjectOf(call, context.spec, context, sources);
    if (!found.ok) {
      const source = context.spec.kind === 'command' ? 'unreadable_command' : 'path';
      return blocked(call, source, found.error);
    }
    const subject = outsideOrNot(found.value);
    const { rules, malformed } = rulesOf(context);
    const { network } = deps.settings.get().sandbox;
    const taint = { origins: context.taint ?? [], hosts: network };
    const modes = malformed
      ? ({ mode: 'default', sandboxed: 'ask', taint } as const)
      : { mode: context.mode, sandboxed: sandboxedIn(context), taint };
    const matched = matcherOf(deps.patterns())(subject.text);
    const refused = refusedBySkill(subject, context.activeSkills ?? []);
    const judgeBy = (more: Rules): Decided =>
      refused ?? decide(subject, { ...rules, allow: together(rules.allow, more) }, matched, modes);
    const decided = judgeBy(noRules);
    const confinement = confinementOf(subject, decided);
    const asks = decided.level === 'confirm';
    const confined = confinement === 'standard' && decided.level !== 'block';
    const mayOpen = (approved: boolean) =>
      confined ? openingOf(subject, approved, allowRules(rules)) : undefined;
    const all = await mayOpen(true);
    const opening = asks ? all : await mayOpen(false);
    const { reason, ...rest } = decided;
    return {
      ...rest,
      ...spoken({ reason }),
      ...(asks ? { ask: await askFor(subject, decided, judgeBy, opening) } : {}),
      ...(confinement === undefined
        ? {}
        : {
            confinement,
            readsElsewhere:
              opening?.network === true ||
              opening?.signing !== undefined ||
              readsElsewhere(subject, confinement, network),
          }),
      ...(opening === undefined ? {} : { opening: sandboxOpening(opening) }),
      paths: decided.level === 'block' ? [] : lentPaths(subject),
      // By what a yes would open: a rule that came meanwhile makes it no other call.
      fingerprint: await fingerprintOf(subject, all),
    };
  }

  const { rulesOf: _, ...open } = approvals;
  return { classify, approvals: open };
}

const sandboxOpening = ({ folders, network, signing, tracking }: Opening): SandboxOpening => ({
  folders,
  network,
  ...(signing === undefined ? {} : { signing }),
  ...(tracking === undefined ? {} : { tracking }),
});

type List = readonly string[];
type RuleLists = Readonly<Record<'allow' | 'ask' | 'deny', List>>;

/** The rules of now for a turn that began under others: what was loosened since does not count. */
function tightened(now: RuleLists, before: SafetyContext['permissions']): RuleLists {
  if (before === undefined) return now;
  return {
    allow: merged(now.allow, before.allow, (one, then) => then.has(one)),
    ask: merged(now.ask, before.ask),
    deny: merged(now.deny, before.deny),
  };
}

/** The same lists as before, also where they are merged: they are read once per list. */
const mergedLists = new WeakMap<List, WeakMap<List, List>>();

function merged(now: List, before: List, keep?: (one: string, then: Set<string>) => boolean): List {
  if (now === before) return now;
  const known = mergedLists.get(now) ?? new WeakMap<List, List>();
  mergedLists.set(now, known);
  const held = known.get(before);
  if (held !== undefined) return held;
  const then = new Set(before);
  const list =
    keep === undefined ? [...new Set([...now, ...then])] : now.filter((one) => keep(one, then));
  const result = list.length === now.length ? now : list;
  known.set(before, result);
  return result;
}

function blocked(call: ToolCall, source: string, reason: Sentence): Verdict {
  const fingerprint = hashOf(JSON.stringify([call.name, call.args, reason.text]));
  return { level: 'block', source, ...spoken({ reason }), paths: [], fingerprint };
}

function lentPaths({ path }: Subject): readonly string[] {
  return path?.class === 'outside' ? [path.real] : [];
}
