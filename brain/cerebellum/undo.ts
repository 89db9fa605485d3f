/**
 * Undoing what a turn did to files, and doing it again. What can be done is read off the disk every
 * time: a file that is as the turn left it can be undone, one that is as it was before can be redone,
 * any other one is a conflict and is not touched. So it does not matter where an earlier try stopped.
 */
import { basename, dirname, join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { TurnFile } from '../../protocol/index.ts';
import type { FileUndo, TurnChange } from '../regions.ts';
import { hashOf } from '../shared/ids.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { holdFolder, writeChecked } from '../shared/safe-open.ts';
import { type Sentence, type Spoken, say, sentenceOf, spoken } from '../shared/say.ts';
import { decodeText } from '../shared/text-file.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import type { Storage } from '../storage/index.ts';
import { type Checkpoints, movedOf } from './checkpoints.ts';
import { alone, readCurrent } from './file-change.ts';
import { type MovedFile, moveBack, whereIs } from './moved-files.ts';
import type { Trash } from './trash.ts';

const MAX_DIFFED = 1024 * 1024;
const DIFF_MS = 1000;

interface UndoDeps {
  readonly storage: Storage;
  readonly checkpoints: Checkpoints;
  readonly trash: Trash;
}

export function createFileUndo(deps: UndoDeps): FileUndo {
  const { storage, checkpoints, trash } = deps;

  /** One entry per file, each only as far as the tools of this home made it so. */
  async function changesOf(
    sessionId: string,
    changes: readonly TurnChange[],
  ): Promise<readonly Change[]> {
    const calls = new Set(changes.flatMap(movedOf).map(({ toolCallId }) => toolCallId));
    const proven = new Set<string>();
    for (const call of calls) {
      const moves = changes.flatMap(movedOf).filter(({ toolCallId }) => toolCallId === call);
      if (await checkpoints.movesProven(sessionId, moves)) proven.add(call);
    }
    const vouched = await Promise.all(
      changes.map(async (change) => ({
        ...change,
        proven:
          change.by === 'command'
            ? proven.has(change.toolCallId)
            : await checkpoints.proven(sessionId, change),
      })),
    );
    return merged(vouched);
  }

  async function reviewMoved(file: MovedFile, proven: boolean): Promise<TurnFile> {
    const { path, from } = file;
    const base = { path, from, by: 'command' as const, kind: 'moved' as const };
    if (!proven) return { ...base, state: 'unrestorable', reason: say('undone.notOurs').text };
    const where = await whereIs(file);
    if (where.at === 'elsewhere') return { ...base, state: 'conflict', reason: where.reason.text };
    return { ...base, state: where.at === 'path' ? 'changed' : 'undone' };
  }

  async function review(sessionId: string, change: Change): Promise<TurnFile | undefined> {
    const { path, before, after } = change;
    const [moved] = movedOf(change);
    if (moved !== undefined) return reviewMoved(moved, change.proven);
    if (change.by === 'command') {
      return { path, by: 'command', kind: change.kind ?? 'changed', state: 'unrestorable' };
    }
    const base = { path, by: 'tool' as const, kind: kindOf(change) };
    if (!change.proven)
      return { ...base, state: 'unrestorable', reason: say('undone.notOurs').text };
    const current = await readCurrent(path);
    if (!current.ok) return { ...base, state: 'conflict', reason: current.error.output };
    const bytes = current.value?.bytes;
    const now = bytes === undefined ? undefined : hashOf(bytes);
    if (now === before) {
      // Announced, but the program ended before it was done: nothing happened to this file.
      if (!change.done) return undefined;
      const wanted = await contentOf(sessionId, after);
      if (after !== undefined && wanted === undefined) {
        return { ...base, state: 'undone', reason: say('undone.notKept').text };
      }
      return { ...base, state: 'undone', ...diffOf(path, bytes, wanted) };
    }
    if (now !== after) {
      return {
        ...base,
        state: 'conflict',
        reason: say(now === undefined ? 'undone.gone' : 'undone.changed').text,
      };
    }
    const wanted = await contentOf(sessionId, before);
    if (before !== undefined && wanted === undefined) {
      return { ...base, state: 'unrestorable', reason: say('undone.notKept').text };
    }
    return { ...base, state: 'changed', ...diffOf(path, wanted, bytes) };
  }

  async function contentOf(sessionId: string, hash: string | undefined) {
    return hash === undefined ? undefined : checkpoints.get(sessionId, hash);
  }

  /** Puts one file from one of its two states into the other. */
  async function put(
    sessionId: string,
    path: string,
    from: string | undefined,
    to: string | undefined,
  ): Promise<Result<void, Sentence>> {
    const current = await readCurrent(path);
    if (!current.ok) return err(sentenceOf(current.error, 'output'));
    const bytes = current.value?.bytes;
    const now = bytes === undefined ? undefined : hashOf(bytes);
    if (now === to) return ok(undefined);
    if (now !== from) return err(say('undone.changedSince'));
    const wanted = await contentOf(sessionId, to);
    if (to !== undefined && wanted === undefined) return err(say('undone.notKept'));
    // The way back, before the step.
    if (bytes !== undefined) await checkpoints.keep(sessionId, bytes);
    if (wanted !== undefined) {
      const written = await writeChecked(storage, path, wanted);
      return written.ok ? ok(undefined) : err(sentenceOf(written.error, 'message'));
    }
    if (bytes !== undefined) await trash.keep(sessionId, { path, content: bytes });
    return take(path);
  }

  async function take(path: string): Promise<Result<void, Sentence>> {
    const folder = await holdFolder(dirname(path));
    if (!folder.ok) return err(sentenceOf(folder.error, 'message'));
    try {
      await storage.remove(join(folder.value.path, basename(path)));
      return ok(undefined);
    } finally {
      await folder.value.close();
    }
  }

  return {
    async review(sessionId, changes) {
      const files: TurnFile[] = [];
      for (const change of await changesOf(sessionId, changes)) {
        const file = await review(sessionId, change);
        if (file !== undefined) files.push(file);
      }
      return files;
    },
    async restore(sessionId, changes, { paths, redo }) {
      const restored: string[] = [];
      const refused: (Spoken<'reason'> & { readonly path: string })[] = [];
      const refuse = (path: string, reason: Sentence): void =>
        void refused.push({ path, ...spoken({ reason }) });
      const all = await changesOf(sessionId, changes);
      // What was moved last is moved back first, and before what was changed at its old place.
      const ordered = redo
        ? all.toSorted((a, b) => movedOf(a).length - movedOf(b).length)
        : all.toReversed().toSorted((a, b) => movedOf(b).length - movedOf(a).length);
      for (const change of ordered) {
        const { path, before, after, by, proven } = change;
        const [moved] = movedOf(change);
        if (paths !== undefined && !paths.includes(path)) continue;
        if (by === 'command' && moved === undefined) {
          if (paths !== undefined) refuse(path, say('undone.byCommand'));
          continue;
        }
        if (!proven) {
          refuse(path, say('undone.notOurs'));
          continue;
        }
        const [from, to] = redo ? [before, after] : [after, before];
        const put_ = await alone(path, () =>
          moved === undefined ? put(sessionId, path, from, to) : moveBack(storage, moved, redo),
        ).catch((thrown: unknown) => err(sentenceOfThrown(thrown)));
        if (put_.ok) restored.push(path);
        else refuse(path, put_.error);
      }
      return { restored, refused };
    },
    async tidyUp(sessionId, changes) {
      for (const { path, by, done, proven } of await changesOf(sessionId, changes)) {
        if (by === 'tool' && !done && proven) await storage.removeLeftoversOf(path);
      }
    },
  };
}

/** `proven`: a tool of this home made it, whatever the transcript says. */
interface Change extends TurnChange {
  readonly proven: boolean;
}

function kindOf({ before, after }: TurnChange): TurnFile['kind'] {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'changed';
}

/** One entry per file: as the turn found it and as it left it. What ends where it began is left out. */
function merged(changes: readonly Change[]): readonly Change[] {
  const byPath = new Map<string, Change>();
  for (const change of changes) {
    const earlier = change.from === undefined ? undefined : byPath.get(change.from);
    const goesOn = earlier?.by === 'command' && /^(?:created|moved)$/.test(earlier.kind ?? '');
    if (goesOn && change.by === 'command' && change.from !== undefined) {
      // What counts is where it came from, or that it was not there before.
      byPath.delete(change.from);
      const { path, stamp } = change;
      const proven = earlier.proven && change.proven;
      byPath.set(path, { ...earlier, path, proven, ...(stamp === undefined ? {} : { stamp }) });
      continue;
    }
    const first = byPath.get(change.path);
    // A tool's own change of a file says more than that a command touched it, too.
    if (first === undefined || (first.by === 'command' && change.by === 'tool')) {
      byPath.set(change.path, change);
    } else if (change.by === 'tool') {
      const { before: _, after: __, ...rest } = first;
      byPath.set(change.path, {
        ...rest,
        ...(first.before === undefined ? {} : { before: first.before }),
        ...(change.after === undefined ? {} : { after: change.after }),
        done: first.done || change.done,
        proven: first.proven && change.proven,
      });
    }
  }
  return [...byPath.values()].filter(
    ({ by, before, after }) => by === 'command' || before !== after,
  );
}

function diffOf(
  path: string,
  old: Buffer | undefined,
  next: Buffer | undefined,
): { readonly diff?: string } {
  const texts = [old, next].map((bytes) => {
    if (bytes === undefined) return '';
    const text = bytes.length > MAX_DIFFED ? undefined : decodeText(bytes);
    return text?.ok === true ? text.value.text : undefined;
  });
  const [from, to] = texts;
  if (from === undefined || to === undefined) return {};
  const name = basename(path);
  const diff = createTwoFilesPatch(name, name, from, to, undefined, undefined, {
    context: 3,
    timeout: DIFF_MS,
  });
  return diff === undefined ? {} : { diff };
}
