/** Which files of the workspace belong into the index, and what kind of memory each one is. */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { MemorySource } from '../../protocol/index.ts';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';

/** Tasks, event logs, the account and the index itself: written by the program for other uses. */
const ignoredRoots: ReadonlySet<string> = new Set(['motor', 'corpus', 'cortex', 'thalamus']);

export type PlaceKind = 'markdown' | 'transcript';
export interface Place {
  readonly kind: PlaceKind;
  readonly source: MemorySource;
}

/** `path` with forward slashes below the workspace, or undefined when it is not in there. */
export function workspacePath(workspace: string, path: string): string | undefined {
  const inside = relative(workspace, path);
  if (inside === '' || inside.startsWith('..') || inside.includes(`..${sep}`)) return undefined;
  return sep === '/' ? inside : inside.replaceAll(sep, '/');
}

/** Whether nothing at or below this workspace-relative path is of interest. */
export function isIgnored(path: string): boolean {
  const parts = path.split('/');
  return (
    ignoredRoots.has(parts[0] ?? '') ||
    parts.some((part) => part.startsWith('.') || part === 'node_modules')
  );
}

/** Where a session's exchanges come from. */
export function transcriptPath(sessionId: string): string {
  return `hippocampus/sessions/${sessionId}/transcript.jsonl`;
}

/** What to make of a workspace-relative file; undefined when it is not indexed. */
export function placeOf(path: string): Place | undefined {
  if (isIgnored(path)) return undefined;
  const [top, second, , fourth, fifth] = path.split('/');
  if (top === 'hippocampus' && second === 'sessions') {
    return fourth === 'transcript.jsonl' && fifth === undefined
      ? { kind: 'transcript', source: 'sessions' }
      : undefined;
  }
  if (!path.toLowerCase().endsWith('.md')) return undefined;
  if (top === 'cerebellum' && !path.endsWith('/SKILL.md')) return undefined;
  return { kind: 'markdown', source: sourceOf(top, second) };
}

function sourceOf(top: string | undefined, second: string | undefined): MemorySource {
  switch (top) {
    case 'identity':
      return 'identity';
    case 'prefrontal':
      return 'prefrontal';
    case 'cerebellum':
      return 'skills';
    case 'basalganglia':
      return 'outcomes';
    case 'hippocampus':
      if (second === 'knowledge') return 'knowledge';
      return second === 'episodes' ? 'episodes' : 'other';
    default:
      return 'other';
  }
}

/**
 * Walks the workspace and yields the files that belong into the index. Linked folders are not
 * followed: they could lead out of the workspace or in circles.
 */
export async function* walk(workspace: string, logger: Logger): AsyncGenerator<string> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let entries: AsyncIterable<Dirent>;
    try {
      entries = await opendir(join(workspace, folder));
      for await (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (isIgnored(path)) continue;
        if (entry.isDirectory()) folders.push(path);
        else if (placeOf(path) !== undefined) yield path;
      }
    } catch (thrown) {
      // A folder that went away or may not be read: the rest of the workspace still counts.
      logger.warn('index: a folder could not be read', { path: folder, reason: messageOf(thrown) });
    }
  }
}
