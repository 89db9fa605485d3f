/**
 * What a command gets beyond the usual sandbox when it runs: the folders outside that it names, and the
 * network where that is its business. A yes to exactly this command would be worth nothing if the
 * sandbox then let it fail; so what the owner is shown says what is opened, and what stays closed.
 */
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SandboxOpening } from '../regions.ts';
import { closedPaths } from '../shared/path-classes.ts';
import { classifyPath, isInside, type Places } from '../shared/paths.ts';
import { ruleSubject } from '../shared/permission-rules.ts';
import type { Rules } from '../shared/rule-index.ts';
import { pathsNamedBy } from './command.ts';
import { harmlessFiles, isMeantAsPath, looksOnly, namedBy } from './command-order.ts';
import { callsOut, canOpenNetwork, unnamedCaller } from './network.ts';
import { agentSocket, serversOf } from './signing.ts';
import type { JudgedCommand, JudgedPath, Subject } from './subject.ts';
import { trackingOf } from './tracking.ts';

export interface Opening extends SandboxOpening {
  /** Named folders that stay closed all the same: a home, or where something starts by itself. */
  readonly closed: readonly string[];
  /** It would sign in over SSH, and there is no agent that could. */
  readonly lacksAgent?: boolean;
}

const nothing: Opening = { folders: [], network: false, closed: [] };

/** Readable anyway; what is written there is no matter of one command. */
const system =
  /^\/(?:usr(?!\/local)|bin|sbin|lib\w*|etc|boot|proc|sys|dev|run|nix|snap|System|Library)(?:\/|$)/;

/**
 * `approved`: the owner is asked about this very command, so that all it names is meant. Else only what
 * rules name: exactly these words, or a rule for writing there.
 */
export async function openingOf(
  subject: Subject,
  approved: boolean,
  rules: Rules,
): Promise<Opening> {
  const { command, places } = subject;
  if (command === undefined || !command.sandbox.confined) return nothing;
  const folders = new Set<string>();
  const closed = new Set<string>();
  for (const path of changedPaths(command, places)) {
    if (!approved && !isNamed(path, command, rules, places)) continue;
    const folder = await folderOf(path);
    if (folder === undefined || isInside(places.workingDir, folder)) continue;
    if (await mayOpen(folder, places)) folders.add(folder);
    // That the system cannot be written to needs no saying where it is only named.
    else if (path.access === 'write' || (isMeantAsPath(path) && !system.test(folder))) {
      closed.add(folder);
    }
  }
  const tracking = trackingOf(command);
  const outermost = [...folders].filter(
    (one) => ![...folders].some((other) => other !== one && isInside(other, one)),
  );
  const opened = {
    folders: outermost,
    closed: [...closed],
    ...(tracking.length === 0 ? {} : { tracking }),
  };
  if (!canOpenNetwork || !opensNetwork(command, approved, rules))
    return { ...opened, network: false };
  const servers = approved || isExact(command, rules) ? await serversOf(command) : [];
  if (servers.length === 0) return { ...opened, network: true };
  const agent = agentSocket();
  if (agent === undefined) return { ...opened, network: true, lacksAgent: true };
  return { ...opened, network: false, signing: { servers, agent } };
}

/** A rule with these very words was written by somebody who saw them; one for all that begin so was not. */
function isExact({ facts }: JudgedCommand, rules: Rules): boolean {
  return facts.commands.filter(callsOut).every((one) => namedBy(one, rules, 'exact') !== undefined);
}

function opensNetwork(command: JudgedCommand, approved: boolean, rules: Rules): boolean {
  if (!command.facts.commands.some(callsOut)) return false;
  return approved || unnamedCaller(command, rules) === undefined;
}

/** Outside paths that the command may want to change: all it names, but for what it only looks at. */
function changedPaths(command: JudgedCommand, places: Places): readonly JudgedPath[] {
  const { commands } = command.facts;
  const doers = commands.filter((one) => !one.guess && !looksOnly(one, command));
  const entered = commands.filter(({ words }) => /^(?:cd|pushd)$/.test(words[0] ?? ''));
  const named = new Set(
    doers.length === 0 ? [] : pathsNamedBy([...doers, ...entered], places.userHome),
  );
  return command.paths.filter(
    (path) =>
      path.class === 'outside' &&
      !path.lent &&
      /[/\\]|^\.\.$/.test(path.requested) &&
      !harmlessFiles.test(path.real) &&
      (path.access === 'write' || named.has(path.requested)),
  );
}

function isNamed(
  path: JudgedPath,
  command: JudgedCommand,
  rules: Rules,
  { workingDir, userHome }: Places,
): boolean {
  const exact = command.facts.commands.some(
    (one) =>
      pathsNamedBy([one], userHome).includes(path.requested) &&
      namedBy(one, rules, 'exact') !== undefined,
  );
  const written = ruleSubject({ tool: 'Write', path: path.real, workingDir, userHome });
  return exact || rules.path(written) !== undefined;
}

/** The folder itself, or the one in which the file is or would be. */
async function folderOf({ real, exists }: JudgedPath): Promise<string | undefined> {
  if (exists) return (await stat(real)).isDirectory() ? real : dirname(real);
  for (let at = dirname(real); ; at = dirname(at)) {
    if (await isThere(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Never a home, never the system, never where a new file would be run by itself. */
async function mayOpen(folder: string, places: Places): Promise<boolean> {
  if (dirname(folder) === folder || system.test(folder)) return false;
  if (isInside(folder, places.userHome) || isInside(folder, places.homeRoot)) return false;
  if (classifyPath(folder, places, 'write') !== 'outside') return false;
  // What is there is closed one by one; what is not there yet could only be closed with the folder.
  const { startUp } = closedPaths(places);
  const there = await Promise.all(startUp.filter((path) => isInside(folder, path)).map(isThere));
  return there.every((is) => is);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
