/**
 * The order of section "Safety": the first that applies decides.
 *
 *   a  hard block, protected files, secret folders      block
 *   b  deny rule, a skill's danger pattern              block
 *   c  ask rule, confirm pattern, unreadable command    confirm
 *   d  text from elsewhere was read: sending, lasting   confirm
 *      to run without the sandbox that there is         confirm
 *   e  danger table, path outside, need of the network  confirm, lifted by an allow rule that names it
 *   f  allow rule                                       safe
 *   g  command without a sandbox                        confirm, unless the owner switched it off
 *   h  mode bypassPermissions                           safe
 *   i  vetted command; `permissions.sandboxed`          safe, in the sandbox
 *   j  the mode                                         reading and remembering run; changes ask
 */
import type { PermissionMode } from '../../protocol/index.ts';
import type { Rule } from '../shared/permission-rules.ts';
import type { Rules } from '../shared/rule-index.ts';
import { type Sentence, say, sentenceOf } from '../shared/say.ts';
import { skillWords } from '../shared/shipped.ts';
import { onlyAddsFiles } from './adds-files.ts';
import {
  allowedCommand,
  allowRules,
  commandByMode,
  onlyLooks,
  unliftedCall,
  unliftedDanger,
  unliftedPath,
} from './command-order.ts';
import type { Decided, Modes, RuleSet } from './decided.ts';
import { outsideWords } from './outside.ts';
import type { MatchedPattern } from './patterns.ts';
import type { Subject } from './subject.ts';
import { tainted } from './taint.ts';

export function decide(
  subject: Subject,
  rules: RuleSet,
  /** Those that match this call. */
  patterns: readonly MatchedPattern[],
  modes: Modes,
): Decided {
  return (
    hardBlock(subject) ??
    denied(subject, rules, patterns) ??
    asked(subject, rules, patterns) ??
    tainted(subject, modes.taint, () => rules.allow.naming(subject.ruled) !== undefined) ??
    outsideSandbox(subject) ??
    outOfBounds(subject, rules, modes) ??
    (subject.command ? allowedCommand(subject, rules, modes) : allowed(subject, rules)) ??
    (subject.command ? addedByCommand(subject, modes.mode) : undefined) ??
    (subject.command ? commandByMode(subject, modes) : byMode(subject, modes.mode))
  );
}

function hardBlock({ path, command: cmd, web }: Subject): Decided | undefined {
  if (web?.problem !== undefined) {
    return { level: 'block', source: 'address', reason: web.problem };
  }
  for (const one of [...(path ? [path] : []), ...(cmd?.paths ?? [])]) {
    if (one.class === 'secret') {
      return {
        level: 'block',
        source: 'secret',
        reason: say('safety.secretPlace', { path: one.real }),
        rule: one.real,
      };
    }
    if (one.class === 'protected') {
      return {
        level: 'block',
        source: 'protected',
        reason: say(one.access === 'read' ? 'safety.protectedRead' : 'safety.protectedChange', {
          path: one.real,
        }),
        rule: one.real,
      };
    }
  }
  const hard = cmd?.facts.dangers.find(({ level }) => level === 'hard');
  return hard && { level: 'block', source: 'pattern', reason: hard.reason, rule: hard.rule };
}

function denied(
  subject: Subject,
  rules: RuleSet,
  patterns: readonly MatchedPattern[],
): Decided | undefined {
  const rule = rules.deny.matching(subject.ruled) ?? namedByCommand(subject, rules.deny);
  if (rule) {
    return {
      level: 'block',
      source: 'permissions.deny',
      reason: say('safety.ruleDenies', { rule: rule.text }),
      rule: rule.text,
    };
  }
  const pattern = patterns.find(({ level }) => level === 'block');
  return (
    pattern && {
      level: 'block',
      source: `skill:${pattern.skill}`,
      reason: patternWords(pattern),
      rule: pattern.pattern,
    }
  );
}

/** `echo x > file` is a Write of the file; a Read rule holds for a path that a command names. */
function namedByCommand({ command }: Subject, rules: Rules): Rule | undefined {
  for (const path of command?.paths ?? []) {
    const rule = rules.path(path.ruled);
    if (rule) return rule;
  }
  return undefined;
}

const patternWords = (pattern: MatchedPattern): Sentence =>
  pattern.said === undefined ? skillWords(pattern.reason) : sentenceOf(pattern, 'reason');

