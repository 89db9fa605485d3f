/**
 * The project that a session works in: where it begins, and its standing rules (`AGENTS.md` in the
 * working directory and its parents up to the repository's root). Reading is one thing; whether the
 * rules may enter the prompt is decided by the owner's trust in the folder.
 */
import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectRules } from '../../protocol/index.ts';
import type { FolderTrust } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import { plainMarkdown } from '../shared/markdown.ts';
import { isInside } from '../shared/paths.ts';
import { PROJECT_RULES_FILE, parseProjectRules } from '../shared/project-rules.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { codeOf, err, messageOf, type Result } from '../shared/result.ts';
import type { Source, Sources, Unreadable } from './sources.ts';

const RULES_FILE = 'AGENTS.md';
/** More is not a page of rules any more; the category's cap cuts further. */
const MAX_BYTES = 256 * 1024;
const MAX_RULES_BYTES = 64 * 1024;

export interface Project {
  /** Real path of the repository's root; of the working directory itself where there is none. */
  readonly root: string;
  readonly isRepository: boolean;
  /** From the root inwards: the nearest rules come last. Absolute paths. */
  readonly rules: Sources;
  /** Its permission rules, where it has such a file. */
  readonly permissions?: Result<ProjectRules>;
}

export interface ProjectReader {
  /** Undefined where there is neither a repository nor an `AGENTS.md`. */
  read(workingDir: string): Promise<Project | undefined>;
}

export function createProjectReader(logger: Logger): ProjectReader {
  const cache = new Map<string, { readonly version: string; readonly source: Source }>();

  async function readRules(path: string, root: string): Promise<Source | Unreadable | undefined> {
    try {
      if (!isThere(path)) return undefined;
      const real = realpathSync(path);
      if (!isInside(root, real))
        return { path, reason: 'a symbolic link that leads out of the project' };
      const { ino, size, mtimeNs, ctimeNs } = statSync(real, { bigint: true });
      const version = `${real} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
      const held = cache.get(path);
      if (held?.version === version) return held.source;
      const bytes = await readRegularFile(real, { maxBytes: MAX_BYTES });
      if (bytes.includes(0) || !isUtf8(bytes)) return { path, reason: 'not UTF-8 text' };
      const source = { path, text: plainMarkdown(bytes.toString('utf8')) };
      cache.set(path, { version, source });
      return source;
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return undefined;
      logger.warn('context: rules of a project are left out', { path, reason: messageOf(thrown) });
      return { path, reason: messageOf(thrown) };
    }
  }

  /** Undefined: there is no such file. */
  async function readPermissions(root: string): Promise<Result<ProjectRules> | undefined> {
    try {
      const path = join(root, PROJECT_RULES_FILE);
      if (!isThere(path)) return undefined;
      const real = realpathSync(path);
      if (!isInside(root, real)) return err('a symbolic link that leads out of the project');
      const bytes = await readRegularFile(real, { maxBytes: MAX_RULES_BYTES });
      const parsed = parseProjectRules(bytes.toString('utf8'));
      if (!parsed.ok)
        logger.warn('rules of a project are not usable', { root, reason: parsed.error });
      return parsed;
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return undefined;
      return err(messageOf(thrown));
    }
  }

  return {
    async read(workingDir) {
      const folder = realOf(workingDir);
      if (folder === undefined) return undefined;
      const repository = repositoryOf(folder);
      const root = repository ?? folder;
      const sources: Source[] = [];
      const unreadable: Unreadable[] = [];
      for (const inside of foldersDownTo(root, folder)) {
        const found = await readRules(join(inside, RULES_FILE), root);
        if (found === undefined) continue;
        if ('reason' in found) unreadable.push(found);
        else if (found.text !== '') sources.push(found);
      }
      const permissions = await readPermissions(root);
      const isRepository = repository !== undefined;
      const isNothing = sources.length + unreadable.length === 0 && permissions === undefined;
      if (!isRepository && isNothing) return undefined;
      return {
        root,
        isRepository,
        rules: { sources, unreadable },
        ...(permissions === undefined ? {} : { permissions }),
      };
    },
  };
}

/** Asked first: most folders have no such file, and an exception costs more than all of the rest. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function realOf(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    // Gone: then there is nothing to know about it.
    return undefined;
  }
}

function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function foldersDownTo(root: string, folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== root && dirname(at) !== at; ) {
    at = dirname(at);
    folders.unshift(at);
  }
  return folders;
}

const nothing: Sources = { sources: [], unreadable: [] };
/** The owner should see what he trusts; more than this nobody reads in a card. */
const SHOWN_CHARS = 6_000;

/** The rules where the folder is trusted; where nobody has decided yet the owner is asked. */
export function trustedRules(
  projects: ProjectReader,
  trust: FolderTrust,
): (workingDir: string) => Promise<Sources> {
  return async (workingDir) => {
    const project = await projects.read(workingDir);
    if (project === undefined) return nothing;
    const judged = trust.judge(project.root);
    const { root, permissions } = project;
    const own = permissions?.ok === true ? permissions.value : undefined;
    if (judged === 'unknown') {
      trust.ask({ root, detail: detailOf(project), ...(own === undefined ? {} : { rules: own }) });
    } else if (judged === 'trusted' && own !== undefined) trust.askAboutRules(root, own);
    return judged === 'trusted' ? project.rules : nothing;
  };
}

function detailOf({ isRepository, rules }: Project): string {
  const kind = isRepository ? 'A git repository' : 'A folder';
  if (rules.sources.length === 0) return `${kind} without instructions of its own.`;
  const texts = rules.sources.map(({ path, text }) => `${path}\n\n${text}`);
  const whole = [`${kind} with instructions:`, ...texts].join('\n\n');
  return whole.length <= SHOWN_CHARS
    ? whole
    : `${whole.slice(0, SHOWN_CHARS)}\n[… ${whole.length - SHOWN_CHARS} more characters]`;
}
