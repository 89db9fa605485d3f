/**
 * Commands that only add to the working folder: new folders and files, copies and moves onto nothing. Where
 * its owner lets edits pass, so do these; what would be lost (a file that is written over) still asks.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { classifyPath, isInside, type Places } from '../shared/paths.ts';
import { harmlessFiles, looksOnly } from './command-order.ts';
import type { SimpleCommand } from './shell/line.ts';
import type { JudgedCommand, JudgedPath, Subject } from './subject.ts';
import { isOfTheSystem } from './vetted.ts';

/** Options with which these programs do no more than without. */
const plainOptions: ReadonlyMap<string, RegExp> = new Map([
  ['mkdir', /^(?:-[pv]+|--parents|--verbose)$/],
  ['touch', /^--$/],
  ['cp', /^(?:-[rRapvn]+|--no-clobber|--)$/],
  ['mv', /^(?:-[vn]+|--no-clobber|--)$/],
  ['chmod', /^--$/],
]);

const isWild = /[*?[{]/;

export function onlyAddsFiles({ command, places }: Subject): boolean {
  if (command === undefined || !command.sandbox.confined) return false;
  const { facts, paths, cwd } = command;
  if (facts.commands.length === 0 || facts.dangers.length > 0 || facts.functions.size > 0)
    return false;
  const taken = new Set<string>();
  return (
    isInside(places.workingDir, cwd) &&
    facts.redirects.every(({ literal }) => literal) &&
    paths.every((path) => staysInside(path, places, taken)) &&
    facts.commands.every(
      (one) => one.guess || comesAlong(one, command) || addsFiles(one, command, places, taken),
    )
  );
}

/** A redirection may make a file, not write over one. */
function staysInside(path: JudgedPath, places: Places, taken: Set<string>): boolean {
  if (harmlessFiles.test(path.real)) return true;
  if (path.access === 'write') return path.class === 'inside' && isFree(path.real, places, taken);
  // Unlike what only looks, this runs where other files can be read: no link may lead to one.
  return path.class === 'inside' || path.lent || !path.exists;
}

/** What may come along: it prints, or says where to do it. */
const companions = /^(?:echo|printf|cat|cd|pwd|true|:|ls)$/;

function comesAlong(one: SimpleCommand, command: JudgedCommand): boolean {
  const [program = '', ...rest] = one.words;
  if (!companions.test(program) || !looksOnly(one, command)) return false;
  return /^(?:echo|printf)$/.test(program) || !rest.some((word) => isWild.test(word));
}

function addsFiles(
  { words, literal, assigned, anyName }: SimpleCommand,
  { programs, paths }: JudgedCommand,
  places: Places,
  taken: Set<string>,
): boolean {
  const [program = '', ...rest] = words;
  const plain = plainOptions.get(program);
  if (plain === undefined || !literal || assigned || anyName) return false;
  if (!isOfTheSystem(programs.get(program) ?? '')) return false;
  const options = rest.filter((word) => word.startsWith('-'));
  const operands = rest.filter((word) => !word.startsWith('-'));
  if (!options.every((word) => plain.test(word))) return false;
  if (program === 'chmod' && !/^[ua]?\+x$/.test(operands.shift() ?? '')) return false;
  // What the shell puts in the place of a wildcard nobody has seen.
  if (operands.length === 0 || operands.some((word) => isWild.test(word))) return false;
  const real = operands.map(
    (word) => paths.find(({ requested }) => requested === word)?.real ?? '',
  );
  if (!real.every((path) => path !== '' && classifyPath(path, places, 'write') === 'inside')) {
    return false;
  }
  if (program !== 'cp' && program !== 'mv') return true;
  const target = real.pop() ?? '';
  if (real.length === 0) return false;
  if (options.some((word) => /^-\w*n|^--no-clobber$/.test(word))) return true;
  if (!isFolder(target)) return real.length === 1 && isFree(target, places, taken);
  return real.every((path) => isFree(join(target, basename(path)), places, taken));
}

/** Nothing is there, and nothing else in this command makes it. */
function isFree(path: string, places: Places, taken: Set<string>): boolean {
  const whole = resolve(places.workingDir, path);
  if (taken.has(whole) || existsSync(whole)) return false;
  taken.add(whole);
  return true;
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
