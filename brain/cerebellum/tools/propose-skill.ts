/** The agent makes or changes a skill of its own: as a proposal that counts only when its owner accepts it. */
import { z } from 'zod';
import { say } from '../../shared/say.ts';
import { defineTool, done, failed } from '../tool.ts';

export const proposeSkillTool = defineTool({
  spec: {
    name: 'ProposeSkill',
    description:
      'Proposes a new skill, or a change of one, to the owner, who sees it as a diff; nothing counts before he accepts it. ' +
      'For what he wants done the same way again. SKILL.md: YAML front matter (name, description, triggers) and instructions.',
    kind: 'dialogue',
    readOnly: false,
    idempotent: false,
    capability: 'skills',
  },
  parameters: z.strictObject({
    folder: z.string().min(1).describe('Its folder: small letters, digits and hyphens.'),
    files: z
      .array(
        z.strictObject({
          path: z
            .string()
            .min(1)
            .describe('In that folder: SKILL.md, reference/x.md, plugin/index.mjs.'),
          content: z.string().describe('The whole file.'),
        }),
      )
      .min(1),
  }),
  async run({ folder, files }, run, { proposedSkills, proposals }) {
    const prepared = await proposedSkills.prepare(folder, files);
    if (!prepared.ok) return failed('validation', prepared.error);
    const kept = await proposals.add({
      sessionId: run.turn.sessionId,
      origins: run.taint ?? [],
      change: prepared.value,
    });
    if (!kept.ok) return failed('error', kept.error);
    return done(say('propose.kept', { folder }));
  },
});
