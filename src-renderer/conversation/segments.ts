/** What stands under one message, in reading order: parts of a turn, neighbours joined. */
import type { EventOf } from '../../protocol/index.ts';
import type { CallState, ToolState, TurnState } from '../store/turns.ts';
import { toolName } from './tool-words.ts';

export type Segment =
  | { readonly kind: 'thinking'; readonly key: string; readonly call: CallState }
  | { readonly kind: 'text'; readonly key: string; readonly call: CallState }
  | { readonly kind: 'tools'; readonly key: string; readonly tools: readonly ToolState[] }
  | {
      readonly kind: 'switch';
      readonly key: string;
      readonly provider: EventOf<'provider'>;
    }
  | { readonly kind: 'route'; readonly key: string; readonly provider: EventOf<'provider'> }
  | { readonly kind: 'compaction'; readonly key: string; readonly event: EventOf<'compaction'> };

export function segmentsOf(turn: TurnState): readonly Segment[] {
  const segments: Segment[] = [];
  for (const part of turn.parts) {
    switch (part.kind) {
      case 'thinking':
      case 'text': {
        const call = turn.calls.find((state) => state.call === part.call);
        if (call && (part.kind === 'text' ? call.text.trim() : call.thinking.trim())) {
          segments.push({ kind: part.kind, key: `${part.kind}${part.call}`, call });
        }
        break;
      }
      case 'tool': {
        const tool = turn.tools[part.toolCallId];
        if (tool === undefined) break;
        const last = segments.at(-1);
        if (last?.kind === 'tools') {
          segments[segments.length - 1] = { ...last, tools: [...last.tools, tool] };
        } else {
          segments.push({ kind: 'tools', key: `tools${part.toolCallId}`, tools: [tool] });
        }
        break;
      }
      case 'ask':
        // Pinned above the composer until it is answered; its tool's line says that it waits.
        break;
      case 'route':
      case 'switch': {
        const provider = turn.calls.find((state) => state.call === part.call)?.provider;
        if (provider) segments.push({ kind: part.kind, key: `${part.kind}${part.call}`, provider });
        break;
      }
      case 'compaction':
        segments.push({
          kind: 'compaction',
          key: `fold${segments.length}`,
          event: part.event,
        });
        break;
    }
  }
  return segments;
}

/** What the mind does right now, for the quiet line at the end of a running turn. */
export type Activity = (
  | { readonly kind: 'context' }
  | { readonly kind: 'waiting'; readonly provider: string }
  | { readonly kind: 'thinking' }
  /** Text comes, or what the model calls next is on its way without a sign. */
  | { readonly kind: 'writing'; readonly provider: string }
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'closing' }
) & {
  /** When it began; absent where no event says so. */
  readonly since?: string;
};

export function activityOf(turn: TurnState): Activity | undefined {
  if (turn.status !== 'running') return undefined;
  const running = Object.values(turn.tools).find(
    (tool) => tool.status === 'running' || tool.status === 'called',
  );
  if (running) {
    return {
      kind: 'tool',
      name: toolName(running.name),
      ...sinceOf(running.decidedAt ?? running.judgedAt),
    };
  }
  const call = turn.calls.at(-1);
  if (call === undefined) return { kind: 'context', since: turn.startedAt };
  if (call.usage) {
    const hadTools = Object.values(turn.tools).some((tool) => tool.call === call.call);
    return hadTools ? { kind: 'context' } : { kind: 'closing' };
  }
  if (call.text) {
    return call.provider && { kind: 'writing', provider: call.provider.provider };
  }
  const since = sinceOf(call.askedAt);
  if (call.thinking) return { kind: 'thinking', ...since };
  return call.provider
    ? { kind: 'waiting', provider: call.provider.provider, ...since }
    : { kind: 'context' };
}

function sinceOf(at: string | undefined): { readonly since?: string } {
  return at === undefined ? {} : { since: at };
}
