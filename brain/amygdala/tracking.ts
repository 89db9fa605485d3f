/**
 * Which branches a Git command would note as following a branch of a server. Git's settings are closed to
 * commands, since much in them runs programs; this note does not, so it is made for an allowed command after it has
 * succeeded. Only from words that stand in the text.
 */
import { resolve } from 'node:path';
import type { Tracking } from '../regions.ts';
import type { SimpleCommand } from './shell/line.ts';
import type { JudgedCommand } from './subject.ts';
import { isOfTheSystem } from './vetted.ts';

const MAX_NOTED = 5;
const plainName = /^\w[\w.-]*$/;
const branchName = /^\w[\w./-]*$/;

export function trackingOf({ facts, programs, cwd }: JudgedCommand): readonly Tracking[] {
  if (!isOfTheSystem(programs.get('git') ?? '')) return [];
  const [first] = facts.commands;
  const entered = facts.commands.filter(({ words }) => /^(?:cd|pushd|popd)$/.test(words[0] ?? ''));
  // Where it stands is certain only after one `cd` in front of all the rest.
  if (entered.length > 1 || (entered.length === 1 && entered[0] !== first)) return [];
  const base =
    entered[0] === undefined
      ? cwd
      : entered[0].literal
        ? resolve(cwd, entered[0].words[1] ?? '.')
        : undefined;
  if (base === undefined) return [];
  return facts.commands.flatMap((one) => notedBy(one, base)).slice(0, MAX_NOTED);
}

function notedBy(
  { words, literal, assigned, guess, away }: SimpleCommand,
  base: string,
): readonly Tracking[] {
  if (words[0] !== 'git' || !literal || assigned || guess || away) return [];
  const isElsewhere = words[1] === '-C';
  const folder = isElsewhere ? resolve(base, words[2] ?? '.') : base;
  const [subcommand = '', ...rest] = words.slice(isElsewhere ? 3 : 1);
  switch (subcommand) {
    case 'push':
      return pushed(rest).map((one) => ({ folder, ...one }));
    case 'branch':
      return followed(rest).map((one) => ({ folder, ...one }));
    case 'checkout':
    case 'switch':
      return made(rest).map((local) => ({ folder, local }));
    default:
      return [];
  }
}

type Noted = Omit<Tracking, 'folder'>;

/** `git push -u origin main`, `-u origin HEAD`, `-u origin a:b` */
function pushed(rest: readonly string[]): readonly Noted[] {
  const options = rest.filter((word) => word.startsWith('-'));
  const sets = options.some((word) => /^-[a-z]*u[a-z]*$|^--set-upstream$/.test(word));
  // With an option that takes a word it is not certain which one the server is.
  const known = options.every((word) =>
    /^-[uvqfn46]+$|^--(?:set-upstream|force-with-lease|force|verbose|quiet|progress|tags|follow-tags|no-verify|atomic)$/.test(
      word,
    ),
  );
  const [remote = '', ...specs] = rest.filter((word) => !word.startsWith('-'));
  if (!sets || !known || !plainName.test(remote)) return [];
  if (specs.length === 0) return [{ remote }];
  return specs.flatMap((spec): readonly Noted[] => {
    const [, from = '', to = from] =
      /^\+?(?:refs\/heads\/)?([^:+]+)(?::(?:refs\/heads\/)?([^:+]+))?$/.exec(spec) ?? [];
    if (!branchName.test(from) || !branchName.test(to)) return [];
    if (from !== 'HEAD') return [{ remote, local: from, branch: to }];
    return to === 'HEAD' ? [{ remote }] : [{ remote, branch: to }];
  });
}

/** `git branch -u origin/main [local]` */
function followed(rest: readonly string[]): readonly Noted[] {
  const [option = '', ...more] = rest;
  const joined = /^--set-upstream-to=(.+)$/.exec(option)?.[1];
  const isAlone = option === '-u' || option === '--set-upstream-to';
  const [target = '', local] = joined === undefined ? (isAlone ? more : []) : [joined, ...more];
  const [, remote = '', branch = ''] = /^([^/]+)\/(.+)$/.exec(target) ?? [];
  if (!plainName.test(remote) || !branchName.test(branch)) return [];
  if (local === undefined) return [{ remote, branch }];
  return branchName.test(local) ? [{ remote, branch, local }] : [];
}

/** `git checkout -b x origin/y`, `git switch x`: the branch, whose own record tells what it was made from. */
function made(rest: readonly string[]): readonly string[] {
  if (rest.includes('--') || rest.includes('--no-track')) return [];
  const at = rest.findIndex((word) => /^-[bBcC]$/.test(word));
  const name = at === -1 ? rest.find((word) => !word.startsWith('-')) : rest[at + 1];
  if (name === undefined || !branchName.test(name)) return [];
  // `--track origin/x` makes x.
  const isTracked = at === -1 && rest.some((word) => /^(?:-t|--track)$/.test(word));
  return [isTracked ? name.replace(/^[^/]+\//, '') : name];
}
