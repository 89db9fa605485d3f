/** A conversation as one file that people or programs can read. */
import { clip } from '../shared/text.ts';
import { turnEvents } from './replay.ts';
import { outcomeIn, type SessionState, type TurnState } from './session-state.ts';

const EXPORT_VERSION = 1;

export interface ExportedSession {
  /** A file name without folder. */
  readonly name: string;
  readonly content: string;
}

export function exportSession(
  state: SessionState,
  format: 'markdown' | 'json',
  epoch: string,
): ExportedSession {
  const name = fileName(state.meta.title) || state.meta.sessionId;
  const turns = [...state.turns.values()];
  if (format === 'json') {
    const { meta } = state;
    const content = turns.map((turn) => ({
      turnId: turn.turnId,
      startedAt: turn.request.startedAt,
      events: turnEvents(meta.sessionId, turn, 0, epoch),
    }));
    return {
      name: `${name}.json`,
      content: `${JSON.stringify({ version: EXPORT_VERSION, ...meta, turns: content }, null, 2)}\n`,
    };
  }
  const parts = [`# ${state.meta.title || 'Conversation'}`, ...turns.map(turnMarkdown)];
  return { name: `${name}.md`, content: `${parts.join('\n\n')}\n` };
}

function turnMarkdown(turn: TurnState): string {
  const { request, events } = turn;
  const lines = [
    `## ${request.startedAt.slice(0, 16).replace('T', ' ')}`,
    `**You:** ${request.text}`,
  ];
  const began = events.find((event) => event.type === 'started');
  if (began?.type === 'started') {
    for (const { name, id } of began.attachments ?? []) lines.push(`- attached: ${name} (${id})`);
  }
  const outcomes = new Map(
    events.flatMap((event) =>
      event.type === 'tool_result' ? [[event.toolCallId, outcomeIn(turn, event)] as const] : [],
    ),
  );
  for (const event of events) {
    if (event.type === 'tool_call') {
      const how = outcomes.get(event.toolCallId) ?? 'success';
      const ended = how === 'success' ? '' : ` (${how})`;
      lines.push(`- \`${event.name}\` ${clip(JSON.stringify(event.args), 200)}${ended}`);
    } else if (event.type === 'content' && event.text !== '')
      lines.push(`**Connectome:**\n\n${event.text}`);
    else if (event.type === 'error') lines.push(`> ${event.message}`);
  }
  return lines.join('\n\n');
}

function fileName(title: string): string {
  return title
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim()
    .slice(0, 60);
}
