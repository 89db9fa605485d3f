/** Undoing the files of a turn that has ended, and what later turns are told about it. */
import type { ResultOf, TurnFile } from '../../protocol/index.ts';
import { hasEnded, type SessionState, type TurnState } from '../hippocampus/session-state.ts';
import type { TurnChange, TurnRef } from '../regions.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { Regions } from './turn.ts';

/** More paths than this are counted, not named. */
const NAMED_PATHS = 10;

type UndoRegions = Pick<Regions, 'cerebellum' | 'broca' | 'hippocampus'>;

export async function changedFiles(
  regions: UndoRegions,
  session: SessionState,
  turn: TurnState,
): Promise<readonly TurnFile[]> {
  return regions.cerebellum.undo.review(session.meta.sessionId, changesOf(turn));
}

export async function undoTurn(
  regions: UndoRegions,
  session: SessionState,
  turn: TurnState,
  options: { readonly paths?: readonly string[]; readonly redo: boolean },
): Promise<Result<ResultOf<'turn.undo'>, 'busy'>> {
  if (!hasEnded(turn)) return err('busy');
  const { sessionId } = session.meta;
  const { undo } = regions.cerebellum;
  const changes = changesOf(turn);
  const { restored, refused } = await undo.restore(sessionId, changes, options);
  const ref: TurnRef = { sessionId, turnId: turn.turnId };
  if (restored.length > 0) {
    regions.broca.announce(ref, { type: 'undone', paths: [...restored], redo: options.redo });
    await regions.hippocampus.sessions.save(sessionId);
  }
  const files = await undo.review(sessionId, changes);
  return ok({ restored: [...restored], refused: [...refused], files: [...files] });
}

export function changesOf(turn: TurnState): readonly TurnChange[] {
  const told = turn.events.filter((event) => event.type === 'file_changed');
  const byTools = turn.checkpoints.map(({ path, before, after, toolCallId }): TurnChange => {
    const done = told.some((event) => event.path === path && event.toolCallId === toolCallId);
    return {
      path,
      toolCallId,
      by: 'tool',
      done,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  });
  const byCommands = told.flatMap(({ path, toolCallId, byCommand, from, stamp }): TurnChange[] => {
    if (byCommand === undefined) return [];
    const moved = from === undefined || stamp === undefined ? {} : { from, stamp };
    return [{ path, toolCallId, by: 'command', kind: byCommand, done: true, ...moved }];
  });
  return [...byTools, ...byCommands];
}

/** What the owner undid or redid since the turn before this one began; its model cannot know it. */
export function undoNotes(session: SessionState, turnId: string): readonly string[] {
  const turns = [...session.turns.values()];
  const at = turns.findIndex((turn) => turn.turnId === turnId);
  const since = turns[at - 1]?.events[0]?.seq ?? 0;
  const until = turns[at]?.events[0]?.seq ?? Number.POSITIVE_INFINITY;
  const last = new Map<string, boolean>();
  const news = turns
    .flatMap(({ events }) => events.filter((event) => event.type === 'undone'))
    .filter(({ seq }) => seq > since && seq < until)
    .toSorted((a, b) => a.seq - b.seq);
  for (const { paths, redo } of news) for (const path of paths) last.set(path, redo);
  return [false, true].flatMap((redo) => {
    const paths = [...last].flatMap(([path, again]) => (again === redo ? [path] : []));
    return paths.length === 0 ? [] : [sentence(paths, redo)];
  });
}

function sentence(paths: readonly string[], redo: boolean): string {
  const named = paths.slice(0, NAMED_PATHS).join(', ');
  const more = paths.length > NAMED_PATHS ? ` and ${paths.length - NAMED_PATHS} more` : '';
  return redo
    ? `The owner put your changes back into ${named}${more}.`
    : `The owner undid your changes to ${named}${more}. Read a file again before you edit it.`;
}
