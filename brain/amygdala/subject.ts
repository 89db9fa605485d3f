/** Everything about a call that the order of checks looks at, gathered once. */
import { join, resolve } from 'node:path';
import type { SafetyContext, ToolSpec } from '../regions.ts';
import { webUrl } from '../shared/addresses.ts';
import type { HomePaths } from '../shared/home.ts';
import { isPrivateSession, isSafeId } from '../shared/ids.ts';
import type { ToolCall } from '../shared/model.ts';
import {
  classifyPath,
  expandHome,
  followPath,
  isInside,
  type PathAccess,
  type PathClass,
  type Places,
  type ResolvedPath,
  realPlaces,
  spellingProblem,
} from '../shared/paths.ts';
import { type RuleSubject, ruleSubject } from '../shared/permission-rules.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { type Sentence, say, verbatim } from '../shared/say.ts';
import { type CommandFacts, examineCommand } from './command.ts';
import { isInstalled, programFile } from './programs.ts';

export interface JudgedPath extends ResolvedPath {
  readonly access: PathAccess;
  readonly class: PathClass;
  /** As rules for Read or Write see it. */
  readonly ruled: RuleSubject;
  /** Outside the working directory, yet readable unasked: own task logs, attachments, skills. */
  readonly lent: boolean;
}

/** Why a command is to run without the sandbox that there is. */
export type OutsideReason = 'wished' | 'keys';

export interface JudgedCommand {
  readonly text: string;
  readonly facts: CommandFacts;
  readonly paths: readonly JudgedPath[];
  /** The files behind the programs' names, as far as there are any. */
  readonly programs: ReadonlyMap<string, string>;
  readonly sandbox: {
    /** It will run in the sandbox. */
    readonly confined: boolean;
    /** The owner does not want one. */
    readonly switchedOff: boolean;
    /** There is one, and this command is to run without it. */
    readonly outside?: OutsideReason;
    /** Which one, or why there is none. */
    readonly words: Sentence;
  };
  /** The folder it starts in. */
  readonly cwd: string;
}

/** What a call that always asks would do. */
export interface Preview {
  /** Shown to the owner. */
  readonly words: Sentence;
  /** What must still be so when it runs. */
  readonly identity: string;
}

export interface Subject {
  readonly call: ToolCall;
  readonly spec: ToolSpec;
  /** What the call would do, in words, where its tool can say. */
  readonly preview?: Preview;
  /** It is a plugin's, and the sandbox holds that to what it may reach. */
  readonly confinedPlugin?: boolean;
  readonly places: Places;
  /** The path a path tool works on. */
  readonly path?: JudgedPath;
  readonly command?: JudgedCommand;
  /** The page that is asked for; `problem`: why it is not. */
  readonly web?: { readonly host?: string; readonly problem?: Sentence };
  /** What skills' patterns are held against. */
  readonly text: string;
  /** What rules are held against. */
  readonly ruled: RuleSubject;
}

/** Where each path tool keeps its path and what it does there. */
const pathArguments: Readonly<
  Record<string, { readonly key: string; readonly access: PathAccess }>
> = {
  Read: { key: 'file_path', access: 'read' },
  Write: { key: 'file_path', access: 'write' },
  Edit: { key: 'file_path', access: 'write' },
  Glob: { key: 'path', access: 'read' },
  Grep: { key: 'path', access: 'read' },
  Search: { key: 'path', access: 'read' },
};
/** The text of a file or a fact may mention anything; patterns are about what a call does. */
const bodies = new Set(['content', 'old_string', 'new_string', 'edits', 'fact', 'description']);

export interface SubjectSources {
  readonly paths: HomePaths;
  readonly userHome: string;
  /** Does this turn belong to the session? Decides whose task logs may be read unasked. */
  isTurnOf(sessionId: string, turnId: string): boolean;
  /** Is this address on the open internet? */
  isPublic(address: string): boolean;
  /** The folder in which the session's shell stands; undefined: the working directory. */
  shellFolder(sessionId: string, workingDir: string): string | undefined;
  sandbox(): Promise<JudgedCommand['sandbox']>;
  /** What a call that always asks would do, in words. */
  preview(call: ToolCall): Promise<Preview | undefined>;
}

export async function subjectOf(
  call: ToolCall,
  spec: ToolSpec,
  context: SafetyContext,
  sources: SubjectSources,
): Promise<Result<Subject, Sentence>> {
  if (context.workingDir === '') return err(say('safety.noWorkingDir'));
  const places = await realPlaces({
    workingDir: context.workingDir,
    homeRoot: sources.paths.root,
    userHome: sources.userHome,
  });
  const { workingDir, userHome } = places;
  const ruled = ruleSubject({ tool: call.name, workingDir, userHome });
  const base = { call, spec, places, ruled };
  const judge = pathJudge(places, context.turn.sessionId, sources);
  const slot = pathArguments[call.name];
  if (slot !== undefined) return pathSubject(base, slot, judge);
  if (spec.kind === 'command') {
    const cwd = sources.shellFolder(context.turn.sessionId, context.workingDir) ?? workingDir;
    return commandSubject(base, cwd, judge, sources);
  }
  const text = patternText(call);
  if (spec.kind === 'web') {
    const page = webUrl(String(call.args.url ?? ''), sources.isPublic);
    const host = 'url' in page ? { host: page.url.hostname } : {};
    const web = 'url' in page ? host : { problem: page.problem };
    return ok({ ...base, web, text, ruled: { ...ruled, ...host } });
  }
  const preview = spec.alwaysAsks === undefined ? undefined : await sources.preview(call);
  const shown = preview === undefined ? {} : { preview };
  if (spec.plugin === undefined) return ok({ ...base, ...shown, text });
  const { confined } = await sources.sandbox();
  return ok({ ...base, ...shown, confinedPlugin: confined, text });
}

