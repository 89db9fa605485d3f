/**
 * From a server's entry in the settings to what is really started or asked: `${...}` filled in. What
 * the owner is shown before that is the entry as it stands, with secrets masked.
 */
import type { McpServerConfig } from '../../../protocol/index.ts';
import { hashOf } from '../../shared/ids.ts';
import { expandHome } from '../../shared/paths.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { joined, type Sentence, say } from '../../shared/say.ts';
import { looksSecret } from '../../shared/secret-look.ts';
import type { GivenClient } from './oauth-client.ts';

export type Launch =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The older protocol with a stream of its own for answers. */
      readonly sse: boolean;
      /** Who we are where the service's owner signs in. */
      readonly client?: GivenClient;
    };

export interface LaunchSources {
  readonly userHome: string;
  /** The default working directory. */
  readonly folder: string;
  readEnvironment(name: string): string | undefined;
  secret(name: string): Promise<string | undefined>;
  /** Tells of a value that must not be written anywhere. */
  learnSecret(name: string, value: string): void;
}

/** Changes when anything of the entry changes that decides what is started or asked. */
export function fingerprintOf(config: McpServerConfig): string {
  const { command, args, env, cwd, url, headers, type, oauth } = config;
  const parts = [command, args, env, cwd, url, headers, type];
  // What was allowed before there was such a thing stays allowed.
  return hashOf(JSON.stringify(oauth === undefined ? parts : [...parts, oauth]));
}

export function kindOf(config: McpServerConfig): Launch['kind'] | undefined {
  if (config.command !== undefined) return 'stdio';
  return config.url === undefined ? undefined : 'http';
}

/** Exactly what would be started or asked, for people, with secrets masked. */
export function shownLaunch(config: McpServerConfig): string {
  const { command, args = [], env = {}, cwd, url, headers = {}, oauth = {} } = config;
  const named = (values: Readonly<Record<string, string>>, sign: string): string =>
    Object.entries(values)
      .map(([name, value]) => `\n${name}${sign}${looksSecret(name, value) ? '…' : value}`)
      .join('');
  if (command === undefined) {
    // No secret can stand in these.
    const client = Object.entries(oauth).map(([name, value]) => `\noauth.${name}=${value}`);
    return `${maskedUrl(url ?? '')}${named(headers, ': ')}${client.join('')}`;
  }
  const folder = cwd === undefined ? '' : `\n(in the folder ${cwd})`;
  return `${[command, ...maskedArgs(args)].map(quoted).join(' ')}${named(env, '=')}${folder}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./${}…-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `--token=value` and the word behind `--token`. */
export function secretArgs(args: readonly string[]): readonly { at: number; value: string }[] {
  return args.flatMap((arg, at) => {
    const joined = /^--?([\w-]+)=(.+)$/s.exec(arg);
    if (joined && looksSecret(joined[1] ?? '', joined[2] ?? '')) {
      return [{ at, value: joined[2] ?? '' }];
    }
    const flag = /^--?([\w-]+)$/.exec(args[at - 1] ?? '');
    const follows = flag !== null && !arg.startsWith('-') && looksSecret(flag[1] ?? '', arg);
    return follows ||
      (arg.length >= 20 && !arg.startsWith('-') && looksSecret('', arg) && !/[@.]/.test(arg))
      ? [{ at, value: arg }]
      : [];
  });
}

function maskedArgs(args: readonly string[]): readonly string[] {
  const secret = new Map(secretArgs(args).map(({ at, value }) => [at, value]));
  return args.map((arg, at) => arg.replace(secret.get(at) ?? '\0', '…'));
}

function maskedUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password !== '') url.password = '…';
  for (const [name, value] of url.searchParams) {
    if (looksSecret(name, value)) url.searchParams.set(name, '…');
  }
  // As it is asked: decoded, it could hold line breaks, or be no text at all.
  return url.href.replaceAll(encodeURIComponent('…'), '…');
}

/** Fills in what the entry only names; the error is a sentence for the owner. */
export async function resolveLaunch(
  config: McpServerConfig,
  sources: LaunchSources,
): Promise<Result<Launch, Sentence>> {
  const missing: string[] = [];
  const fill = async (text: string): Promise<string> => {
    let result = '';
    let end = 0;
    for (const found of text.matchAll(/\$\{([^}]*)\}/g)) {
      const name = found[1] ?? '';
      const value = await filledIn(name, sources);
      if (value === undefined) missing.push(name);
      result += text.slice(end, found.index) + (value ?? '');
      end = found.index + found[0].length;
    }
    return result + text.slice(end);
  };
  const all = async (values: Readonly<Record<string, string>> = {}) => {
    const filled: Record<string, string> = {};
    for (const [name, value] of Object.entries(values)) {
      const done = await fill(value);
      if (looksSecret(name, done)) sources.learnSecret(name, done);
      filled[name] = done;
    }
    return filled;
  };
  let launch: Launch;
  if (config.command !== undefined) {
    const args: string[] = [];
    for (const arg of config.args ?? []) args.push(await fill(arg));
    for (const { value } of secretArgs(args)) sources.learnSecret('argument', value);
    launch = {
      kind: 'stdio',
      command: expandHome(await fill(config.command), sources.userHome),
      args,
      env: await all(config.env),
      cwd: expandHome(await fill(config.cwd ?? sources.folder), sources.userHome),
    };
  } else if (config.url !== undefined) {
    const url = await fill(config.url);
    const headers = await all(config.headers);
    const { oauth } = config;
    const client = oauth && {
      ...oauth,
      ...(oauth.clientSecret === undefined ? {} : { clientSecret: await fill(oauth.clientSecret) }),
    };
    if (client?.clientSecret !== undefined)
      sources.learnSecret('clientSecret', client.clientSecret);
    launch = { kind: 'http', url, headers, sse: config.type === 'sse', ...(client && { client }) };
    if (missing.length === 0) {
      const wrong = urlProblem(url);
      if (wrong !== undefined) return err(wrong);
    }
  } else {
    return err(say('server.nothingNamed'));
  }
  if (missing.length === 0) return ok(launch);
  const names = joined([...new Set(missing)].map(placeOf), ', ');
  return err(say('server.notSet', { names }));
}

function urlProblem(text: string): Sentence | undefined {
  if (!URL.canParse(text)) return say('server.noUrl', { text });
  const { protocol, hostname } = new URL(text);
  const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && local)) return undefined;
  return protocol === 'http:'
    ? say('server.needsHttps', { host: hostname })
    : say('server.mustBeHttps', { text });
}

function placeOf(name: string): Sentence {
  return name.startsWith('secret:')
    ? say('server.theSecret', { name: name.slice('secret:'.length) })
    : say('server.theVariable', { name: name.replace(/^env:/, '') });
}

/** `NAME`, `NAME:-default`, `env:NAME`, `secret:name`, `userHome`, `workspaceFolder`. */
async function filledIn(name: string, sources: LaunchSources): Promise<string | undefined> {
  if (name === 'userHome') return sources.userHome;
  if (name === 'workspaceFolder') return sources.folder;
  if (name === 'pathSeparator' || name === '/') return process.platform === 'win32' ? '\\' : '/';
  if (name.startsWith('secret:')) return sources.secret(name.slice('secret:'.length));
  const [, variable = '', fallback] = /^(?:env:)?([^:]*)(?::-(.*))?$/s.exec(name) ?? [];
  const value = sources.readEnvironment(variable);
  return value === undefined || value === '' ? fallback : value;
}
