import { z } from 'zod';
import { say } from '../../shared/say.ts';
import { defineTool, done } from '../tool.ts';

const item = z.strictObject({
  content: z.string().trim().min(1).max(500).describe('What is to be done.'),
  status: z.enum(['pending', 'in_progress', 'completed']),
  activeForm: z.string().max(500).optional().describe('The same while it is being done.'),
});

export const todoTool = defineTool({
  spec: {
    name: 'TodoWrite',
    description:
      'Shows the owner your list of steps for work that has three or more. Give the whole list each ' +
      'time; keep one step in_progress and mark each one completed as soon as it is.',
    kind: 'dialogue',
    readOnly: false,
    idempotent: true,
    capability: 'dialogue',
  },
  parameters: z.strictObject({ todos: z.array(item).max(100) }),
  async run({ todos }) {
    const completed = todos.filter(({ status }) => status === 'completed').length;
    return {
      ...done(say('todo.shown', { done: completed, all: todos.length })),
      todos: todos.map(({ content, status, activeForm }) => ({
        text: content,
        status,
        ...(activeForm === undefined ? {} : { activeForm }),
      })),
    };
  },
});
