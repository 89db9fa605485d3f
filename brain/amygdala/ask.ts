/** What the owner is shown: title, exactly what will happen, the risk, a diff, the rule of "Always". */
import { relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Verdict } from '../regions.ts';
import { applyEdits, editsOf } from '../shared/edit-text.ts';
import { hasUnseen, withUnseenShown } from '../shared/invisible-characters.ts';
import { isInside } from '../shared/paths.ts';
import { escapeGlob, mcpNameOf, parseRule } from '../shared/permission-rules.ts';
import { indexed, type Rules } from '../shared/rule-index.ts';
import { readChecked } from '../shared/safe-open.ts';
import { joined, type Sentence, say, spoken, verbatim, withEach } from '../shared/say.ts';
import { clip } from '../shared/text.ts';
import { decodeText, replacementFor } from '../shared/text-file.ts';
import type { Decided } from './decided.ts';
import type { Opening } from './opening.ts';
import { outsideWords } from './outside.ts';
import type { JudgedCommand, JudgedPath, Subject } from './subject.ts';

export type Ask = NonNullable<Verdict['ask']>;

const MAX_DIFFED = 2 * 1024 * 1024;
const DIFF_MS = 1000;

export async function askFor(
  subject: Subject,
  decided: Decided,
  /** The verdict with more allow rules: "Always" is offered only where it takes effect. */
  judgeBy: (more: Rules) => Decided,
  /** For a command: what it gets beyond the usual sandbox. */
  opening?: Opening,
): Promise<Ask> {
  const change = await changeOf(subject);
  const alwaysRule = subject.command
    ? commandRuleFor(subject.command, judgeBy)
    : alwaysRuleFor(subject, decided);
  const detail = detailOf(subject, change?.problem);
  // Of a change only what is new is its business.
  const isUnclear =
    hasUnseen(detail.text) || hasUnseen(change?.diff?.match(/^\+.*/gm)?.join('') ?? '');
  return {
    ...spoken({
      title: withEach(titleOf(subject), withUnseenShown),
      detail: withEach(detail, withUnseenShown),
      risk: riskOf(subject, decided, opening, isUnclear),
    }),
    ...(change?.diff === undefined ? {} : { diff: withUnseenShown(change.diff) }),
    ...(alwaysRule === undefined ? {} : { alwaysRule }),
  };
}

/** Relative to the working folder where it is inside, else whole. */
function placeOf(path: JudgedPath, workingDir: string): string {
  if (!isInside(workingDir, path.real)) return path.real;
  const rest = relative(workingDir, path.real);
  return rest === '' ? '.' : rest;
}

function titleOf(subject: Subject): Sentence {
  const { call, path, command, places, web } = subject;
  if (web?.host !== undefined) return say('ask.readPage', { host: web.host });
  if (command) {
    const said = call.args.description;
    return typeof said === 'string' && said.trim() !== ''
      ? say('ask.runCommandFor', { purpose: clip(said, 80) })
      : say('ask.runCommand');
  }
  if (path) {
    const place = { path: placeOf(path, places.workingDir) };
    switch (call.name) {
      case 'Write':
        return say(path.exists ? 'ask.replace' : 'ask.create', place);
      case 'Edit':
        return say('ask.edit', place);
      case 'Read':
        return say('ask.read', place);
      default:
        return say('ask.toolIn', { tool: call.name, ...place });
    }
  }
  if (call.name === 'forget') return say('ask.forget');
  const mcp = mcpNameOf(call.name);
  return mcp
    ? say('ask.callServer', { tool: mcp.tool, server: mcp.server })
    : say('ask.runTool', { tool: call.name });
}

function detailOf(
  { call, path, command, places, preview, web }: Subject,
  problem: Sentence | undefined,
): Sentence {
  if (command) {
    const parts = [verbatim(command.text)];
    if (command.cwd !== places.workingDir) parts.push(say('ask.inFolder', { path: command.cwd }));
    if (call.args.run_in_background === true) parts.push(say('ask.inBackground'));
    return joined(parts, '\n\n');
  }
  if (path) {
    const place = [verbatim(path.real)];
    if (path.requested !== path.real) place.push(say('ask.askedForAs', { path: path.requested }));
    const parts = [joined(place, '\n')];
    if (call.name !== 'Write' && call.name !== 'Edit') {
      parts.push(verbatim(JSON.stringify(call.args, null, 2)));
    }
    if (problem !== undefined) parts.push(problem);
    return joined(parts, '\n\n');
  }
  if (web?.host !== undefined) {
    const { url, prompt } = call.args;
    return verbatim(
      typeof prompt === 'string' && prompt !== '' ? `${url}\n\n${prompt}` : String(url),
    );
  }
  return preview?.words ?? verbatim(JSON.stringify(call.args, null, 2));
}

