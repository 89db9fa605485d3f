import { z } from 'zod';
import { isPrivateSession } from '../../shared/ids.ts';
import { clip } from '../../shared/text.ts';
import { defineTool, done, failed } from '../tool.ts';

const DEFAULT_HITS = 10;
const MAX_HIT_TEXT = 800;
const PRIVATE =
  'This is a private conversation: nothing of it is kept. To have it remembered, say it in another one.';

export const rememberTool = defineTool({
  spec: {
    name: 'remember',
    description:
      'Keeps a fact for later sessions in the knowledge files. One self-contained sentence per call, ' +
      'only what will matter again; never a secret.',
    kind: 'memory',
    readOnly: false,
    idempotent: false,
    capability: 'memory',
  },
  parameters: z.strictObject({
    fact: z.string().trim().min(1).max(2000),
    topic: z
      .string()
      .optional()
      .describe('people, projects, preferences, technical or decisions, where it is clear.'),
  }),
  async run(args, run, deps) {
    if (isPrivateSession(run.turn.sessionId)) return failed('permission', PRIVATE);
    const kept = await deps.knowledge.remember({
      text: args.fact,
      sessionId: run.turn.sessionId,
      ...(args.topic === undefined ? {} : { topic: args.topic }),
    });
    if (!kept.ok) return failed('error', kept.error);
    const { path, exists } = kept.value;
    return done(exists ? `Already known, in ${path}.` : `Remembered in ${path}.`);
  },
});

export const memorySearchTool = defineTool({
  spec: {
    name: 'memory_search',
    description:
      'Searches what is remembered: knowledge, episodes of earlier days, past sessions, instructions ' +
      'and skills. Give words; best hits first.',
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'memory',
  },
  parameters: z.strictObject({
    query: z.string().trim().min(1),
    limit: z.int().min(1).max(50).optional(),
  }),
  async run(args, run, deps) {
    const hits = deps.searchMemory({
      query: args.query,
      limit: args.limit ?? DEFAULT_HITS,
      // What this conversation said is in it already; but it is a part of the day that is asked for.
      ...(isDay(args.query) ? {} : { withoutSession: run.turn.sessionId }),
    });
    if (hits.length === 0) return done('Nothing found in memory.');
    const lines = hits.map((hit, index) => {
      const place = hit.heading === '' ? hit.path : `${hit.path} > ${hit.heading}`;
      return `${index + 1}. ${place} (score ${hit.score.toFixed(2)})\n   ${clip(hit.text, MAX_HIT_TEXT)}`;
    });
    return done(lines.join('\n'));
  },
});

function isDay(query: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(query);
}
