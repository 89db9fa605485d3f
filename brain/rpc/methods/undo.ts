import { turnIn } from '../../hippocampus/session-state.ts';
import { say } from '../../shared/say.ts';
import { changedFiles, undoTurn } from '../../turn/undo.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import { openSession, type Parts } from '../parts.ts';

export function undoMethods(parts: Parts): Pick<Methods, 'turn.changes' | 'turn.undo'> {
  async function turnOf(sessionId: string, turnId: string) {
    const session = await openSession(parts, sessionId);
    const turn = turnIn(session, turnId) ?? fail('not_found', say('none.turn', { id: turnId }));
    return { session, turn };
  }

  return {
    async 'turn.changes'({ sessionId, turnId }) {
      const { session, turn } = await turnOf(sessionId, turnId);
      return { files: [...(await changedFiles(parts.regions, session, turn))] };
    },
    async 'turn.undo'({ sessionId, turnId, paths, redo = false }) {
      const { session, turn } = await turnOf(sessionId, turnId);
      const undone = await undoTurn(parts.regions, session, turn, {
        redo,
        ...(paths === undefined ? {} : { paths }),
      });
      if (!undone.ok) return fail('busy', say('busy.undo'));
      return undone.value;
    },
  };
}
