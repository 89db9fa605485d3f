/** A running turn that outgrows its window. */
import type { MessagePart, ModelRequest, ModelTarget } from '../shared/model.ts';
import { messagesTokens, toolTokens } from '../shared/request-tokens.ts';
import { estimateTokens } from '../shared/tokens.ts';
import { outputReserve } from './budget.ts';
import { shrinkTurn } from './compaction.ts';

/**
 * Makes a running turn fit its window: the oldest large tool results from message `turnStart` on are
 * replaced by the path of their full text. Returns `request` itself when it fits as it is. `scale`:
 * true tokens per estimated one.
 */
export function fitRequest(
  request: ModelRequest,
  target: ModelTarget,
  turnStart: number,
  scale = 1,
): ModelRequest {
  const space = Math.floor((target.contextWindow - outputReserve(target)) / scale);
  const tools = toolTokens(request.tools);
  // Nearly every request is far below its window: then counting characters is enough.
  if (tools + charactersOf(request) * MOST_TOKENS_PER_CHARACTER <= space) return request;
  const room = space - tools - estimateTokens(request.system);
  if (messagesTokens(request.messages) <= room) return request;
  return { ...request, messages: shrinkTurn(request.messages, turnStart, room) };
}

/** No script costs more than this on average. */
const MOST_TOKENS_PER_CHARACTER = 1.5;

/** Of a result's fence with its label, generously. */
const FENCE_CHARACTERS = 240;

/** Text, arguments and results; a picture counts as a long text. */
function charactersOf({ system, messages }: ModelRequest): number {
  const ofPart = (part: MessagePart): number => {
    switch (part.type) {
      case 'text':
        return part.text.length;
      case 'tool_result':
        return part.output.length + FENCE_CHARACTERS + 2000 * (part.images?.length ?? 0);
      case 'image':
        return 2000;
      case 'tool_call':
      case 'reasoning':
        return JSON.stringify(part).length;
    }
  };
  const parts = messages.flatMap((message) => message.parts);
  return parts.reduce((sum, part) => sum + ofPart(part), system.length);
}
