/** Collects the chunks of one call in the order in which their parts began. */
import type { JsonObject, JsonValue, Usage } from '../../protocol/index.ts';
import { type AnswerStop, type ModelFailure, noUsage, type StreamChunk } from '../shared/model.ts';

export interface RawCall {
  id: string;
  name: string;
  argsText: string;
  args: JsonValue | undefined;
  providerFields?: JsonObject;
}

export type Slot =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'reasoning'; readonly provider: string; readonly block: JsonObject }
  | { readonly type: 'call'; readonly raw: RawCall };

/** Everything one stream said, not yet judged. */
export interface Folded {
  readonly slots: readonly Slot[];
  readonly text: string;
  readonly thinking: string;
  readonly usage: Usage;
  readonly provider: string;
  readonly model: string;
  readonly callsInText: readonly string[];
  readonly stop: AnswerStop | undefined;
  readonly failure: ModelFailure | undefined;
}

export async function fold(chunks: AsyncIterable<StreamChunk>): Promise<Folded> {
  const slots: Slot[] = [];
  const calls = new Map<number, RawCall>();
  let text = '';
  let thinking = '';
  let usage: Usage = noUsage;
  let provider = '';
  let model = '';
  let callsInText: readonly string[] = [];
  let stop: AnswerStop | undefined;
  let failure: ModelFailure | undefined;

  function addText(piece: string): void {
    text += piece;
    const last = slots.at(-1);
    if (last?.type === 'text') last.text += piece;
    else if (piece !== '') slots.push({ type: 'text', text: piece });
  }

  function addCall(piece: Extract<StreamChunk, { type: 'tool_call' }>): void {
    let raw = calls.get(piece.index);
    if (raw === undefined) {
      raw = { id: '', name: '', argsText: '', args: undefined };
      calls.set(piece.index, raw);
      slots.push({ type: 'call', raw });
    }
    // Some servers repeat id and name in every piece, some send them once, none splits them.
    if (raw.id === '') raw.id = piece.id ?? '';
    if (raw.name === '') raw.name = piece.name ?? '';
    raw.argsText += piece.argsText ?? '';
    if (piece.args !== undefined) raw.args = piece.args;
    if (piece.providerFields !== undefined) {
      raw.providerFields = { ...raw.providerFields, ...piece.providerFields };
    }
  }

  for await (const chunk of chunks) {
    switch (chunk.type) {
      case 'provider':
        provider = chunk.provider;
        model = chunk.model;
        callsInText = chunk.callsInText ?? [];
        break;
      case 'text':
        addText(chunk.text);
        break;
      case 'thinking':
        thinking += chunk.text;
        break;
      case 'reasoning':
        slots.push({ type: 'reasoning', provider, block: chunk.block });
        break;
      case 'tool_call':
        addCall(chunk);
        break;
      case 'usage':
        usage = { ...usage, ...chunk.usage };
        break;
      case 'unanswered':
        // Of another request than the one that answers; it is accounted for elsewhere.
        break;
      case 'stop':
        stop = chunk.reason;
        break;
      case 'failed':
        failure = chunk.failure;
        break;
    }
  }
  return { slots, text, thinking, usage, provider, model, callsInText, stop, failure };
}
