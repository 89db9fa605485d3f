/** What a model may look up by itself: notes of the mind and past conversations. Only reads. */
import type { ContentOrigin } from '../../protocol/index.ts';
import type { Cortex, Recollection } from '../regions.ts';
import { isPrivateSession } from '../shared/ids.ts';
import { chunkMarkdown, plainMarkdown } from '../shared/markdown.ts';
import { mergedOrigins } from '../shared/origins.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';
import type { TurnState } from './session-state.ts';
import type { Sessions } from './sessions.ts';

/** Conversations have their own tool; the others are kept by the program for itself. */
const closed = /^(?:hippocampus\/sessions|cortex|corpus|motor)\//i;
/** Before a matched word in a snippet. */
const MARK = '\u0001';
/** So many headings are named where the one that was asked for is not there. */
const MAX_HEADINGS = 40;

export function createRecollection(deps: {
  readonly sessions: Sessions;
  readonly search: Cortex['search'];
  /** Reads a file of the workspace; never one outside of it. */
  readonly readFile: (path: string) => Promise<Result<{ readonly content: string }, Sentence>>;
}): Recollection {
  const { sessions, search, readFile } = deps;
  return {
    async note(path, heading) {
      const hidden = path.split('/').some((part) => part.startsWith('.'));
      if (hidden || closed.test(path) || !path.toLowerCase().endsWith('.md')) {
        return err(say('note.none', { path }));
      }
      const read = await readFile(path);
      if (!read.ok) return read;
      const { content } = read.value;
      if (heading === undefined) return ok({ path, text: plainMarkdown(content) });
      const chunks = chunkMarkdown(content);
      const wanted = heading.trim().toLowerCase();
      const fits = chunks.filter((chunk) => isUnder(chunk.heading.toLowerCase(), wanted));
      if (fits.length > 0) {
        const text = fits.map((chunk) => `## ${chunk.heading}\n\n${chunk.text}`).join('\n\n');
        return ok({ path, text });
      }
      const known = [...new Set(chunks.map((chunk) => chunk.heading))].filter((one) => one !== '');
      const named = known.slice(0, MAX_HEADINGS).map((one) => `- ${one}`);
      return err(
        known.length === 0
          ? say('note.noHeadings', { path })
          : say('note.noHeading', { path, heading, headings: named.join('\n') }),
      );
    },

    searchSessions({ query, limit, withoutSession }) {
      const found = new Map<string, ReturnType<Recollection['searchSessions']>[number]>();
      // A long exchange is several chunks; the best of them speaks for its turn.
      const hits = search({
        query,
        sources: ['sessions'],
        limit: limit * 2,
        ...(withoutSession === undefined ? {} : { withoutSession }),
      });
      for (const hit of hits) {
        const sessionId = /sessions\/([^/]+)\//.exec(hit.path)?.[1] ?? '';
        const known = sessions.summary(sessionId);
        const { turnId, snippet, at = known?.updatedAt, score } = hit;
        if (known === undefined || turnId === undefined || at === undefined) continue;
        const key = `${sessionId} ${turnId}`;
        if (found.has(key)) continue;
        found.set(key, { sessionId, title: known.title, turnId, snippet, at, score });
      }
      const all = [...found.values()];
      // Whoever types a word wants to see it; what is only related helps where nothing has it.
      const literal = all.filter(({ snippet }) => snippet.includes(MARK));
      return (literal.length > 0 ? literal : all).slice(0, limit);
    },

    async readSession(sessionId, { from, limit }) {
      const state = isPrivateSession(sessionId) ? undefined : await sessions.open(sessionId);
      if (state === undefined) return err(say('note.noSession', { id: sessionId }));
      const turns = [...state.turns.values()];
      const page = turns.slice(from - 1, from - 1 + limit);
      return ok({
        title: state.meta.title,
        turns: turns.length,
        exchanges: page.map((turn, index) => ({
          number: from + index,
          at: turn.request.startedAt,
          user: turn.request.text,
          answer: answerOf(turn),
          tools: turn.events.flatMap((event) => (event.type === 'tool_call' ? [event.name] : [])),
          taint: taintOf(turn),
        })),
      });
    },
  };
}

/** `Garden` names `Garden`, `House › Garden`, and what stands below them. */
function isUnder(heading: string, wanted: string): boolean {
  return ` › ${heading} › `.includes(` › ${wanted} › `);
}

function answerOf(turn: TurnState): string {
  const content = turn.events.find((event) => event.type === 'content');
  return content?.type === 'content' ? content.text : '';
}

function taintOf({ events }: TurnState): readonly ContentOrigin[] {
  return mergedOrigins(...events.map((event) => (event.type === 'taint' ? event.origins : [])));
}
