/**
 * Git over SSH: which servers a command would sign in at. In the sandbox the keys are closed to it, so that
 * its owner's yes would be worth nothing; it is worth this: for this one command his SSH agent signs, and
 * only these servers are reached. Found out by asking Git and SSH themselves, which know their settings.
 */
import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { looksOnly } from './command-order.ts';
import type { SimpleCommand } from './shell/line.ts';
import type { JudgedCommand } from './subject.ts';

const run = promisify(execFile);
const ASK_MS = 3000;
const MAX_SERVERS = 10;

/** `git push`, also after `-C folder`; nothing with settings of its own. */
const network = /^(?:push|fetch|pull|clone|ls-remote)$/;

/** Where the owner's agent is reached; undefined: there is none. */
export function agentSocket(from: Readonly<NodeJS.ProcessEnv> = process.env): string | undefined {
  const path = from.SSH_AUTH_SOCK;
  if (path === undefined || path === '') return undefined;
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true ? path : undefined;
}

/** `host:port` of each server, as SSH itself would reach it; empty: nothing here goes over SSH. */
export async function serversOf(command: JudgedCommand): Promise<readonly string[]> {
  const { facts, programs, cwd } = command;
  const gits = facts.commands.filter((one) => subcommandOf(one) !== undefined);
  if (!gits.some((one) => network.test(subcommandOf(one) ?? ''))) return [];
  // Nothing may come along that could do something else with the agent.
  const others = facts.commands.filter((one) => !gits.includes(one) && !looksOnly(one, command));
  const file = programs.get('git') ?? '';
  if (others.length > 0 || facts.functions.size > 0 || !/^\/(?:usr|opt|nix)\//.test(file))
    return [];
  const folders = new Set([cwd]);
  for (const { words } of facts.commands) {
    if (words[0] === 'cd' && words[1] !== undefined) folders.add(resolve(cwd, words[1]));
    const at = words.indexOf('-C');
    if (words[0] === 'git' && at > 0) folders.add(resolve(cwd, words[at + 1] ?? '.'));
  }
  const urls = gits.flatMap(({ words }) => words);
  for (const folder of folders) {
    if (isInRepository(folder)) urls.push(...(await remotesOf(file, folder)));
  }
  const names = new Set(urls.flatMap((url) => nameIn(url) ?? []));
  if (names.size === 0 || names.size > MAX_SERVERS) return [];
  const servers = await Promise.all([...names].map(serverBehind));
  // Beside one over SSH, a repository may have others over HTTPS.
  const pages = urls.flatMap((url) => pageIn(url) ?? []);
  return [...new Set([...servers.flatMap((one) => one ?? []), ...pages])].sort();
}

function subcommandOf({ words, literal, assigned, guess }: SimpleCommand): string | undefined {
  if (words[0] !== 'git' || !literal || assigned || guess) return undefined;
  const at = words[1] === '-C' ? 3 : 1;
  const word = words[at];
  return word === undefined || word.startsWith('-') ? undefined : word;
}

/** Asking Git takes a process of its own; most folders need none. */
function isInRepository(folder: string): boolean {
  const isThere = lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined;
  return isThere || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

async function remotesOf(git: string, folder: string): Promise<readonly string[]> {
  const asked = run(git, ['-C', folder, 'remote', '-v'], { timeout: ASK_MS });
  // No repository: then its remotes are none.
  // No ssh, or a name that it does not know: it is signed in to nowhere.
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  return stdout.split(/\s+/);
}

/** The server in `ssh://user@host:22/path` or `user@host:path`, as one names it to SSH. */
function nameIn(url: string): string | undefined {
  const long = /^(?:git\+)?ssh:\/\/(?:[^@/]+@)?([^/:@]+)(?::(\d{1,5}))?(?:\/|$)/.exec(url);
  const found = long ?? /^(?:[\w.-]+@)?([\w.-]{2,}):(?!\/\/)\S/.exec(url);
  const name = found?.[1] ?? '';
  if (!/^[A-Za-z0-9][\w.-]*$/.test(name)) return undefined;
  return long?.[2] === undefined ? name : `${name} ${long[2]}`;
}

function pageIn(url: string): string | undefined {
  const [, scheme, host, port] =
    /^(https?):\/\/(?:[^@/]*@)?([\w.-]+)(?::(\d{1,5}))?(?:\/|$)/.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  return `${host}:${port ?? (scheme === 'https' ? 443 : 80)}`;
}

/** Names in the owner's SSH settings stand for servers; undefined: SSH cannot say. */
async function serverBehind(named: string): Promise<string | undefined> {
  const [name = '', port] = named.split(' ');
  const asked = run('ssh', ['-G', ...(port === undefined ? [] : ['-p', port]), name], {
    timeout: ASK_MS,
  });
  // No ssh, or a name that it does not know: it is signed in to nowhere.
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  const host = /^hostname (\S+)$/m.exec(stdout)?.[1];
  const at = /^port (\d+)$/m.exec(stdout)?.[1];
  return host === undefined || at === undefined ? undefined : `${host}:${at}`;
}
