/** The model asks for the instructions of a skill that its message did not bring along. */
import { z } from 'zod';
import type { SkillSummary } from '../../regions.ts';
import { say } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { defineTool, done, failed } from '../tool.ts';

const MAX_LISTED = 60;

export const activateSkillTool = defineTool({
  spec: {
    name: 'ActivateSkill',
    description:
      'Shows the instructions of a skill from the list in <skills>, with the folder of its reference files, ' +
      'which Read opens. Call it before work that a skill is for, unless its instructions are in the context already.',
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'skills',
  },
  parameters: z.strictObject({
    name: z.string().min(1).describe('As in the list.'),
  }),
  async run({ name }, _run, { skills }) {
    const all = skills();
    const wanted = name.trim().toLowerCase();
    const found = all.find((skill) => skill.name.toLowerCase() === wanted);
    if (found !== undefined) return done(instructionsOf(found));
    const names = all.map((skill) => skill.name).slice(0, MAX_LISTED);
    return failed(
      'not_found',
      say('skills.unknown', {
        name: clip(name, 80),
        names: names.length === 0 ? say('skills.nobody') : names.join(', '),
      }),
    );
  },
});

function instructionsOf({ name, body, folder, files, requires }: SkillSummary): string {
  const lines = [`Instructions of the skill "${name}":`, '', body];
  if (files.length > 0) {
    lines.push('', `Its files, in ${folder} (Read them when the instructions name them):`);
    lines.push(...files.map((file) => `- ${file}`));
  }
  if (requires.length > 0) {
    lines.push('', `It builds on: ${requires.join(', ')}. Activate what you need of these, too.`);
  }
  return lines.join('\n');
}
