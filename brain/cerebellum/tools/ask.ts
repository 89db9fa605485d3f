import { z } from 'zod';
import { say } from '../../shared/say.ts';
import { defineTool, done, failed } from '../tool.ts';

const choice = z.strictObject({
  label: z.string().trim().min(1).max(100),
  description: z.string().max(300).optional().describe('What choosing it means.'),
});
const question = z.strictObject({
  question: z.string().trim().min(1).max(1000),
  header: z.string().trim().min(1).max(24).describe('One or two words that name it.'),
  options: z.array(choice).min(2).max(4),
  multiSelect: z.boolean().optional().describe('Several may be chosen.'),
});

export const askTool = defineTool({
  spec: {
    name: 'AskUserQuestion',
    description:
      'Asks the owner up to 4 questions with 2 to 4 options each; free text is always possible, so do ' +
      'not offer "other". Only for decisions that are his and change what you do next.',
    kind: 'dialogue',
    asksOwner: true,
    readOnly: false,
    idempotent: false,
    capability: 'dialogue',
  },
  parameters: z.strictObject({ questions: z.array(question).min(1).max(4) }),
  check(args) {
    const parsed = z.object({ questions: z.array(question) }).safeParse(args);
    if (!parsed.success) return undefined;
    for (const { question: text, options } of parsed.data.questions) {
      const labels = new Set(options.map(({ label }) => label));
      if (labels.size < options.length) return `"${text}" has the same option twice.`;
    }
    return undefined;
  },
  async run({ questions }, run) {
    const asked = questions.map(({ multiSelect, ...rest }) => ({
      ...rest,
      ...(multiSelect === true ? { multiple: true } : {}),
    }));
    const answered = await run.askOwner(asked);
    switch (answered.kind) {
      case 'answered':
        return done(
          questions
            .map(({ question: text }, at) => {
              const said = answered.answers[at]?.trim() ?? '';
              return `Question: ${text}\nAnswer: ${said === '' ? '(none)' : said.split('\n').join('; ')}`;
            })
            .join('\n\n'),
        );
      case 'skipped':
        return failed(
          'permission',
          answered.reason
            ? say('asked.skippedBecause', { why: answered.reason })
            : say('asked.skipped'),
        );
      case 'nobody':
        return failed('error', say('asked.nobody'));
      case 'stopped':
        return failed('stopped', say('refused.stoppedWaiting'));
    }
  },
});
