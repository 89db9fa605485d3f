/** Export and import of the mind: what an import means for the regions that hold parts of it. */
import { linesAtHome } from '../hippocampus/at-home.ts';
import { foreignProblem } from '../hippocampus/foreign-transcript.ts';
import type { Sessions } from '../hippocampus/sessions.ts';
import { createMindArchives, type MindArchives } from '../home/index.ts';
import type { Cerebellum, Cortex } from '../regions.ts';
import { announceSession, type Parts } from '../rpc/parts.ts';
import { checkWorkingDir, type Places } from '../shared/paths.ts';
import { messageOf } from '../shared/result.ts';
import { isoLocal } from '../shared/time.ts';
import type { Lanes } from '../turn/lanes.ts';
import type { CommonDeps } from './common-deps.ts';

export interface TravellingMindDeps extends CommonDeps {
  readonly version: string;
  readonly sessions: Sessions;
  readonly lanes: Lanes;
  readonly cerebellum: Cerebellum;
  readonly cortex: Cortex;
  readonly places: Omit<Places, 'workingDir'>;
  readonly defaultWorkingDir: () => Promise<string>;
  readonly announce: Parts['announce'];
}

export function createTravellingMind(deps: TravellingMindDeps): MindArchives {
  const { sessions, lanes, cerebellum, cortex, logger, clock } = deps;
  async function takenIn(sessionId: string, change: 'created' | 'updated'): Promise<void> {
    // What it cost elsewhere is not counted here.
    await lanes.closeOpen(sessionId);
    announceSession(deps, sessionId, change);
  }

  return createMindArchives({
    ...deps,
    sessions: {
      problemOf: foreignProblem,
      linesAtHome: (sessionId, transcript) =>
        linesAtHome(sessionId, transcript, {
          now: isoLocal(clock.now()),
          async folderFor(wanted) {
            const isHere = (await checkWorkingDir(wanted, deps.places)).ok;
            return isHere ? wanted : await deps.defaultWorkingDir();
          },
        }),
      async adopt(sessionId) {
        const problem = await sessions.adopt(sessionId);
        if (problem === undefined) await takenIn(sessionId, 'created');
        return problem;
      },
      async extend(sessionId, expectedBytes, tail) {
        const extended = await sessions.extend(sessionId, expectedBytes, tail);
        if (extended) await takenIn(sessionId, 'updated');
        return extended;
      },
    },
    onImported(written) {
      const report = (thrown: unknown) =>
        logger.warn('an import is not taken in everywhere yet', { reason: messageOf(thrown) });
      cerebellum.reload().catch(report);
      cortex.refresh(written).catch(report);
    },
  });
}