function asked(
  subject: Subject,
  rules: RuleSet,
  patterns: readonly MatchedPattern[],
): Decided | undefined {
  const rule = rules.ask.matching(subject.ruled) ?? namedByCommand(subject, rules.ask);
  if (rule) {
    return {
      level: 'confirm',
      source: 'permissions.ask',
      reason: say('safety.ruleAsks', { rule: rule.text }),
      rule: rule.text,
    };
  }
  const pattern = patterns.find(({ level }) => level === 'confirm');
  if (pattern) {
    return {
      level: 'confirm',
      source: `skill:${pattern.skill}`,
      reason: patternWords(pattern),
      rule: pattern.pattern,
    };
  }
  if (subject.spec.alwaysAsks !== undefined) {
    return { level: 'confirm', source: 'tool', reason: subject.spec.alwaysAsks };
  }
  if (subject.command?.facts.understood === false) {
    return {
      level: 'confirm',
      source: 'unreadable_command',
      reason: say('safety.unreadableCommand'),
    };
  }
  return undefined;
}

/** Where edits pass, so does a command that does nothing but add files; what only looks has its own line. */
function addedByCommand(subject: Subject, mode: PermissionMode): Decided | undefined {
  if (mode !== 'acceptEdits' || onlyLooks(subject) || !onlyAddsFiles(subject)) return undefined;
  return { level: 'safe', source: 'mode', reason: say('safety.editsAccepted'), rule: mode };
}

/** No rule lifts it: it was written for a command in the sandbox. */
function outsideSandbox({ command }: Subject): Decided | undefined {
  const why = command?.sandbox.outside;
  if (why === undefined) return undefined;
  return { level: 'confirm', source: 'outside_sandbox', reason: outsideWords(why) };
}

function outOfBounds(
  subject: Subject,
  rules: RuleSet,
  { taint: { hosts } }: Modes,
): Decided | undefined {
  const soft = subject.command && unliftedDanger(subject.command, rules);
  if (soft) return { level: 'confirm', source: 'pattern', reason: soft.reason, rule: soft.rule };
  const away = unliftedPath(subject, rules);
  if (away) {
    return {
      level: 'confirm',
      source: 'outside',
      reason: say('safety.namesOutside', { path: away.real }),
    };
  }
  // Where hosts are listed, the way there is open as it is.
  const call = hosts.length === 0 && subject.command && unliftedCall(subject.command, rules);
  if (call) {
    return {
      level: 'confirm',
      source: 'network',
      reason: say('safety.needsNetwork'),
      rule: call.words.join(' ').slice(0, 200),
    };
  }
  const { path } = subject;
  if (path === undefined || path.class !== 'outside' || path.lent) return undefined;
  // Only a rule that names the path; `Read` alone means reading in the working folder.
  if (allowRules(rules).path(subject.ruled) !== undefined) return undefined;
  return {
    level: 'confirm',
    source: 'outside',
    reason: say('safety.outside', { path: path.real }),
  };
}

function allowed(subject: Subject, rules: RuleSet): Decided | undefined {
  const rule = rules.allow.matching(subject.ruled);
  if (rule) {
    return {
      level: 'safe',
      source: 'permissions.allow',
      reason: say('safety.ruleAllows', { rule: rule.text }),
      rule: rule.text,
    };
  }
  const granted = rules.session.matching(subject.ruled);
  return (
    granted && {
      level: 'safe',
      source: 'session',
      reason: say('safety.sessionAllows'),
      rule: granted.text,
    }
  );
}

function byMode(subject: Subject, mode: PermissionMode): Decided {
  const { spec, path, confinedPlugin } = subject;
  if (mode === 'bypassPermissions') {
    return {
      level: 'safe',
      source: 'mode',
      reason: say('safety.modeAsksNothing'),
      rule: mode,
    };
  }
  switch (spec.kind) {
    case 'read':
    case 'memory':
      return {
        level: 'safe',
        source: 'mode',
        reason: say(spec.kind === 'read' ? 'safety.onlyReads' : 'safety.rememberingUndoable'),
        rule: mode,
      };
    case 'dialogue':
      return {
        level: 'safe',
        source: 'mode',
        reason: say('safety.onlyConversation'),
        rule: mode,
      };
    case 'change':
      if (mode === 'acceptEdits' && path?.class === 'inside') {
        return {
          level: 'safe',
          source: 'mode',
          reason: say('safety.editsAccepted'),
          rule: mode,
        };
      }
      return { level: 'confirm', source: 'mode', reason: say('safety.changesFile'), rule: mode };
    case 'web':
      return {
        level: 'confirm',
        source: 'mode',
        reason: say('safety.sendsAddress', { host: subject.web?.host ?? say('safety.someServer') }),
        rule: mode,
      };
    case 'mcp':
      return {
        level: 'confirm',
        source: 'mode',
        reason: say('safety.callsOutside'),
        rule: mode,
      };
    case 'command':
    case 'other':
      if (confinedPlugin === true && spec.plugin?.sends === false && !spec.plugin.changes) {
        return {
          level: 'safe',
          source: 'mode',
          reason: say('safety.pluginConfined'),
          rule: mode,
        };
      }
      return {
        level: 'confirm',
        source: 'mode',
        reason: say('safety.notKnown'),
        rule: mode,
      };
  }
}
