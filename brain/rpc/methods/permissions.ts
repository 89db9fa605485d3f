import { activeSkills } from '../../shared/active-skills.ts';
import { newId } from '../../shared/ids.ts';
import type { Methods } from '../dispatcher.ts';
import { openSession, type Parts, workingDirFor } from '../parts.ts';

/** What would happen to a call: judged as in a turn, and not run. */
export function permissionMethods(parts: Parts): Pick<Methods, 'permission.test'> {
  const { amygdala, cerebellum, settings } = parts;
  return {
    async 'permission.test'({ call, sessionId, workingDir }) {
      const session = sessionId === undefined ? undefined : await openSession(parts, sessionId);
      const mode = session?.meta.mode ?? settings.get().permissions.mode;
      const verdict = await amygdala.classify(
        { id: newId('c'), ...call },
        {
          // A turn of its own: what it is told about is nobody's.
          turn: { sessionId: sessionId ?? newId('s'), turnId: newId('t') },
          mode: settings.locked() ? 'default' : mode,
          workingDir: session?.meta.workingDir ?? (await workingDirFor(parts, workingDir)),
          activeSkills: activeSkills(session?.meta.skills, cerebellum.skills()),
          spec: cerebellum.tools().find(({ name }) => name === call.name),
        },
      );
      const { level, source, rule, reason, said, confinement, ask } = verdict;
      return {
        verdict: level,
        layer: source,
        reason,
        said,
        ...(rule === undefined ? {} : { rule }),
        ...(confinement === undefined ? {} : { confinement }),
        ...(ask?.alwaysRule === undefined ? {} : { alwaysRule: ask.alwaysRule }),
      };
    },
  };
}
