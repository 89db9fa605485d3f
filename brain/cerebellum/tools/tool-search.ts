/** The model looks for tools that are not in its list. */
import { z } from 'zod';
import { say } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { defineTool, done, failed } from '../tool.ts';
import { parameterNames } from '../tool-search/find.ts';
import { SEARCH } from '../tool-search/toolset.ts';

const DEFAULT_LIMIT = 5;

export const toolSearchTool = defineTool({
  spec: {
    name: SEARCH,
    description:
      'Finds further tools by what they do, by words in English or by their names. Those found are in the list of ' +
      'tools from the next step on and stay there: then call them directly.',
    kind: 'dialogue',
    readOnly: false,
    idempotent: true,
    capability: 'tools',
  },
  parameters: z.strictObject({
    query: z.string().trim().min(1).max(500).describe('What is to be done, in a few words.'),
    limit: z.number().int().min(1).max(10).optional(),
  }),
  async run({ query, limit = DEFAULT_LIMIT }, _run, { findTools }) {
    const found = findTools(query, limit);
    if (found.length === 0) {
      return failed('not_found', say('tools.noneFound'));
    }
    const lines = found.map((spec) => {
      const parameters = parameterNames(spec).join(', ');
      return `- ${spec.name}(${clip(parameters, 200)}): ${clip(spec.description, 300)}`;
    });
    return {
      ...done(`These can be called now:\n${lines.join('\n')}`),
      foundTools: found.map(({ name }) => name),
    };
  },
});
