/** The conversation so far, as it may be sent: whole, paired, and known by what it still shows. */
import type { HistoryEntry } from '../regions.ts';
import type { MessagePart, ModelMessage } from '../shared/model.ts';

type ToolCallPart = Extract<MessagePart, { type: 'tool_call' }>;

const NO_RESULT = 'No result was recorded: the turn ended before this call did.';

/**
 * Every tool call gets exactly one result right after it, every result has its call before it.
 * Messages that need no repair are passed on as they are, so that their bytes stay the same.
 */
export function repairPairs(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const repaired: ModelMessage[] = [];
  /** Calls of the last assistant message that have no result yet. */
  let open = new Map<string, ToolCallPart>();

  const closeOpen = (): void => {
    if (open.size === 0) return;
    const parts = [...open.values()].map((part): MessagePart => {
      const { call, providerCallId } = part;
      return {
        type: 'tool_result',
        toolCallId: call.id,
        ...(providerCallId === undefined ? {} : { providerCallId }),
        name: call.name,
        ok: false,
        output: NO_RESULT,
      };
    });
    repaired.push({ role: 'tool', parts });
    open = new Map();
  };

  for (const message of messages) {
    if (message.parts.length === 0) continue;
    if (message.role === 'tool') {
      const parts = message.parts.filter(
        (part) => part.type !== 'tool_result' || open.delete(part.toolCallId),
      );
      if (parts.length === message.parts.length) repaired.push(message);
      else if (parts.length > 0) repaired.push({ ...message, parts });
      continue;
    }
    closeOpen();
    repaired.push(message);
    if (message.role === 'assistant') {
      for (const part of message.parts) {
        if (part.type === 'tool_call') open.set(part.call.id, part);
      }
    }
  }
  closeOpen();
  return repaired;
}

/** What earlier messages brought into the conversation and what is still to be seen in it. */
export interface Visible {
  /** This very text is in the conversation, under this path. */
  has(path: string, hash: string): boolean;
  /** Another text of the same place is in the conversation. */
  hasOlder(path: string, heading: string, hash: string): boolean;
}

export function visibleChunks(history: readonly HistoryEntry[]): Visible {
  const hashes = new Set<string>();
  const places = new Map<string, string>();
  for (const entry of history) {
    for (const chunk of entry.injected ?? []) {
      hashes.add(key(chunk.path, chunk.hash));
      places.set(key(chunk.path, chunk.heading), chunk.hash);
    }
  }
  return {
    has: (path, hash) => hashes.has(key(path, hash)),
    hasOlder(path, heading, hash) {
      const last = places.get(key(path, heading));
      return last !== undefined && last !== hash;
    },
  };
}

function key(path: string, rest: string): string {
  return `${path}\n${rest}`;
}

/** Every user message that was built here begins with its `<context>`. */
export function isContextPart(part: MessagePart): boolean {
  return part.type === 'text' && part.text.startsWith('<context>\n');
}

/** What the owner wrote in a user message: its text without what was put before it. */
export function ownWords(message: ModelMessage): string {
  return message.parts
    .filter((part, index) => part.type === 'text' && !(index === 0 && isAdded(part)))
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim();
}

function isAdded(part: MessagePart): boolean {
  return isContextPart(part) || isSummaryPart(part);
}

export function isSummaryPart(part: MessagePart): boolean {
  return part.type === 'text' && part.text.startsWith('<summary ');
}
