/** What a request costs. Remembered per message and tool: a history is counted at every turn. */
import { fenceOf } from './fence.ts';
import type { MessagePart, ModelMessage, ModelRequest, ToolDefinition } from './model.ts';
import { estimateTokens } from './tokens.ts';

/** Role marks and separators around each message. */
const PER_MESSAGE = 4;
/** Providers scale pictures down to about this. */
const PER_IMAGE = 1_600;
const PER_TOOL = 8;

const known = new WeakMap<ModelMessage, number>();

export function messageTokens(message: ModelMessage): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const tokens = message.parts.reduce((sum, part) => sum + partTokens(part), PER_MESSAGE);
  known.set(message, tokens);
  return tokens;
}

export function partTokens(part: MessagePart): number {
  switch (part.type) {
    case 'text':
      return estimateTokens(part.text);
    case 'image':
      return PER_IMAGE;
    case 'reasoning':
      return estimateTokens(JSON.stringify(part.block));
    case 'tool_call':
      return estimateTokens(part.call.name) + estimateTokens(JSON.stringify(part.call.args)) + 4;
    case 'tool_result':
      return (
        estimateTokens(part.output) +
        estimateTokens(fenceOf(part)) +
        4 +
        PER_IMAGE * (part.images?.length ?? 0)
      );
  }
}

export function messagesTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

/** By the schema, which stays the same object while definitions are made anew at every turn. */
const knownTools = new WeakMap<ToolDefinition['parameters'], number>();

export function toolTokens(tools: readonly ToolDefinition[]): number {
  let sum = 0;
  for (const tool of tools) {
    let tokens = knownTools.get(tool.parameters);
    if (tokens === undefined) {
      tokens =
        PER_TOOL +
        estimateTokens(tool.name) +
        estimateTokens(tool.description) +
        estimateTokens(JSON.stringify(tool.parameters));
      knownTools.set(tool.parameters, tokens);
    }
    sum += tokens;
  }
  return sum;
}

export function requestTokens(
  request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>,
): number {
  const { system, tools, messages } = request;
  return estimateTokens(system) + toolTokens(tools) + messagesTokens(messages);
}
