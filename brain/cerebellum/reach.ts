/**
 * The last check of a path, at the moment of use: it is resolved anew and must lie inside the working
 * directory or be one of the paths that were judged for this call. Whatever a verdict said, secret
 * and protected places stay closed here too.
 */
import { sep } from 'node:path';
import type { Settings, ToolResult, ToolRun } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import { createReadClassifier } from '../shared/path-classes.ts';
import {
  classifyPath,
  type PathAccess,
  type Places,
  type ResolvedPath,
  realPlaces,
  resolvePath,
} from '../shared/paths.ts';
import { deniedReads } from '../shared/permission-rules.ts';
import { rulesFor } from '../shared/project-rules.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { OpenFailure } from '../shared/safe-open.ts';
import { say, sentenceOf } from '../shared/say.ts';
import { failed } from './tool.ts';

export interface Reached extends ResolvedPath {
  readonly places: Places;
}

interface ReachDeps {
  readonly paths: HomePaths;
  readonly userHome: string;
}

/** The real folders that a call's paths are judged by. */
export function placesOf(run: ToolRun, deps: ReachDeps): Promise<Places> {
  return realPlaces({
    workingDir: run.workingDir,
    homeRoot: deps.paths.root,
    userHome: deps.userHome,
  });
}

export async function reach(
  input: string,
  access: PathAccess,
  run: ToolRun,
  deps: ReachDeps,
): Promise<Result<Reached, ToolResult>> {
  const places = await placesOf(run, deps);
  const found = await resolvePath(input, places.workingDir, places.userHome);
  if (!found.ok) return err(failed('validation', found.error));
  const { real } = found.value;
  const where = classifyPath(real, places, access);
  if (where === 'secret' || where === 'protected') {
    return err(failed('permission', say('tool.protected', { path: real })));
  }
  // A judged folder covers what is in it for the tools that look through folders.
  if (where === 'outside' && !run.paths.includes(real)) {
    return err(
      failed('permission', say('tool.outside', { path: real, folder: places.workingDir })),
    );
  }
  return ok({ ...found.value, places });
}

export function openFailed(failure: OpenFailure): ToolResult {
  const kinds = {
    not_found: 'not_found',
    permission: 'permission',
    moved: 'permission',
    not_a_file: 'validation',
    error: 'error',
  } as const;
  return failed(kinds[failure.kind], sentenceOf(failure, 'message'));
}

/**
 * Which files a search through `folder` may show: none that is secret, protected, or denied by a
 * `Read` rule.
 */
export function showable(
  tool: string,
  folder: string,
  places: Places,
  settings: Settings,
): (path: string) => boolean {
  const { deny } = rulesFor(settings.get(), places.workingDir, places.userHome);
  const denied = deniedReads(deny, places);
  const classOf = createReadClassifier(places);
  const inside = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  return (path) => {
    if (path !== folder && !path.startsWith(inside)) return false;
    const where = classOf(path);
    return where !== 'secret' && where !== 'protected' && !denied(path, tool);
  };
}
