import { z } from 'zod';
import type { ProposedChange, ToolResult, ToolRun } from '../../regions.ts';
import { isPrivateSession } from '../../shared/ids.ts';
import { namesOf } from '../../shared/origins.ts';
import { joined, say, sayCount } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { defineTool, done, failed, type ToolDeps } from '../tool.ts';

const DEFAULT_HITS = 10;
const MAX_HIT_TEXT = 800;

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
    if (isPrivateSession(run.turn.sessionId)) return failed('permission', say('memory.private'));
    if (isTainted(run)) return propose({ kind: 'remember', ...args }, run, deps);
    const kept = await deps.knowledge.remember({
      text: args.fact,
      sessionId: run.turn.sessionId,
      ...(args.topic === undefined ? {} : { topic: args.topic }),
    });
    if (!kept.ok) return failed('error', kept.error);
    const { path, exists } = kept.value;
    return done(say(exists ? 'memory.known' : 'memory.kept', { path }));
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
    const hits = await deps.recall({
      query: args.query,
      limit: args.limit ?? DEFAULT_HITS,
      // What this conversation said is in it already; but it is a part of the day that is asked for.
      ...(isDay(args.query) ? {} : { withoutSession: run.turn.sessionId }),
    });
    if (hits.length === 0) return done(say('memory.none'));
    const lines = hits.map((hit, index) => {
      const place = hit.heading === '' ? hit.path : `${hit.path} > ${hit.heading}`;
      return `${index + 1}. ${place} (score ${hit.score.toFixed(2)})\n   ${clip(hit.text, MAX_HIT_TEXT)}`;
    });
    return done(lines.join('\n'));
  },
});

export const memoryGetTool = defineTool({
  spec: {
    name: 'memory_get',
    description:
      'Reads a note of the mind whole, or one section of it by its heading: knowledge, episodes, ' +
      'weekly summaries, instructions, skills, the owner’s own notes. Paths as memory_search gives them.',
    kind: 'read',
    readOnly: true,
    idempotent: true,
    capability: 'memory',
  },
  parameters: z.strictObject({
    path: z.string().trim().min(1).describe('Such as hippocampus/knowledge/people.md'),
    heading: z.string().optional().describe('Only this section and what stands below it.'),
  }),
  async run(args, _run, deps) {
    const note = await deps.recollection.note(args.path, args.heading);
    if (!note.ok) return failed('not_found', note.error);
    return done(note.value.text === '' ? say('memory.emptyNote') : note.value.text);
  },
});

export const correctTool = defineTool({
  spec: {
    name: 'correct',
    description:
      'Replaces a fact of the knowledge files by what is true now; what it said is kept in a comment. ' +
      'Only where the owner said so, or plainly told you otherwise.',
    kind: 'memory',
    readOnly: false,
    idempotent: false,
    capability: 'memory',
  },
  parameters: z.strictObject({
    old: z.string().trim().min(1).describe('The fact as it stands, or enough of its words.'),
    new: z.string().trim().min(1).max(2000).describe('The whole new sentence.'),
  }),
  async run(args, run, deps) {
    if (isPrivateSession(run.turn.sessionId)) return failed('permission', say('memory.private'));
    if (isTainted(run)) {
      return propose({ kind: 'correct', old: args.old, replacement: args.new }, run, deps);
    }
    const changed = await deps.knowledge.correct({
      old: args.old,
      replacement: args.new,
      sessionId: run.turn.sessionId,
    });
    if (!changed.ok) return failed('not_found', changed.error);
    return done(say('memory.corrected', changed.value));
  },
});

export const forgetTool = defineTool({
  spec: {
    name: 'forget',
    description:
      'Removes a fact from the knowledge files. With everywhere: true it is also masked in the diary, ' +
      'task files, snapshots and conversations, and cannot be brought back. Only when the owner asks.',
    kind: 'change',
    readOnly: false,
    idempotent: true,
    capability: 'memory',
    alwaysAsks: say('safety.forgettingAsks'),
  },
  parameters: z.strictObject({
    fact: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .describe('The fact as it stands, or enough of its words.'),
    everywhere: z.boolean().optional(),
  }),
  async run(args, _run, deps) {
    const gone = await deps.forgetting.forget({
      fact: args.fact,
      everywhere: args.everywhere ?? false,
    });
    if (!gone.ok) return failed('not_found', gone.error);
    const { facts, changed, later } = gone.value;
    const lines = facts.map(({ text, path }) => say('memory.removed', { path, fact: text }));
    if (args.everywhere === true) {
      lines.push(sayCount('memory.masked', changed));
      if (later > 0) lines.push(say('memory.later'));
    }
    return done(joined(lines, '\n'));
  },
});

function isTainted({ taint = [] }: ToolRun): boolean {
  return taint.length > 0;
}

/** What others may have put into the model's mouth is not remembered before the owner has seen it. */
async function propose(change: ProposedChange, run: ToolRun, deps: ToolDeps): Promise<ToolResult> {
  const { taint: origins = [], turn } = run;
  const added = await deps.proposals.add({ sessionId: turn.sessionId, origins, change });
  if (!added.ok) return failed('error', added.error);
  return done(say('memory.proposed', { names: namesOf(origins) }));
}

function isDay(query: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(query);
}
