/** Events of which there are very many: pieces of text, as a model or a tool produces them. */
import type { ConnectomeEvent } from '../../protocol/index.ts';
import type { TurnsState } from './sequence.ts';

export function isStreamed({ type }: ConnectomeEvent): boolean {
  return type === 'delta' || type === 'thinking' || type === 'tool_output';
}

/** It only continues a text that can be seen already: nothing begins, ends or gets another place. */
export function isMoreText(turns: TurnsState, event: ConnectomeEvent): boolean {
  if (event.type !== 'delta' && event.type !== 'thinking') return false;
  // What waited for this one may be of any kind.
  if (event.folded || turns.held.length > 0) return false;
  const calls = turns.byId[event.turnId ?? '']?.calls;
  const call = calls?.find((one) => one.call === event.call);
  const text = event.type === 'delta' ? call?.text : call?.thinking;
  return text !== undefined && text.trim() !== '';
}
