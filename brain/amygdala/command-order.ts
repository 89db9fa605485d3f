/** The lines of the order that are about commands: what lifts a question, and what runs unasked. */
import { dirname } from 'node:path';
import type { Confinement } from '../regions.ts';
import { isInside } from '../shared/paths.ts';
import type { Rule } from '../shared/permission-rules.ts';
import { type Rules, together } from '../shared/rule-index.ts';
import { say } from '../shared/say.ts';
import { type FoundDanger, pathsNamedBy } from './command.ts';
import type { Decided, Modes, RuleSet } from './decided.ts';
import { unnamedCaller } from './network.ts';
import type { SimpleCommand } from './shell/line.ts';
import type { JudgedCommand, JudgedPath, Subject } from './subject.ts';
import { isVetted } from './vetted.ts';

/** Files that nobody needs to be asked about. */
export const harmlessFiles = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random|fd\/\d+)$/;

export const allowRules = ({ allow, session }: RuleSet): Rules => together(allow, session);

/** The rule that names exactly this simple command: only words that are in the text count. */
export function namedBy(
  { words, literal, assigned }: SimpleCommand,
  rules: Rules,
  how: 'any' | 'exact' = 'any',
): Rule | undefined {
  return literal && !assigned ? rules.command(words, how) : undefined;
}

/** The first soft danger that no allow rule for that very program lifts. */
export function unliftedDanger(command: JudgedCommand, rules: RuleSet): FoundDanger | undefined {
  const allow = allowRules(rules);
  return command.facts.dangers.find(
    ({ level, of }) => level === 'soft' && (of === undefined || namedBy(of, allow) === undefined),
  );
}

/** The first command that no allow rule names and whose business is the network, which the sandbox closes. */
export function unliftedCall(command: JudgedCommand, rules: RuleSet): SimpleCommand | undefined {
  return command.sandbox.confined ? unnamedCaller(command, allowRules(rules)) : undefined;
}

/** The first path outside the working folder that no allow rule names. */
export function unliftedPath(subject: Subject, rules: RuleSet): JudgedPath | undefined {
  const { command, places } = subject;
  const allow = allowRules(rules);
  const exact = command?.facts.commands
    .filter((one) => namedBy(one, allow, 'exact') !== undefined)
    .flatMap((one) => pathsNamedBy([one], places.userHome));
  return command?.paths.find((path) => {
    if (path.class !== 'outside' || path.lent || !isMeantAsPath(path)) return false;
    if (exact?.includes(path.requested) === true) return false;
    return allow.path(path.ruled) === undefined;
  });
}

/** `git`, `/api/users` in a search and `2>/dev/null` are no paths that anybody needs to hear about. */
export function isMeantAsPath({ requested, real, exists, parentExists }: JudgedPath): boolean {
  if (!/[/\\]|^\.\.$/.test(requested) || harmlessFiles.test(real)) return false;
  return exists || (parentExists && dirname(real) !== '/');
}

/** (f): every part is allowed by a rule, or only looks. */
export function allowedCommand(
  subject: Subject,
  rules: RuleSet,
  modes: Modes,
): Decided | undefined {
  const { command } = subject;
  if (command === undefined) return undefined;
  const { sandbox } = command;
  const allow = allowRules(rules);
  const bare = allow.tool('Bash');
  // Where nothing confines it, a rule must name the command.
  const anyBash = sandbox.confined || sandbox.switchedOff ? bare : undefined;
  let deciding: Rule | undefined;
  for (const one of command.facts.commands) {
    if (one.guess || command.facts.functions.has(one.words[0] ?? '')) continue;
    const rule = namedBy(one, allow) ?? anyBash;
    if (rule === undefined && !(sandbox.confined && looksOnly(one, command))) return undefined;
    deciding ??= rule;
  }
  if (deciding === undefined || !redirectsPass(subject, allow, modes)) return undefined;
  const session = !rules.allow.has(deciding);
  return {
    level: 'safe',
    source: session ? 'session' : 'permissions.allow',
    reason: session
      ? say('safety.sessionAllows')
      : say('safety.ruleAllows', { rule: deciding.text }),
    rule: deciding.text,
  };
}

/** A redirection is a Write of its target. */
function redirectsPass(subject: Subject, allow: Rules, { mode }: Modes): boolean {
  const { command } = subject;
  if (command === undefined) return true;
  if (command.facts.redirects.some(({ literal, access }) => !literal && access === 'write')) {
    return false;
  }
  return command.paths
    .filter(({ access }) => access === 'write')
    .every((path) => {
      if (harmlessFiles.test(path.real)) return true;
      if (allow.path(path.ruled) !== undefined) return true;
      return path.class === 'inside' && (mode !== 'default' || allow.tool('Write') !== undefined);
    });
}

export function looksOnly(one: SimpleCommand, command: JudgedCommand): boolean {
  const file = command.programs.get(one.words[0] ?? '');
  return one.literal && !one.assigned && isVetted(one.words, file, one.anyName);
}

/** (i): nothing in it does more than look, and at nothing but what the session may read. */
export function onlyLooks(subject: Subject): boolean {
  const { command, places } = subject;
  if (command === undefined || !command.sandbox.confined) return false;
  const { facts, paths } = command;
  if (facts.commands.length === 0 || facts.dangers.length > 0) return false;
  const reads = facts.commands.every((one) => one.guess || looksOnly(one, command));
  return (
    reads &&
    facts.redirects.every(({ literal }) => literal) &&
    paths.every(
      (path) =>
        harmlessFiles.test(path.real) ||
        (path.access === 'read' && (path.class === 'inside' || path.lent || !isMeantAsPath(path))),
    ) &&
    isInside(places.workingDir, command.cwd)
  );
}

/** (g) to (j) for commands. */
export function commandByMode(subject: Subject, { mode, sandboxed }: Modes): Decided {
  const sandbox = subject.command?.sandbox;
  if (sandbox === undefined || (!sandbox.confined && !sandbox.switchedOff)) {
    return {
      level: 'confirm',
      source: 'no_sandbox',
      reason: sandbox?.words ?? say('safety.noSandbox'),
    };
  }
  if (mode === 'bypassPermissions') {
    return {
      level: 'safe',
      source: 'mode',
      reason: say('safety.modeAsksNothing'),
      rule: mode,
    };
  }
  if (onlyLooks(subject)) {
    return {
      level: 'safe',
      source: 'vetted',
      reason: say('safety.onlyLooks'),
    };
  }
  if (sandbox.confined && sandboxed === 'run') {
    return {
      level: 'safe',
      source: 'permissions.sandboxed',
      reason: say('safety.sandboxedRun'),
      rule: 'run',
    };
  }
  return { level: 'confirm', source: 'mode', reason: say('safety.runsCommand'), rule: mode };
}

export function confinementOf(subject: Subject, decided: Decided): Confinement | undefined {
  const { command } = subject;
  if (command === undefined) return undefined;
  if (!command.sandbox.confined) return 'none';
  return decided.source === 'vetted' ? 'vetted' : 'standard';
}
