/**
 * Reads what people paste: the server settings of other programs in their various shapes, a URL, or
 * a command line. Pure: nothing is stored, nothing is started.
 */
import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import type { McpServerConfig } from '../../../protocol/index.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { bareSecret, looksSecret } from '../../shared/secret-look.ts';
import { secretArgs } from './launch.ts';

/** Kept in the key store under `name`; the settings only say `${secret:name}`. */
export interface PastedSecret {
  readonly name: string;
  /** What it is for: the variable, the header. */
  readonly label: string;
  /** Absent where only a placeholder was pasted: the owner has to give it. */
  readonly value?: string;
}

export interface PastedServer {
  readonly name: string;
  /** As it will stand in the settings. */
  readonly config: McpServerConfig;
  readonly secrets: readonly PastedSecret[];
}

const MAX_TEXT = 200_000;
const MAX_SERVERS = 100;

type Fields = Readonly<Record<string, unknown>>;

export function readPasted(source: string): Result<readonly PastedServer[], Sentence> {
  const text = source.trim();
  if (text === '') return err(say('pasted.nothing'));
  if (text.length > MAX_TEXT) return err(say('pasted.tooLong'));
  const entries = /^[{"[]/.test(text) ? entriesOfJson(text) : entriesOfLine(text);
  if (!entries.ok) return entries;
  const servers: PastedServer[] = [];
  for (const [name, entry] of entries.value.slice(0, MAX_SERVERS)) {
    const config = configOf(entry);
    if (!config.ok) return err(say('pasted.inServer', { name, why: config.error }));
    servers.push(withoutSecrets(name, config.value));
  }
  return servers.length === 0 ? err(say('pasted.noServer')) : ok(servers);
}

type Entries = readonly (readonly [string, Fields])[];

function entriesOfJson(text: string): Result<Entries, Sentence> {
  // A line cut out of a file: `"name": { ... }`.
  const whole = text.startsWith('"') ? `{${text.replace(/,\s*$/, '')}}` : text;
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(whole, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined) {
    const line = whole.slice(0, first.offset).split('\n').length;
    return err(say('pasted.notJson', { line }));
  }
  const fields = fieldsOf(value);
  if (fields === undefined) return err(say('pasted.noBrackets'));
  const list =
    fieldsOf(fields.mcpServers) ??
    fieldsOf(fields.servers) ??
    fieldsOf(fieldsOf(fields.mcp)?.servers) ??
    fieldsOf(fields.context_servers) ??
    fieldsOf(fields.mcp) ??
    (isEntry(fields) ? { [nameOf(fields)]: fields } : fields);
  const entries = Object.entries(list).flatMap(([name, entry]) => {
    const known = fieldsOf(entry);
    return known !== undefined && isEntry(known) ? [[name, known] as const] : [];
  });
  return entries.length === 0 ? err(say('pasted.noEntry')) : ok(entries);
}

/** A URL, or a command as one would type it. */
function entriesOfLine(text: string): Result<Entries, Sentence> {
  const plain = text.replace(/^\$\s+/, '');
  if (/^https?:\/\/\S+$/.test(plain)) {
    if (!URL.canParse(plain)) return err(say('server.noUrl', { text: plain }));
    return ok([[nameOf({ url: plain }), { url: plain }]]);
  }
  if (plain.includes('\n')) return err(say('pasted.neither'));
  const words = [...plain.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double?.replace(/\\(.)/g, '$1') ?? single ?? bare ?? '',
  );
  const [command, ...args] = words;
  if (command === undefined) return err(say('pasted.nothing'));
  if (/[|;&<>`]|\$\(/.test(plain)) return err(say('pasted.onePlainCommand'));
  return ok([[nameOf({ command, args }), { command, args }]]);
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined;
}

function isEntry(fields: Fields): boolean {
  return ['command', 'url', 'serverUrl', 'httpUrl'].some((key) => {
    const value = fields[key];
    return typeof value === 'string' || Array.isArray(value) || fieldsOf(value) !== undefined;
  });
}

/** A name for an entry that has none: of its package, its program or its host. */
function nameOf(fields: Fields): string {
  if (typeof fields.name === 'string' && fields.name.trim() !== '') return fields.name.trim();
  const url = urlOf(fields);
  if (url !== undefined && URL.canParse(url)) {
    const labels = new URL(url).hostname.replace(/^(?:mcp|api|www)\./, '').split('.');
    return labels[0] ?? 'server';
  }
  const words = stringsOf(fields.args).filter((word) => !word.startsWith('-'));
  const named = words.find((word) => /mcp|server/i.test(word)) ?? words[0] ?? commandOf(fields)[0];
  const last =
    (named ?? 'server')
      .replace(/@[\d.]+$|@latest$/, '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  return last.replace(/^(?:mcp-)?server-|-mcp(?:-server)?$|\.\w+$/g, '') || 'server';
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function commandOf(fields: Fields): readonly string[] {
  const inner = fieldsOf(fields.command);
  if (inner !== undefined) return [String(inner.path ?? ''), ...stringsOf(inner.args)];
  if (Array.isArray(fields.command)) return stringsOf(fields.command);
  return typeof fields.command === 'string' ? [fields.command, ...stringsOf(fields.args)] : [];
}

function urlOf(fields: Fields): string | undefined {
  const url = fields.url ?? fields.serverUrl ?? fields.httpUrl;
  return typeof url === 'string' ? url : undefined;
}

function textsOf(value: unknown): Result<Readonly<Record<string, string>>, Sentence> {
  const fields = fieldsOf(value) ?? {};
  const texts: Record<string, string> = {};
  for (const [name, one] of Object.entries(fields)) {
    if (one === null || one === undefined) continue;
    if (typeof one === 'object') return err(say('pasted.mustBeText', { name }));
    texts[name] = String(one);
  }
  return ok(texts);
}

function configOf(fields: Fields): Result<McpServerConfig, Sentence> {
  const off = fields.disabled === true || fields.enabled === false ? { disabled: true } : {};
  const [command, ...args] = commandOf(fields);
  if (command !== undefined && command !== '') {
    const env = textsOf(fields.env ?? fields.environment ?? fieldsOf(fields.command)?.env);
    if (!env.ok) return env;
    const cwd = typeof fields.cwd === 'string' ? { cwd: fields.cwd } : {};
    const variables = Object.keys(env.value).length === 0 ? {} : { env: { ...env.value } };
    return ok({ command, args, ...variables, ...cwd, ...off });
  }
  const url = urlOf(fields);
  if (url === undefined) return err(say('server.nothingNamed'));
  const headers = textsOf(fields.headers ?? fieldsOf(fields.requestInit)?.headers);
  if (!headers.ok) return headers;
  const sent = Object.keys(headers.value).length === 0 ? {} : { headers: { ...headers.value } };
  const old = fields.type === 'sse' || fields.transport === 'sse' ? { type: 'sse' as const } : {};
  return ok({ url, ...sent, ...old, ...off, ...oauthOf(fields) });
}

/** Claude Code, OpenCode and Gemini CLI say `oauth`, Cursor says `auth`; what is not known is left out. */
function oauthOf(fields: Fields): Pick<McpServerConfig, 'oauth'> {
  const given = fieldsOf(fields.oauth) ?? fieldsOf(fields.auth) ?? {};
  const text = (...names: readonly string[]): string | undefined =>
    names.map((name) => given[name]).find((value) => typeof value === 'string' && value !== '') as
      | string
      | undefined;
  const list = stringsOf(given.scopes).join(' ');
  const { callbackPort, grant } = given;
  const oauth: NonNullable<McpServerConfig['oauth']> = {
    clientId: text('clientId', 'CLIENT_ID', 'client_id'),
    clientSecret: text('clientSecret', 'CLIENT_SECRET', 'client_secret'),
    clientMetadataUrl: text('clientMetadataUrl'),
    scope: text('scope', 'scopes') ?? (list === '' ? undefined : list),
    callbackPort: typeof callbackPort === 'number' ? callbackPort : undefined,
    grant: grant === 'client_credentials' ? grant : undefined,
  };
  return Object.values(oauth).every((value) => value === undefined)
    ? {}
    : {
        oauth: Object.fromEntries(Object.entries(oauth).filter(([, value]) => value !== undefined)),
      };
}

const placeholder =
  /^$|^<.*>$|^\[.*\]$|your[-_ ]|[-_]here$|^x{3,}$|^\.{3}$|^\*+$|changeme|^replace[-_ ]|^insert[-_ ]/i;

/** Moves what must not stand in the settings to the key store, by name. */
function withoutSecrets(name: string, config: McpServerConfig): PastedServer {
  const secrets: PastedSecret[] = [];
  const hide = (label: string, value: string): string => {
    const asked = /^\$\{input:([^}]+)\}$/.exec(bareSecret(value));
    const known = asked === null && looksSecret(label, value);
    if (asked === null && !known) return value;
    const bare = bareSecret(value);
    const secret = `mcp.${name}.${asked?.[1] ?? label}`;
    const given = asked === null && !placeholder.test(bare) ? { value: bare } : {};
    if (!secrets.some((one) => one.name === secret))
      secrets.push({ name: secret, label, ...given });
    return `${value.slice(0, value.length - bare.length)}\${secret:${secret}}`;
  };
  /** Whatever it looks like: it may stand nowhere else. */
  const hideWhole = (label: string, value: string): string => {
    if (/^\$\{(?!input:)[^}]+\}$/.test(value)) return value;
    const secret = `mcp.${name}.${label}`;
    const given = placeholder.test(value) || value.startsWith('${') ? {} : { value };
    secrets.push({ name: secret, label, ...given });
    return `\${secret:${secret}}`;
  };
  const each = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([label, value]) => [label, hide(label, value)]));
  const { env, headers, args, url, oauth } = config;
  const hidden = new Map(secretArgs(args ?? []).map(({ at, value }) => [at, value]));
  const kept: McpServerConfig = {
    ...config,
    ...(env === undefined ? {} : { env: each(env) }),
    ...(headers === undefined ? {} : { headers: each(headers) }),
    ...(oauth?.clientSecret === undefined
      ? {}
      : { oauth: { ...oauth, clientSecret: hideWhole('clientSecret', oauth.clientSecret) } }),
    ...(args === undefined
      ? {}
      : {
          args: args.map((arg, at) => {
            const value = hidden.get(at);
            if (value === undefined) return arg;
            return arg.slice(0, arg.length - value.length) + hide(`key-${at}`, value);
          }),
        }),
    ...(url === undefined ? {} : { url: hiddenUrl(url, hide) }),
  };
  return { name, config: kept, secrets };
}

function hiddenUrl(text: string, hide: (label: string, value: string) => string): string {
  if (!URL.canParse(text)) return text;
  const { searchParams } = new URL(text);
  let result = text;
  for (const [label, value] of searchParams) {
    const raw = [value, encodeURIComponent(value)].find((one) => one !== '' && text.includes(one));
    if (raw !== undefined) result = result.replace(raw, () => hide(label, value));
  }
  return result;
}
