/** Looking into past conversations. Private ones are not there. */
import { z } from 'zod';
import { mergedOrigins } from '../../shared/origins.ts';
import { say } from '../../shared/say.ts';
import { clip } from '../../shared/text.ts';
import { defineTool, done, failed } from '../tool.ts';

const DEFAULT_HITS = 10;
const DEFAULT_TURNS = 10;
/** Of one message; the whole conversation is the owner's to open. */
const MAX_MESSAGE = 4000;

const reading = { kind: 'read', readOnly: true, idempotent: true, capability: 'memory' } as const;

export const sessionSearchTool = defineTool({
  spec: {
    name: 'session_search',
    description:
      'Searches past conversations for words. Gives session, turn number and an excerpt, best first; ' +
      'session_read shows the conversation around a hit.',
    ...reading,
  },
  parameters: z.strictObject({
    query: z.string().trim().min(1),
    limit: z.int().min(1).max(50).optional(),
  }),
  async run(args, run, deps) {
    const hits = deps.recollection.searchSessions({
      query: args.query,
      limit: args.limit ?? DEFAULT_HITS,
      withoutSession: run.turn.sessionId,
    });
    if (hits.length === 0) return done(say('past.none'));
    const lines = hits.map((hit, index) => {
      const words = clip(hit.snippet.replaceAll('\u0001', '').replaceAll('\u0002', ''), 400);
      return `${index + 1}. ${hit.sessionId} "${hit.title}", ${hit.at.slice(0, 16)} (score ${hit.score.toFixed(2)})\n   ${words}`;
    });
    return done(lines.join('\n'));
  },
});

export const sessionReadTool = defineTool({
  spec: {
    name: 'session_read',
    description:
      'Shows what was said in a past conversation: the user’s words and the answers, turn by turn. ' +
      'Without "from" its last turns.',
    ...reading,
  },
  parameters: z.strictObject({
    session: z.string().min(1).describe('The id that session_search gives.'),
    from: z.int().min(1).optional().describe('Number of the first turn to show; the first is 1.'),
    limit: z.int().min(1).max(50).optional().describe('How many turns; 10 where it is not said.'),
  }),
  async run(args, _run, deps) {
    const limit = args.limit ?? DEFAULT_TURNS;
    const whole = await deps.recollection.readSession(args.session, { from: 1, limit: 0 });
    if (!whole.ok) return failed('not_found', whole.error);
    const { turns, title } = whole.value;
    const from = args.from ?? Math.max(1, turns - limit + 1);
    const page = await deps.recollection.readSession(args.session, { from, limit });
    if (!page.ok) return failed('not_found', page.error);
    const { exchanges } = page.value;
    if (exchanges.length === 0) return done(say('past.noTurns', { title, turns, from }));
    const last = exchanges.at(-1)?.number ?? from;
    const parts = exchanges.map((one) =>
      [
        `## Turn ${one.number}, ${one.at.slice(0, 16).replace('T', ' ')}`,
        `User: ${shortened(one.user)}`,
        ...(one.tools.length === 0 ? [] : [`Tools: ${one.tools.join(', ')}`]),
        `Answer: ${shortened(one.answer) || '(none)'}`,
      ].join('\n\n'),
    );
    const text = `# ${title}\nTurns ${from} to ${last} of ${turns}.\n\n${parts.join('\n\n')}`;
    // What was read there is read here.
    return { ...done(text), taint: mergedOrigins(...exchanges.map((one) => one.taint)) };
  },
});

function shortened(text: string): string {
  if (text.length <= MAX_MESSAGE) return text;
  return `${text.slice(0, MAX_MESSAGE)}\n[${text.length - MAX_MESSAGE} more characters]`;
}
