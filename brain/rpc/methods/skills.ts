import { say } from '../../shared/say.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import { openSession, type Parts, summaryOf } from '../parts.ts';

type SkillMethods = Pick<
  Methods,
  | 'skill.activate'
  | 'skill.end'
  | 'skill.allow'
  | 'skill.installPackages'
  | 'skill.review'
  | 'skill.install'
  | 'skill.discard'
>;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What the owner does with skills in a window; in a conversation `/skill` does the same. */
export function skillMethods(parts: Parts): SkillMethods {
  const { sessions, cerebellum, attachments } = parts;

  async function change(sessionId: string, made: (active: readonly string[]) => readonly string[]) {
    await parts.changeActiveSkills(sessionId, made);
    await sessions.durable(sessionId);
    return { session: summaryOf(parts, sessionId) };
  }

  function capability(name: string) {
    const found = cerebellum.list().find((one) => one.name === name);
    return { capability: found ?? fail('not_found', say('none.skill', { name })) };
  }

  return {
    async 'skill.review'({ attachmentId }) {
      const reviewed = await cerebellum.intake.review(attachmentId);
      if (!reviewed.ok) {
        await attachments.discard(attachmentId);
        return fail('denied', reviewed.error);
      }
      const { skills, refused } = reviewed.value;
      return { skills: [...skills], refused: [...refused] };
    },
    async 'skill.install'({ attachmentId, folders, allowPlugins = false }) {
      const installed = await cerebellum.intake.install(attachmentId, folders, { allowPlugins });
      if (!installed.ok) return fail('denied', installed.error);
      await attachments.discard(attachmentId);
      return { capabilities: [...installed.value] };
    },
    async 'skill.discard'({ attachmentId }) {
      await attachments.discard(attachmentId);
      return {};
    },
    async 'skill.allow'({ name, allow }) {
      capability(name);
      const decided = await cerebellum.allowPlugin(name, allow);
      return decided.ok ? capability(name) : fail('unavailable', decided.error);
    },
    async 'skill.installPackages'({ name }) {
      capability(name);
      const installed = await cerebellum.installPackages(name);
      return installed.ok ? capability(name) : fail('unavailable', installed.error);
    },
    async 'skill.activate'({ sessionId, name }) {
      await openSession(parts, sessionId);
      const found = cerebellum.skills().find((skill) => same(skill.name, name));
      if (found === undefined) return fail('not_found', say('none.skill', { name }));
      const isOther = (one: string): boolean => !same(one, found.name);
      return change(sessionId, (active) => [...active.filter(isOther), found.name]);
    },
    async 'skill.end'({ sessionId, name }) {
      await openSession(parts, sessionId);
      return change(sessionId, (active) =>
        name === undefined ? [] : active.filter((one) => !same(one, name)),
      );
    },
  };
}