function riskOf(
  { command, path }: Subject,
  decided: Decided,
  opening: Opening | undefined,
  isUnclear: boolean,
): Sentence {
  const unclear = isUnclear ? [say('danger.unseen_characters')] : [];
  if (!command) {
    const isChangedOutside = path?.access === 'write' && decided.source === 'outside';
    const changed = isChangedOutside ? [say('safety.outsideChanged')] : [];
    return joined([decided.reason, ...changed, ...unclear]);
  }
  const { confined, outside } = command.sandbox;
  const reasons = confined || decided.source !== 'no_sandbox' ? [decided.reason] : [];
  reasons.push(...command.facts.dangers.map(({ reason }) => reason));
  if (outside !== undefined) reasons.push(outsideWords(outside), say('ask.outsideSandbox'));
  else if (!confined) reasons.push(say('ask.unconfined'));
  if (opening !== undefined) {
    const { folders, network, closed, signing, lacksAgent, tracking = [] } = opening;
    if (folders.length > 0) reasons.push(say('ask.opensFolders', { paths: listed(folders) }));
    if (network) reasons.push(say('ask.opensNetwork'));
    if (signing) reasons.push(say('ask.signsIn', { servers: listed(signing.servers) }));
    if (lacksAgent === true) reasons.push(say('ask.lacksAgent'));
    const upstreams = tracking.flatMap(({ remote, branch, local }) =>
      remote === undefined ? [] : [`${remote}/${branch ?? local ?? 'HEAD'}`],
    );
    if (upstreams.length > 0) reasons.push(say('ask.tracks', { branches: listed(upstreams) }));
    if (closed.length > 0) reasons.push(say('ask.staysClosed', { paths: listed(closed) }));
  }
  reasons.push(...unclear);
  // Each once, however many parts of the command it is true of.
  return joined([...new Map(reasons.map((reason) => [reason.text, reason])).values()]);
}

const listed = (paths: readonly string[]): string => paths.join(', ');

/**
 * A rule exactly as wide as this call, and only where it would take effect: not where an ask rule
 * or a skill's pattern decided (they come before allow rules).
 */
function alwaysRuleFor({ call, path, spec, web }: Subject, decided: Decided): string | undefined {
  if (spec.kind === 'command') return undefined;
  if (decided.source !== 'mode' && decided.source !== 'outside') return undefined;
  if (path) return `${call.name}(${escapeGlob(path.real)})`;
  if (web?.host !== undefined) return `${call.name}(${web.host})`;
  const mcp = mcpNameOf(call.name);
  if (mcp) return `mcp.${mcp.server}.${mcp.tool}`;
  return call.name;
}

/** Programs whose second word says what they do. */
const withSubcommands =
  /^(?:git|npm|pnpm|yarn|bun|cargo|go|make|pip3?|poetry|uv|docker|podman|kubectl|gh|brew|apt|dotnet|gradle|mvn)$/;

/**
 * These very words; where they cannot be written as a rule (white space in them), program and
 * subcommand. Only a rule that by itself lets the whole command run.
 */
function commandRuleFor(
  { facts }: JudgedCommand,
  judgeBy: (more: Rules) => Decided,
): string | undefined {
  for (const { words, guess, literal } of facts.commands) {
    if (guess || !literal) continue;
    const [program = '', subcommand = ''] = words;
    const exact = words.every((word) => /^[^\s*()]+$/.test(word));
    const known = withSubcommands.test(program) && /^[a-z][\w:-]*$/.test(subcommand);
    const text = exact
      ? `Bash(${words.join(' ')})`
      : known
        ? `Bash(${program} ${subcommand}:*)`
        : '';
    const rule = parseRule(text);
    if (rule.ok && judgeBy(indexed([rule.value])).level === 'safe') return text;
  }
  return undefined;
}

/** The change as a unified diff; `problem` says why there is none. */
async function changeOf(
  subject: Subject,
): Promise<{ readonly diff?: string; readonly problem?: Sentence } | undefined> {
  const { call, path, places } = subject;
  if (path === undefined || (call.name !== 'Write' && call.name !== 'Edit')) return undefined;
  const read = path.exists ? await readChecked(path.real, MAX_DIFFED) : undefined;
  if (read && !read.ok) return { problem: say('ask.noDiff', { why: read.error.message }) };
  const bytes = read?.ok ? read.value : undefined;
  const before = bytes === undefined ? undefined : decodeText(bytes);
  const old = before === undefined ? '' : before.ok ? before.value.text : undefined;

  let next: string;
  if (call.name === 'Write') {
    const content = typeof call.args.content === 'string' ? call.args.content : '';
    const replacement = replacementFor(bytes, content);
    if (!replacement.ok) return { problem: replacement.error };
    next = replacement.value.text;
    if (old === undefined) {
      return { problem: joined([say('ask.becomesText'), verbatim(clip(next, 2000))], '\n') };
    }
  } else {
    if (before === undefined) return { problem: say('ask.noFile') };
    if (!before.ok) return { problem: say('ask.editFails', { why: before.error }) };
    const edits = editsOf(call.args);
    const applied = edits.ok
      ? applyEdits(before.value.text, edits.value, before.value.newline)
      : edits;
    if (!applied.ok) return { problem: say('ask.editFails', { why: applied.error }) };
    next = applied.value.text;
  }
  const name = placeOf(path, places.workingDir);
  const diff = createTwoFilesPatch(
    path.exists ? name : '/dev/null',
    name,
    old ?? '',
    next,
    undefined,
    undefined,
    { context: 3, timeout: DIFF_MS },
  );
  return diff === undefined ? { problem: say('ask.tooLarge') } : { diff };
}