type Base = Pick<Subject, 'call' | 'spec' | 'places' | 'ruled'>;

interface PathJudge {
  /** Where it leads, and what that is; the error is why it leads nowhere. */
  follow(input: string, access: PathAccess, base: string): Promise<Result<JudgedPath, Sentence>>;
  judge(found: Omit<ResolvedPath, 'inside'>, access: PathAccess): Promise<JudgedPath>;
}

function pathJudge(places: Places, sessionId: string, sources: SubjectSources): PathJudge {
  const { workingDir, userHome } = places;
  async function judge(
    found: Omit<ResolvedPath, 'inside'>,
    access: PathAccess,
  ): Promise<JudgedPath> {
    const pathClass = classifyPath(found.real, places, access);
    const tool = access === 'write' ? 'Write' : 'Read';
    return {
      ...found,
      inside: isInside(workingDir, found.real),
      access,
      class: pathClass,
      ruled: ruleSubject({ tool, path: found.real, workingDir, userHome }),
      lent:
        access === 'read' &&
        pathClass === 'outside' &&
        (await isLent(found.real, sessionId, sources)),
    };
  }
  return {
    judge,
    async follow(input, access, base) {
      const found = await followPath(input, base, userHome);
      return found.ok ? ok(await judge(found.value, access)) : found;
    },
  };
}

async function pathSubject(
  base: Base,
  { key, access }: { readonly key: string; readonly access: PathAccess },
  { follow }: PathJudge,
): Promise<Result<Subject, Sentence>> {
  const { call, places } = base;
  const { workingDir, userHome } = places;
  const value = call.args[key] ?? '.';
  if (typeof value !== 'string') return err(verbatim(`${key} must be a string.`));
  const path = await follow(value, access, workingDir);
  if (!path.ok) return path;
  const ruled = ruleSubject({ tool: call.name, path: path.value.real, workingDir, userHome });
  return ok({ ...base, path: path.value, text: patternText(call), ruled });
}

async function commandSubject(
  base: Base,
  cwd: string,
  { follow, judge }: PathJudge,
  sources: SubjectSources,
): Promise<Result<Subject, Sentence>> {
  const { call, places, ruled } = base;
  const text = typeof call.args.command === 'string' ? call.args.command : '';
  const examined = examineCommand(text, places.userHome);
  if (examined === undefined) return err(say('safety.unjudgeableCommand'));
  const stays = examined.commands.every(({ words }) => !/^(?:cd|pushd)$/.test(words[0] ?? ''));
  const facts = {
    ...examined,
    dangers: examined.dangers.filter(
      ({ fetches, of }) =>
        fetches !== true || !stays || !isInstalled(of?.words ?? [], cwd, places.workingDir),
    ),
  };
  const named = async (input: string, access: PathAccess): Promise<readonly JudgedPath[]> => {
    const found = await follow(input, access, cwd);
    // Text with white space is a path where one leads there: else it is a program, or prose.
    const isText = /\s/.test(input) && access === 'read';
    if (found.ok && isText && !found.value.exists && !found.value.parentExists) return [];
    if (found.ok) return [found.value];
    // A word that is no path is just a word; one that nobody may follow is taken as it is written.
    if (spellingProblem(input) !== undefined) return [];
    const real = resolve(cwd, expandHome(input, places.userHome));
    return [await judge({ requested: input, real, exists: true, parentExists: true }, access)];
  };
  const names = [...new Set(facts.commands.map(({ words }) => words[0] ?? ''))];
  const [paths, files] = await Promise.all([
    Promise.all([
      ...facts.namedPaths.map((path) => named(path, 'read')),
      ...facts.redirects.map(({ path, access }) => named(path, access)),
    ]),
    Promise.all(names.map((name) => programFile(name, cwd))),
  ]);
  const programs = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const file = files[index];
    if (file !== undefined) programs.set(name, file);
  }
  const sandbox = await sources.sandbox();
  return ok({
    ...base,
    command: { text, facts, paths: paths.flat(), programs, sandbox, cwd },
    text,
    ruled: { ...ruled, commands: facts.commands.map(({ words }) => words) },
  });
}

function patternText(call: ToolCall): string {
  const values = Object.entries(call.args).flatMap(([key, value]) => {
    if (bodies.has(key)) return [];
    return typeof value === 'string' ? [value] : [JSON.stringify(value)];
  });
  return [call.name, ...values].join('\n');
}

async function isLent(
  real: string,
  sessionId: string,
  { paths, isTurnOf }: SubjectSources,
): Promise<boolean> {
  const roots = await Promise.all(
    [paths.tasks, paths.attachments, paths.cerebellum].map(async (folder) => {
      const found = await followPath(folder, paths.root, paths.root);
      return found.ok ? found.value.real : folder;
    }),
  );
  const [tasks = '', attachments = '', cerebellum = ''] = roots;
  if (real !== attachments && isInside(attachments, real)) return true;
  if (real !== cerebellum && isInside(cerebellum, real)) return true;
  if (isPrivateSession(sessionId)) {
    const own = await followPath(
      join(paths.privateSessions, sessionId, 'tasks'),
      paths.root,
      paths.root,
    );
    if (own.ok && isInside(own.value.real, real)) return true;
  }
  if (!isInside(tasks, real)) return false;
  const turnId = /[/\\]TASK-([a-z]+_[0-9a-z]+)(?:-\d+)?\.(?:md|log)$/.exec(real)?.[1];
  return turnId !== undefined && isSafeId(turnId) && isTurnOf(sessionId, turnId);
}
