/**
 * The grammar of permission rules and what they match. Pure, so that the settings can report a
 * malformed rule, the amygdala judge a call and the search tools leave denied files out.
 *
 *   Write                 every call of a tool
 *   Read(.env)            a glob on the resolved path, relative to the working directory
 *   Edit(~/notes/**)      or absolute, or below the home folder
 *   Bash(git:*)           commands whose words begin with `git`; Bash(npm install): exactly these
 *   WebFetch(example.com) pages of exactly this host; WebFetch(*.example.com): of those below it
 *   mcp.server.*          all tools of a server; mcp.server.tool
 */
import { relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { expandHome, isInside } from './paths.ts';
import { err, ok, type Result } from './result.ts';
import { type Sentence, say } from './say.ts';

export type Rule =
  | { readonly kind: 'tool'; readonly text: string; readonly tool: string }
  | {
      readonly kind: 'path';
      readonly text: string;
      readonly tool: 'Read' | 'Edit' | 'Write' | 'Glob' | 'Grep' | 'Search';
      readonly glob: string;
    }
  | {
      readonly kind: 'command';
      readonly text: string;
      readonly words: readonly string[];
      readonly prefix: boolean;
    }
  | { readonly kind: 'host'; readonly text: string; readonly host: string; readonly below: boolean }
  | { readonly kind: 'mcp'; readonly text: string; readonly server: string; readonly tool: string };

export type PathRule = Extract<Rule, { kind: 'path' }>;

const pathTools = ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Search'] as const;
type PathTool = (typeof pathTools)[number];
const builtIn = [
  'AskUserQuestion',
  'WebFetch',
  'TodoWrite',
  'tool_search',
  ...pathTools,
  'Bash',
  'BashOutput',
  'KillShell',
  'remember',
  'memory_search',
  'memory_get',
  'correct',
  'forget',
  'session_search',
  'session_read',
];

/** Which tools a rule on the left speaks about. */
const covered: Readonly<Record<PathTool, readonly string[]>> = {
  Read: ['Read', 'Glob', 'Grep', 'Search'],
  Edit: ['Write', 'Edit'],
  Write: ['Write'],
  Glob: ['Glob'],
  Grep: ['Grep'],
  Search: ['Search'],
};

/** The tools that a rule for a tool or a path speaks about. */
export const coveringRules = ({ tool }: { readonly tool: string }): readonly string[] =>
  isPathTool(tool) ? covered[tool] : [tool];

const isPathTool = (name: string): name is PathTool =>
  (pathTools as readonly string[]).includes(name);

/** Reads one rule; the error is a sentence for the owner of config.json. */
export function parseRule(source: string): Result<Rule, Sentence> {
  const text = source.trim();
  if (text === '') return err(say('rule.empty'));
  const mcp = /^mcp\.([A-Za-z0-9_-]+)\.(\*|[A-Za-z0-9_.-]+)$/.exec(text);
  if (mcp) return ok({ kind: 'mcp', text, server: mcp[1] ?? '', tool: mcp[2] ?? '' });
  if (text.startsWith('mcp.')) {
    return err(say('rule.mcpShape', { rule: text }));
  }
  const shape = /^([A-Za-z_][A-Za-z0-9_-]*)(?:\(([\s\S]*)\))?$/.exec(text);
  const name = shape?.[1];
  if (name === undefined) {
    return err(say('rule.shape', { rule: text }));
  }
  const meant = builtIn.find((tool) => tool !== name && tool.toLowerCase() === name.toLowerCase());
  if (meant !== undefined) return err(say('rule.calledSo', { rule: text, name: meant }));
  const argument = shape?.[2];
  if (argument === undefined) return ok({ kind: 'tool', text, tool: name });
  if (argument.trim() === '') {
    return err(say('rule.emptyBrackets', { rule: text }));
  }
  if (name === 'Bash') return commandRule(text, argument);
  if (name === 'WebFetch') return hostRule(text, argument.trim());
  if (isPathTool(name)) return pathRule(text, name, argument.trim());
  return err(say('rule.noArgument', { rule: text, name }));
}

function commandRule(text: string, argument: string): Result<Rule, Sentence> {
  const prefix = argument.endsWith(':*');
  const words = (prefix ? argument.slice(0, -2) : argument).trim().split(/\s+/);
  if (words[0] === '' || words[0] === undefined) return err(say('rule.noCommand', { rule: text }));
  if (words.some((word) => word.includes('*'))) {
    return err(say('rule.onlyColonStar', { rule: text }));
  }
  return ok({ kind: 'command', text, words, prefix });
}

/** `domain:` in front is how other agents write it. */
function hostRule(text: string, argument: string): Result<Rule, Sentence> {
  const pattern = argument.replace(/^domain:/, '').toLowerCase();
  const below = pattern.startsWith('*.');
  const name = below ? pattern.slice(2) : pattern;
  const url = `https://${name}/`;
  const host = URL.canParse(url) ? new URL(url).host : '';
  // What a URL would read as something else (a path, a port, a user) is not a host.
  if (
    host === '' ||
    new URL(url).href !== `https://${host}/` ||
    /[*:]/.test(name.replace(/^\[.*\]$/, ''))
  ) {
    return err(say('rule.noHost', { rule: text }));
  }
  return ok({ kind: 'host', text, host, below });
}

function pathRule(text: string, tool: PathTool, glob: string): Result<Rule, Sentence> {
  if (glob.includes('\0')) return err(say('rule.nul', { rule: text }));
  if (glob.split('/').includes('..')) return err(say('rule.dots', { rule: text }));
  const open = (glob.match(/(?<!\\)[[{(]/g) ?? []).length;
  const close = (glob.match(/(?<!\\)[\]})]/g) ?? []).length;
  if (open !== close) return err(say('rule.brackets', { rule: text }));
  return ok({ kind: 'path', text, tool, glob });
}

/** What a call is to rules. */
export interface RuledCall {
  readonly tool: string;
  /** Real path a path tool works on. */
  readonly path?: string;
  /** The host that a page is read from, as `URL` writes it. */
  readonly host?: string;
  /** The simple commands found in a command line, each as words. */
  readonly commands?: readonly (readonly string[])[];
  readonly workingDir: string;
  readonly userHome: string;
}

/** What a rule is held against: made once for all the rules there are. */
export interface RuleSubject extends Pick<RuledCall, 'tool' | 'host' | 'commands' | 'userHome'> {
  /** With forward slashes: whole, and below the working directory if it is there. */
  readonly path?: { readonly whole: string; readonly below: string | undefined };
}

export function ruleSubject({ path, workingDir, ...call }: RuledCall): RuleSubject {
  if (path === undefined) return call;
  const below = isInside(workingDir, path) ? portable(relative(workingDir, path)) : undefined;
  return { ...call, path: { whole: portable(path), below } };
}

export function ruleMatches(rule: Rule, subject: RuleSubject): boolean {
  switch (rule.kind) {
    case 'tool':
      return coveringRules(rule).includes(subject.tool);
    case 'path':
      return (
        subject.path !== undefined &&
        covered[rule.tool].includes(subject.tool) &&
        globMatches(rule, subject.path, subject.userHome)
      );
    case 'host':
      return (
        subject.host !== undefined &&
        (rule.below ? subject.host.endsWith(`.${rule.host}`) : subject.host === rule.host)
      );
    case 'command':
      return subject.commands?.some((words) => wordsMatch(rule, words)) === true;
    case 'mcp': {
      const name = mcpNameOf(subject.tool);
      return (
        name !== undefined &&
        name.server === rule.server &&
        (rule.tool === '*' || rule.tool === name.tool)
      );
    }
  }
}

/** `mcp__server__tool` on the wire is `mcp.server.tool` in rules. */
export function mcpNameOf(
  tool: string,
): { readonly server: string; readonly tool: string } | undefined {
  const parts = /^mcp__(.+?)__(.+)$/.exec(tool);
  return parts ? { server: parts[1] ?? '', tool: parts[2] ?? '' } : undefined;
}

function wordsMatch(
  rule: { readonly words: readonly string[]; readonly prefix: boolean },
  words: readonly string[],
): boolean {
  if (!rule.prefix && words.length !== rule.words.length) return false;
  return rule.words.every((word, index) => word === words[index]);
}

interface Matcher {
  readonly userHome: string;
  /** What every match begins with, where that is certain. */
  readonly begins: string;
  readonly isAbsolute: boolean;
  test(path: string): boolean;
}

/** Made once per rule, and anew for another user's home. */
const matchers = new WeakMap<PathRule, Matcher>();

function matcherOf(rule: PathRule, userHome: string): Matcher {
  const known = matchers.get(rule);
  if (known?.userHome === userHome) return known;
  const glob = expandHome(rule.glob, escapeGlob(userHome));
  const isAbsolute = /^(?:\/|[A-Za-z]:[/\\])/.test(glob);
  let test: ((path: string) => boolean) | undefined;
  const compiled = (): ((path: string) => boolean) =>
    picomatch(isAbsolute ? glob : glob.replace(/^\.\//, ''), {
      dot: true,
      nonegate: true,
      nocase: process.platform !== 'linux',
    });
  const made: Matcher = {
    userHome,
    isAbsolute,
    begins: plainStart(glob),
    test(path) {
      // Most rules never meet a path that begins as theirs do.
      test ??= compiled();
      return test(path);
    },
  };
  matchers.set(rule, made);
  return made;
}

/** Most rules are about other folders, which is told at once. */
function plainStart(glob: string): string {
  // `a|b/c` begins with either; where case does not matter, nothing is certain.
  if (process.platform !== 'linux' || glob.includes('|')) return '';
  const start = /^[^*?[\]{}()!+@\\]*/.exec(glob.replace(/^\.\//, ''))?.[0] ?? '';
  // `src/**` is `src`, too.
  return start.replace(/\/+$/, '');
}

const portable = (text: string): string => (sep === '/' ? text : text.split(sep).join('/'));

/** Does a rule's glob name this real path? */
function globMatches(
  rule: PathRule,
  { whole, below }: NonNullable<RuleSubject['path']>,
  userHome: string,
): boolean {
  const { isAbsolute, begins, test } = matcherOf(rule, userHome);
  const path = isAbsolute ? whole : below;
  return path !== undefined && path !== '' && path.startsWith(begins) && test(path);
}

/** A path as a glob that matches only itself. */
export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}

/** A test for "may this file be shown by a search?" from the readable `deny` rules. */
export function deniedReads(
  deny: readonly string[],
  places: { readonly workingDir: string; readonly userHome: string },
): (path: string, tool: string) => boolean {
  const rules = deny.flatMap((text) => {
    const parsed = parseRule(text);
    return parsed.ok && parsed.value.kind === 'path' ? [parsed.value] : [];
  });
  if (rules.length === 0) return () => false;
  return (path, tool) => {
    const subject = ruleSubject({ tool, path, ...places });
    return rules.some((rule) => ruleMatches(rule, subject));
  };
}

/** What is wrong with a rule, as a sentence; undefined when it is well formed. */
export function ruleProblem(text: string): Sentence | undefined {
  const parsed = parseRule(text);
  return parsed.ok ? undefined : parsed.error;
}
