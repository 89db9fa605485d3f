/** What the owner is shown: title, exactly what will happen, the risk, a diff, the rule of "Always". */
import { relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Verdict } from '../regions.ts';
import { applyEdits, editsOf } from '../shared/edit-text.ts';
import { readChecked } from '../shared/opening.ts';
import { isInside } from '../shared/paths.ts';
import { escapeGlob, mcpNameOf, parseRule, type Rule } from '../shared/permission-rules.ts';
import { clip } from '../shared/text.ts';
import { decodeText, replacementFor } from '../shared/text-file.ts';
import { hasUnseen, UNSEEN, withUnseenShown } from '../shared/unseen.ts';
import type { Opening } from './opening.ts';
import type { Decided } from './order.ts';
import type { JudgedCommand, JudgedPath, Subject } from './subject.ts';

export type Ask = NonNullable<Verdict['ask']>;

const MAX_DIFFED = 2 * 1024 * 1024;
const DIFF_MS = 1000;

export async function askFor(
  subject: Subject,
  decided: Decided,
  /** The verdict with more allow rules: "Always" is offered only where it takes effect. */
  judgeBy: (more: readonly Rule[]) => Decided,
  /** For a command: what it gets beyond the usual sandbox. */
  opening?: Opening,
): Promise<Ask> {
  const change = await changeOf(subject);
  const alwaysRule = subject.command
    ? commandRuleFor(subject.command, judgeBy)
    : alwaysRuleFor(subject, decided);
  const detail = detailOf(subject, change?.problem);
  const risk = riskOf(subject, decided, opening);
  // Of a change only what is new is its business.
  const isUnclear = hasUnseen(detail) || hasUnseen(change?.diff?.match(/^\+.*/gm)?.join('') ?? '');
  return {
    title: withUnseenShown(titleOf(subject)),
    detail: withUnseenShown(detail),
    risk: isUnclear && !risk.includes(UNSEEN) ? `${risk} ${UNSEEN}` : risk,
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

function titleOf(subject: Subject): string {
  const { call, path, command, places, web } = subject;
  if (web?.host !== undefined) return `Read a page of ${web.host}`;
  if (command) {
    const said = call.args.description;
    return typeof said === 'string' && said.trim() !== ''
      ? `Run a command: ${clip(said, 80)}`
      : 'Run a command';
  }
  if (path) {
    const place = placeOf(path, places.workingDir);
    switch (call.name) {
      case 'Write':
        return path.exists ? `Replace ${place}` : `Create ${place}`;
      case 'Edit':
        return `Edit ${place}`;
      case 'Read':
        return `Read ${place}`;
      default:
        return `${call.name} in ${place}`;
    }
  }
  const mcp = mcpNameOf(call.name);
  return mcp ? `Call ${mcp.tool} of ${mcp.server}` : `Run ${call.name}`;
}

function detailOf(
  { call, path, command, places, preview, web }: Subject,
  problem: string | undefined,
): string {
  if (command) {
    const away = command.cwd === places.workingDir ? '' : `\n\n(in the folder ${command.cwd})`;
    const lasting =
      call.args.run_in_background === true ? '\n\n(it goes on in the background)' : '';
    return `${command.text}${away}${lasting}`;
  }
  if (path) {
    const via = path.requested === path.real ? '' : `\n(asked for as ${path.requested})`;
    const rest =
      call.name === 'Write' || call.name === 'Edit'
        ? ''
        : `\n\n${JSON.stringify(call.args, null, 2)}`;
    return `${path.real}${via}${rest}${problem === undefined ? '' : `\n\n${problem}`}`;
  }
  if (web?.host !== undefined) {
    const { url, prompt } = call.args;
    return typeof prompt === 'string' && prompt !== '' ? `${url}\n\n${prompt}` : String(url);
  }
  return preview?.words ?? JSON.stringify(call.args, null, 2);
}

function riskOf({ command, path }: Subject, decided: Decided, opening?: Opening): string {
  if (!command) {
    return path?.access === 'write' && decided.source === 'outside'
      ? `${decided.reason} It would be changed.`
      : decided.reason;
  }
  const reasons = new Set([decided.reason, ...command.facts.dangers.map(({ reason }) => reason)]);
  if (!command.sandbox.confined) {
    reasons.add('Commands run with all your rights and without a sandbox.');
    if (decided.source === 'no_sandbox') reasons.delete(decided.reason);
  }
  if (opening !== undefined) {
    const { folders, network, closed } = opening;
    if (folders.length > 0)
      reasons.add(`If you allow it, it may change files in ${listed(folders)}.`);
    if (network) reasons.add('If you allow it, it has the network; your keys stay closed to it.');
    if (closed.length > 0) {
      reasons.add(`${listed(closed)} stays closed to it: what it writes right there will fail.`);
    }
  }
  return [...reasons].join(' ');
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
  judgeBy: (more: readonly Rule[]) => Decided,
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
    if (rule.ok && judgeBy([rule.value]).level === 'safe') return text;
  }
  return undefined;
}

/** The change as a unified diff; `problem` says why there is none. */
async function changeOf(
  subject: Subject,
): Promise<{ readonly diff?: string; readonly problem?: string } | undefined> {
  const { call, path, places } = subject;
  if (path === undefined || (call.name !== 'Write' && call.name !== 'Edit')) return undefined;
  const read = path.exists ? await readChecked(path.real, MAX_DIFFED) : undefined;
  if (read && !read.ok) return { problem: `No diff: ${read.error.message}` };
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
      return { problem: `The file is binary now and would become this text:\n${clip(next, 2000)}` };
    }
  } else {
    if (before === undefined) return { problem: 'The file does not exist, so the edit will fail.' };
    if (!before.ok) return { problem: `The edit will fail: ${before.error}` };
    const edits = editsOf(call.args);
    const applied = edits.ok
      ? applyEdits(before.value.text, edits.value, before.value.newline)
      : edits;
    if (!applied.ok) return { problem: `The edit will fail: ${applied.error}` };
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
  return diff === undefined ? { problem: 'The change is too large to show as a diff.' } : { diff };
}
